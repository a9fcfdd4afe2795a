// This file bounds the contexts per call site that a function has in all origins of a link together (L8).

package link

// crowded reports whether a unit has as many contexts per call site in the link as it may have; if not, it gets one
// more.
func (l *Linker) crowded(u *Unit) bool {
	if l.contexted[u.ID] >= maxContexts {
		return true
	}
	l.contexted[u.ID]++
	return false
}
