// This file puts together what the links of a program find: its roots are linked a few at a time (L4, L5).

package program

import (
	"cmp"
	"slices"

	"github.com/syncvet/syncvet/internal/directive"
)

// An answer is what all links of a program say to one view.
type answer struct {
	view       View
	races      []Race
	problems   []Problem
	stats      Stats
	violations []Violation
	muted      map[directive.Key]bool // directives that cover races
	keys       map[raceKey]int        // of races, by index into found
	found      []found
}

// A found race is one that a link reported, and its group.
type found struct {
	race Race
	key  raceKey
}

// ask links the program, a few groups of its roots at a time, and asks each link for everything that the view shows.
func (p *Program) ask(see View) *answer {
	a := &answer{view: see, keys: map[raceKey]int{}, muted: map[directive.Key]bool{}}
	if p.cfg.Editable {
		for _, s := range p.shares {
			a.askShare(s)
		}
	} else {
		p.lib = newLibrary(p.pkgs)
		p.each(see, a.take)
		p.fragments(a)
	}
	a.finish()
	a.stats.Units = len(p.lib.units) - 1
	return a
}

// askShare takes what a share of a program under edit says.
func (a *answer) askShare(s *share) {
	if s.order == nil {
		s.order, s.looked = newOrder(s.link.Link), nil
	}
	if s.looked == nil || s.looked.view != a.view {
		s.looked = newDetector(s.order, a.view, a.muted)
		s.looked.detect()
	}
	again := *s.looked // what was found out about pairs holds until something differs (U9)
	again.muted = a.muted
	a.tell(&again)
	if !s.link.told.Empty() {
		s.looked = nil // directives go by lines
	}
}

// each links the roots, and shows f each link. The first link has the first roots in the order of the source; if some are left, those that
// add most are next (L5).
func (p *Program) each(see View, f func(*Order)) {
	left, work := rootGroups(p.pkgs, see.Weakest == Low), p.cfg.MaxWork
	if len(left) == 0 && idle(p.pkgs) {
		return
	}
	for n := 0; n == 0 || len(left) > 0; n++ {
		if work <= 0 {
			p.lib.note("budget", "link: too many roots")
			return
		}
		l := newLinker(p.cfg, p.lib)
		left = l.run(p.pkgs, left)
		if n == 0 && len(left) > 1 {
			left = p.lib.prioritise(left, p.pkgs)
		}
		f(newOrder(l.Link))
		work -= l.work()
	}
}

// take takes what one link says.
func (a *answer) take(l *Order) {
	d := newDetector(l, a.view, a.muted)
	d.detect()
	a.tell(d)
}

// tell takes what was found in one link.
func (a *answer) tell(d *detector) {
	d.l.cfg.enter(Pairing)
	a.add(d.finish())
	a.violations = append(a.violations, d.violations()...)
	d.l.cfg.enter(Blocking)
	a.problems = append(a.problems, problems(d.Paths, &a.stats.Walks)...)
	a.stats.count(d.l.Link, &d.stages)
}

// add takes the races of one link. Of those of one group the first of the most certain ones stands for all.
func (a *answer) add(list []found) {
	for _, f := range list {
		k, ok := a.keys[f.key]
		switch {
		case !ok:
			a.keys[f.key] = len(a.found)
			a.found = append(a.found, f)
		case f.race.Confidence < a.found[k].race.Confidence:
			f.race.Others += a.found[k].race.Others + 1
			a.found[k] = f
		default:
			a.found[k].race.Others += f.race.Others + 1
		}
	}
}

// finish puts together what has the same two places, and orders everything: most certain first, then by position.
func (a *answer) finish() {
	seen := map[racePlace]int{}
	for _, f := range a.found {
		at := placeOf(&f.race)
		if k, ok := seen[at]; ok {
			a.races[k].Others += f.race.Others + 1
			a.races[k].Confidence = min(a.races[k].Confidence, f.race.Confidence)
			continue
		}
		seen[at] = len(a.races)
		a.races = append(a.races, f.race)
	}
	slices.SortStableFunc(a.races, func(a, b Race) int {
		return cmp.Or(cmp.Compare(a.Confidence, b.Confidence), comparePos(a.Ends[0].Pos, b.Ends[0].Pos), comparePos(a.Ends[1].Pos, b.Ends[1].Pos))
	})
	a.stats.Reported = len(a.races)
	a.problems = distinct(a.problems)
	slices.SortStableFunc(a.problems, func(a, b Problem) int {
		return cmp.Or(cmp.Compare(a.Confidence, b.Confidence), cmp.Compare(a.Kind, b.Kind), comparePos(a.at(), b.at()))
	})
	a.problems = slices.DeleteFunc(a.problems, func(x Problem) bool { return x.Confidence > a.view.Weakest })
	a.keys, a.found = nil, nil
}

// distinct keeps of the problems with the same threads the first, which counts the others.
func distinct(list []Problem) []Problem {
	var kept []Problem
	for _, x := range list {
		k := slices.IndexFunc(kept, func(y Problem) bool { return x.Kind == y.Kind && slices.EqualFunc(x.Threads, y.Threads, sameEnd) })
		if k < 0 {
			kept = append(kept, x)
			continue
		}
		kept[k].Others += x.Others + 1
		kept[k].Confidence = min(kept[k].Confidence, x.Confidence)
	}
	return kept
}

// sameEnd tells whether two threads end at the same place.
func sameEnd(a, b Thread) bool { return a.Steps[len(a.Steps)-1].Pos == b.Steps[len(b.Steps)-1].Pos }
