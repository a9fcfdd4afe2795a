// This file makes a Program consist of other packages: links that are kept are changed by the difference (U1-U7, U10).

package program

import (
	"cmp"

	"github.com/syncvet/syncvet/internal/link"
	"github.com/syncvet/syncvet/internal/relink"
)

// Update makes the program consist of the given packages: the first is the most important one when two know the same
// function. Packages are compared by content with those of the last Update, and only what differs is done again
// (U1-U7); the result is that of a new program. It says how much had to be done.
func (p *Program) Update(pkgs []link.Package) relink.Step {
	step := p.revise(pkgs)
	p.pkgs, p.known = pkgs, nil
	return step
}

// revise changes the links by the difference, or makes new ones if they are kept.
func (p *Program) revise(pkgs []link.Package) relink.Step {
	if p.cause = ""; !p.cfg.Editable {
		return relink.Relinked
	}
	if p.lib == nil {
		p.relink(pkgs)
		return relink.Relinked
	}
	e := relink.Compare(p.lib, pkgs)
	groups := link.RootGroups(pkgs)
	if whole := e.Lib.Whole(groups, p.cfg.MaxWhole); e.Cause == "" && whole != p.whole {
		e.Cause = "size"
	}
	if p.cause = e.Cause; p.cause != "" {
		p.relink(pkgs)
		return relink.Relinked
	}
	old := p.start(e, groups, pkgs)
	if relink.Reread(p.lib, e); len(p.lib.Notes) > 0 {
		p.cause = "damage"
		p.relink(pkgs)
		return relink.Relinked
	}
	p.divide(pkgs, old)
	step := relink.Unchanged
	for _, s := range p.shares {
		step = max(step, s.step)
	}
	return step
}

// start prepares the shares whose roots are still there for an edit.
func (p *Program) start(e *relink.Edit, groups []link.RootGroup, pkgs []link.Package) map[groupKey]*partition {
	old := map[groupKey]*partition{}
	if p.whole {
		s := p.shares[0]
		s.start(e, groups, pkgs, p.forSets(s))
		return map[groupKey]*partition{keyOf(groups): s}
	}
	now := map[groupKey][]link.RootGroup{}
	for k := range groups {
		now[groupName(&groups[k])] = groups[k : k+1]
	}
	for _, s := range p.shares {
		if list := now[keyOf(s.groups)]; list != nil {
			s.start(e, list, pkgs, p.forSets(s))
			old[keyOf(list)] = s
		}
	}
	return old
}

// relink links everything anew.
func (p *Program) relink(pkgs []link.Package) {
	p.lib, p.shares, p.over = link.NewLibrary(pkgs), nil, false
	p.whole = p.lib.Whole(link.RootGroups(pkgs), p.cfg.MaxWhole)
	p.divide(pkgs, nil)
}

// divide puts the roots into shares: those that are there already are brought up to date, others made (U10).
func (p *Program) divide(pkgs []link.Package, old map[groupKey]*partition) {
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
			s = &partition{step: relink.Relinked}
		}
		s.groups = list
		if s.edit == nil || !s.finish(pkgs, left) {
			p.linkShare(s, pkgs, left)
		}
		p.shares = append(p.shares, s)
		total, left = total+len(s.link.Insts)-1, left-s.link.Weight
	}
}

// linkShare links a share anew, within so many bytes.
func (p *Program) linkShare(s *partition, pkgs []link.Package, bytes int) {
	s.link, s.order, s.looked, s.edit, s.again, s.step = relink.NewLive(p.cfg, p.lib), nil, nil, nil, nil, relink.Relinked
	if s.link.Cfg.MaxMemory = bytes; !p.whole {
		s.link.Width = largeWidth
	}
	s.link.Run(pkgs, s.groups)
}

// Cause says why the last Update linked something anew; it is empty if it did not, or had to.
func (p *Program) Cause() string {
	cause := p.cause
	for _, s := range p.shares {
		cause = cmp.Or(cause, s.cause)
	}
	return cause
}

// Links is how many links a program under edit has.
func (p *Program) Links() int { return len(p.shares) }

// Steps counts the links of a program under edit by how much of them the last Update had to redo.
func (p *Program) Steps() map[relink.Step]int {
	n := map[relink.Step]int{}
	for _, s := range p.shares {
		n[s.step]++
	}
	return n
}
