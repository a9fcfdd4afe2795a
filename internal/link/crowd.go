// This file bounds the contexts per call site that a function has in all origins of a link together (L8).

package link

// maxContexts is how many contexts per call site a function has in a link. The count goes on from origin to origin, so
// it matters in large links only: without it a method of bytes.Buffer has 1,450 of them in a link of pgxpool.
const maxContexts = 256

// crowded reports whether a unit has as many contexts per call site in the link as it may have; if not, it gets one
// more.
func (l *Linker) crowded(u *Unit) bool {
	if l.contexted[u.ID] >= maxContexts {
		return true
	}
	l.contexted[u.ID]++
	return false
}
