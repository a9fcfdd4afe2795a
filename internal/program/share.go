// This file is the links of a program under edit: one of all its roots if these are small, else one for each group of
// roots (U10).

package program

import (
	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/link"
	"github.com/syncvet/syncvet/internal/order"
	"github.com/syncvet/syncvet/internal/races"
	"github.com/syncvet/syncvet/internal/relink"
)

// A share is the link of some of the roots, and what is known about it.
type share struct {
	groups []link.RootGroup
	link   *relink.Live
	order  *order.Order    // what is shared and ordered in the link; nil until somebody asks
	looked *races.Detector // the same after all pairs were looked at, for one view; nil until somebody asks
	step   relink.Step     // how much of it the last update had to redo
	cause  string          // why the last update linked it anew; empty if it did not, or had to
	// what the link weighed when its points-to sets last took more than they may; zero: they never did
	heavy int
	edit  *relink.Edit   // during an update: what of the edit touches it; nil if it is linked anew
	again []link.SiteKey // during an update: the calls to be made
}

// A groupKey is what a group of roots is known by when functions change.
type groupKey struct {
	kind     link.RootKind
	first    facts.Symbol
	parallel bool
}

// groupName names a group of roots.
func groupName(g *link.RootGroup) groupKey { return groupKey{g.Kind, g.Funcs[0], g.Parallel} }

// largeWidth bounds the contexts of functions where there is a link for each group of roots.
const largeWidth = 4

// relink links everything anew.
func (p *Program) relink(pkgs []link.Package) {
	p.lib, p.shares, p.over = link.NewLibrary(pkgs), nil, false
	p.whole = p.lib.Whole(link.RootGroups(pkgs), p.cfg.MaxWhole)
	p.divide(pkgs, nil)
}

// divide puts the roots into shares: those that are there already are brought up to date, others made (U10).
func (p *Program) divide(pkgs []link.Package, old map[groupKey]*share) {
	groups := link.RootGroups(pkgs)
	var lists [][]link.RootGroup
	if p.whole {
		lists = [][]link.RootGroup{groups}
	} else {
		for _, g := range p.lib.Prioritise(groups, pkgs) {
			lists = append(lists, []link.RootGroup{g})
		}
	}
	p.shares, p.over = nil, false
	total, left := 0, p.cfg.MaxMemory
	for _, list := range lists {
		if p.over = total >= p.cfg.MaxTotal || left <= 0; p.over {
			return
		}
		s := old[keyOf(list)]
		if s == nil {
			s = &share{step: relink.Relinked}
		}
		s.groups = list
		if s.edit == nil || !s.finish(pkgs, left) {
			p.linkShare(s, pkgs, left)
		}
		p.shares = append(p.shares, s)
		total, left = total+len(s.link.Insts)-1, left-s.link.Weight
	}
}

// keyOf names the share of some groups: by the first, or, if all belong to one, not at all.
func keyOf(groups []link.RootGroup) groupKey {
	if len(groups) != 1 {
		return groupKey{}
	}
	return groupName(&groups[0])
}

// linkShare links a share anew, within so many bytes.
func (p *Program) linkShare(s *share, pkgs []link.Package, bytes int) {
	s.link, s.order, s.looked, s.edit, s.again, s.step = relink.NewLive(p.cfg, p.lib), nil, nil, nil, nil, relink.Relinked
	if s.link.Cfg.MaxMemory = bytes; !p.whole {
		s.link.Width = largeWidth
	}
	s.link.Run(pkgs, s.groups)
}

// start takes out what an edit takes out of the share, before summaries are read again. A share that is to be linked
// anew has no edit then. Its points-to sets may take so many bytes.
func (s *share) start(e *relink.Edit, groups []link.RootGroup, pkgs []link.Package, bytes int) {
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
func (s *share) finish(pkgs []link.Package, bytes int) bool {
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
