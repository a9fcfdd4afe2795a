// This file is the link of some roots of a program under edit: all roots if these are small, else one group of roots
// (U10).

package program

import (
	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/link"
	"github.com/syncvet/syncvet/internal/order"
	"github.com/syncvet/syncvet/internal/races"
	"github.com/syncvet/syncvet/internal/relink"
)

// A partition is the link of some of the roots, and what is known about it.
type partition struct {
	groups []link.RootGroup // its roots: one group, or all
	link   *relink.Live     // nil until the first update has linked it
	order  *order.Order     // what is shared and ordered in the link; nil until somebody asks
	looked *races.Detector  // the same after all pairs were looked at, for one view; nil until somebody asks
	step   relink.Step      // how much of it the last update had to redo
	cause  string           // why the last update linked it anew; empty if it did not, or had to
	// what the link weighed when its points-to sets last took more than they may; zero: they never did
	heavy int
	edit  *relink.Edit   // during an update: what of the edit touches it; nil if it is linked anew
	again []link.SiteKey // during an update: the calls to be made
}

// A groupKey is what a group of roots is known by when functions change.
type groupKey struct {
	kind     link.RootKind // why the functions are roots
	first    facts.Symbol  // the first function of the group
	parallel bool          // they may run beside each other
}

// groupName names a group of roots.
func groupName(g *link.RootGroup) groupKey { return groupKey{g.Kind, g.Funcs[0], g.Parallel} }

// keyOf names the share of some groups: by the first, or, if all belong to one, not at all.
func keyOf(groups []link.RootGroup) groupKey {
	if len(groups) != 1 {
		return groupKey{}
	}
	return groupName(&groups[0])
}

// start takes out what an edit takes out of the share, before summaries are read again. A share that is to be linked
// anew has no edit then. Its points-to sets may take so many bytes.
func (s *partition) start(e *relink.Edit, groups []link.RootGroup, pkgs []link.Package, bytes int) {
	s.cause = ""
	s.edit = s.link.Touched(e, groups, pkgs)
	if s.edit.Step > relink.Unchanged {
		s.order, s.looked = nil, nil
		s.link.Unsettle()
	}
	if s.edit.Step < relink.Resolved {
		return
	}
	switch l := s.link; {
	case l.Ordering != "":
		s.cause = l.Ordering
	case len(l.Linked) > 0:
		s.cause = "bounds"
	case bytes <= 0, 4*l.Weight > 3*s.heavy && s.heavy > 0:
		s.cause = "memory"
	}
	if s.cause != "" {
		s.edit = nil
		return
	}
	s.link.GoLive(bytes)
	s.again = s.link.TakeOut(s.edit)
}

// finish puts in what an edit puts in, after summaries have been read again. It reports false if the share has to be
// linked anew, as when it takes more than so many bytes.
func (s *partition) finish(pkgs []link.Package, bytes int) bool {
	e, l := s.edit, s.link
	if l.Linked["bytes"] && l.Cfg.MaxMemory != bytes {
		s.cause = "bounds"
		return false
	}
	l.Cfg.MaxMemory = bytes
	if s.cause = l.Rework(e, s.again, s.groups, pkgs); s.cause == "" && len(l.Linked) == 0 && l.Weight > bytes {
		s.cause = "bounds"
	}
	if s.cause == relink.OverBounds {
		s.heavy = l.Weight
	}
	if s.cause != "" {
		return false
	}
	s.step, s.edit, s.again = e.Step, nil, nil
	return true
}
