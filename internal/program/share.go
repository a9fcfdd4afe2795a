// This file is the links of a program under edit: one of all its roots if these are small, else one for each group of roots (U10).

package program

import (
	"github.com/syncvet/syncvet/facts"
)

// A share is the link of some of the roots, and what is known about it.
type share struct {
	groups []rootGroup
	link   *Live
	order  *Order    // what is shared and ordered in the link; nil until somebody asks
	looked *detector // the same after all pairs were looked at, for one view; nil until somebody asks
	step   Step      // how much of it the last update had to redo
	cause  string    // why the last update linked it anew; empty if it did not, or had to
	heavy  int       // what the link weighed when its points-to sets last took more than they may; zero: they never did
	edit   *edit     // during an update: what of the edit touches it; nil if it is linked anew
	again  []siteKey // during an update: the calls to be made
}

// A groupKey is what a group of roots is known by when functions change.
type groupKey struct {
	kind     RootKind
	first    facts.Symbol
	parallel bool
}

// groupName names a group of roots.
func groupName(g *rootGroup) groupKey { return groupKey{g.kind, g.funcs[0], g.parallel} }

// largeWidth bounds the contexts of functions where there is a link for each group of roots.
const largeWidth = 4

// whole tells whether all roots belong into one link, which they do up to a bound. How large a link is going to be is estimated from summaries alone, so the
// answer does not depend on edits made before: for each root the functions that it may reach, once more for each of these that starts goroutines itself.
func (l *library) whole(groups []rootGroup, bound int) bool {
	left := bound
	for _, g := range groups {
		for _, f := range g.funcs {
			if left -= l.bulk(f, left); left < 0 {
				return false
			}
		}
	}
	return true
}

// bulk is the size of what a root reaches, or something larger than a bound.
func (l *library) bulk(root facts.Symbol, bound int) int {
	list, seen, starts := []facts.Symbol{root}, map[facts.Symbol]bool{root: true}, 1
	for k := 0; k < len(list) && len(list)*starts <= bound; k++ {
		at, ok := l.places[list[k]]
		if !ok {
			continue
		}
		u := &at.pkg.Source.Units[at.index]
		if u.Flags&facts.Spawns != 0 && !l.spawnsBelow(u) {
			starts++
		}
		for _, x := range u.Uses {
			if x.Kind == facts.SymFunc && !seen[x] {
				seen[x] = true
				list = append(list, x)
			}
		}
	}
	return len(list) * starts
}

// spawnsBelow tells whether a function that a unit mentions may start goroutines.
func (l *library) spawnsBelow(u *facts.Unit) bool {
	for _, x := range u.Uses {
		if at, ok := l.places[x]; ok && at.pkg.Source.Units[at.index].Flags&facts.Spawns != 0 {
			return true
		}
	}
	return false
}

// relink links everything anew.
func (p *Program) relink(pkgs []Package) {
	p.lib, p.shares, p.over = newLibrary(pkgs), nil, false
	p.whole = p.lib.whole(rootGroups(pkgs, false), p.cfg.MaxWhole)
	p.divide(pkgs, nil)
}

// divide puts the roots into shares: those that are there already are brought up to date, others made (U10).
func (p *Program) divide(pkgs []Package, old map[groupKey]*share) {
	groups := rootGroups(pkgs, false)
	var lists [][]rootGroup
	if p.whole {
		lists = [][]rootGroup{groups}
	} else {
		for _, g := range p.lib.prioritise(groups, pkgs) {
			lists = append(lists, []rootGroup{g})
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
			s = &share{step: Relinked}
		}
		s.groups = list
		if s.edit == nil || !s.finish(pkgs, left) {
			p.linkShare(s, pkgs, left)
		}
		p.shares = append(p.shares, s)
		total, left = total+len(s.link.insts)-1, left-s.link.weight
	}
}

// keyOf names the share of some groups: by the first, or, if all belong to one, not at all.
func keyOf(groups []rootGroup) groupKey {
	if len(groups) != 1 {
		return groupKey{}
	}
	return groupName(&groups[0])
}

// linkShare links a share anew, within so many bytes.
func (p *Program) linkShare(s *share, pkgs []Package, bytes int) {
	s.link, s.order, s.looked, s.edit, s.again, s.step = newLive(p.cfg, p.lib), nil, nil, nil, nil, Relinked
	if s.link.cfg.MaxMemory = bytes; !p.whole {
		s.link.width = largeWidth
	}
	s.link.run(pkgs, s.groups)
}

// start takes out what an edit takes out of the share, before summaries are read again. A share that is to be linked anew has no edit then.
// Its points-to sets may take so many bytes.
func (s *share) start(e *edit, groups []rootGroup, pkgs []Package, bytes int) {
	s.cause = ""
	s.edit = s.link.touched(e, groups, pkgs)
	if s.edit.step > Unchanged {
		s.order, s.looked = nil, nil
		s.link.unsettle()
	}
	if s.edit.step < Resolved {
		return
	}
	switch l := s.link; {
	case l.ordering != "":
		s.cause = l.ordering
	case len(l.linked) > 0:
		s.cause = "bounds"
	case bytes <= 0, 4*l.weight > 3*s.heavy && s.heavy > 0:
		s.cause = "memory"
	}
	if s.cause != "" {
		s.edit = nil
		return
	}
	s.link.goLive(bytes)
	s.again = s.link.takeOut(s.edit)
}

// finish puts in what an edit puts in, after summaries have been read again. It reports false if the share has to be linked anew, as when it
// takes more than so many bytes.
func (s *share) finish(pkgs []Package, bytes int) bool {
	e, l := s.edit, s.link
	if l.linked["bytes"] && l.cfg.MaxMemory != bytes {
		s.cause = "bounds"
		return false
	}
	l.cfg.MaxMemory = bytes
	if s.cause = l.rework(e, s.again, s.groups, pkgs); s.cause == "" && len(l.linked) == 0 && l.weight > bytes {
		s.cause = "bounds"
	}
	if s.cause == overBounds {
		s.heavy = l.weight
	}
	if s.cause != "" {
		return false
	}
	s.step, s.edit, s.again = e.step, nil, nil
	return true
}
