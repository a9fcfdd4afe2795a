// This file is a link under edit.

package program

// A Live is a link that can be changed by the difference between two programs.
type Live struct {
	*linker
}

// newLive makes an empty link that is going to be edited.
func newLive(cfg Config, lib *library) *Live { return &Live{newLinker(cfg, lib)} }

// run links what is reachable from some groups of roots, and numbers it (U7).
func (l *Live) run(pkgs []Package, groups []rootGroup) {
	l.linker.run(pkgs, groups)
	if len(l.over) == 0 {
		l.arrange()
		l.multiplicity()
	}
}
