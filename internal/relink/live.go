// This file is a link under edit.

package relink

import (
	"github.com/syncvet/syncvet/internal/link"
)

// A Live is a link that can be changed by the difference between two programs.
type Live struct {
	*link.Linker
}

// NewLive makes an empty link that is going to be edited.
func NewLive(cfg link.Config, lib *link.Library) *Live {
	return &Live{Linker: link.NewLinker(cfg, lib)}
}

// Run links what is reachable from some groups of roots, and numbers it (U7).
func (l *Live) Run(pkgs []link.Package, groups []link.RootGroup) {
	l.Linker.Run(pkgs, groups)
	if len(l.Over) == 0 {
		l.renumber()
		l.Multiplicity()
	}
}
