// This file links the roots of a program a few at a time, and asks each link (L4, L5).

package program

import (
	"fmt"

	"github.com/syncvet/syncvet/internal/directive"
	"github.com/syncvet/syncvet/internal/evidence"
	"github.com/syncvet/syncvet/internal/explain"
	"github.com/syncvet/syncvet/internal/link"
	"github.com/syncvet/syncvet/internal/order"
	"github.com/syncvet/syncvet/internal/races"
)

// ask links the program, a few groups of its roots at a time, and asks each link for everything that the view shows.
func (p *Program) ask(see explain.View) *answer {
	a := &answer{
		view:      see,
		keys:      map[races.RaceKey]int{},
		suspected: races.NewSuspicion(),
		elsewhere: map[evidence.Places]bool{},
		muted:     map[directive.Key]bool{},
	}
	if p.cfg.Editable {
		for _, s := range p.shares {
			a.askShare(s)
		}
	} else {
		p.lib = link.NewLibrary(p.pkgs)
		p.each(see, a.take)
		p.fragments(a)
		a.stats.Entered, a.stats.Declared = p.cover.Entered(p.pkgs)
		a.stats.Skipped = p.skipped
	}
	a.finish()
	a.stats.Units = len(p.lib.Units) - 1
	return a
}

// each links the roots, and shows f each link: first those of every view, so that what they say is the same in each,
// then those that only show what is of low confidence.
func (p *Program) each(see explain.View, f func(*order.Order)) {
	p.cover = p.lib.NewCover(p.pkgs)
	p.skipped = 0
	work := p.cfg.MaxWork
	if usual := link.RootGroups(p.pkgs); len(usual) > 0 || !link.Idle(p.pkgs) {
		p.some(usual, false, &work, f)
	}
	if more := link.Harnesses(p.pkgs); see.Weakest == evidence.Low && len(more) > 0 {
		p.some(more, true, &work, f)
	}
}

// some links some roots, which are harnesses that are only meant for low confidence, or not. The first link has the
// first ones in the order of the source; if some are left, or all are too large, those that add most for their size
// come first (L5), and those that bring nothing new last (L9). A program without roots has one link too, of what it
// does by itself.
func (p *Program) some(left []link.RootGroup, meant bool, work *int, f func(*order.Order)) {
	all, known, seen := len(left), 0, p.lib.NewSeen(p.cfg)
	if !p.lib.Whole(left, wholeSize) {
		left = p.cover.Order(left)
	}
	for n := 0; n == 0 || len(left) > 0; n++ {
		if *work <= 0 && known < len(left) {
			p.lib.Note("budget", tooManyRoots(left[:len(left)-known], all))
		}
		if *work <= 0 || n > 0 && known == len(left) && *work < p.cfg.MaxWork/knownShare {
			p.skipped += known
			return
		}
		l := link.NewLinker(p.cfg.Within(*work), p.lib)
		l.Meant = meant
		roots := left
		left = l.Run(p.pkgs, left)
		p.cover.Enter(l.Link)
		if len(left) > 0 {
			seen.Enter(l.Link, roots[:len(roots)-len(left)])
			left, known = seen.Last(p.cover.Order(left))
			l.MaxLater = *work / rootShare
		}
		o := order.NewOrder(l.Link)
		f(o)
		*work -= order.Work(o)
	}
}

// tooManyRoots says of how many groups of roots some were left out, and by which functions they start.
func tooManyRoots(left []link.RootGroup, all int) string {
	var names []string
	for _, g := range left {
		for _, f := range g.Funcs {
			names = append(names, f.Name)
		}
	}
	return fmt.Sprintf("link: too many roots: %d of %d are left out: %s", len(left), all, link.FirstNames(names))
}
