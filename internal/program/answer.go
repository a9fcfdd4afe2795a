// This file puts together what the links of a program find: its roots are linked a few at a time (L4, L5).

package program

import (
	"cmp"
	"fmt"
	"maps"
	"slices"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/directive"
	"github.com/syncvet/syncvet/internal/explain"
	"github.com/syncvet/syncvet/internal/link"
	"github.com/syncvet/syncvet/internal/lockorder"
	"github.com/syncvet/syncvet/internal/order"
	"github.com/syncvet/syncvet/internal/races"
	"github.com/syncvet/syncvet/internal/waits"
)

// An answer is what all links of a program say to one view.
type answer struct {
	view       explain.View
	stray      bool // what is told is that of a function which nothing leads to
	races      []races.Race
	problems   []waits.Problem
	stats      Stats
	violations []races.Violation
	muted      map[directive.Key]bool // directives that cover races
	doubted    map[facts.Symbol]bool  // variables with races of low confidence, shown or not
	outside    map[facts.Symbol]bool  // those of them that have such a race outside tests
	keys       map[races.RaceKey]int  // of races, by index into found
	found      []races.Found
	crowded    races.Crowd
}

// looked is what pairs are looked at for: what is certain enough only for others than the view counts, too (races R47).
func (a *answer) looked() explain.View {
	see := a.view
	see.Weakest = max(see.Weakest, explain.Medium)
	return see
}

// ask links the program, a few groups of its roots at a time, and asks each link for everything that the view shows.
func (p *Program) ask(see explain.View) *answer {
	a := &answer{
		view:    see,
		keys:    map[races.RaceKey]int{},
		doubted: map[facts.Symbol]bool{},
		outside: map[facts.Symbol]bool{},
		muted:   map[directive.Key]bool{},
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
	}
	a.finish()
	a.stats.Units = len(p.lib.Units) - 1
	return a
}

// askShare takes what a share of a program under edit says.
func (a *answer) askShare(s *share) {
	if s.order == nil {
		s.order, s.looked = order.NewOrder(s.link.Link), nil
	}
	if see := a.looked(); s.looked == nil || s.looked.View != see {
		s.looked = races.NewDetector(s.order, see, a.muted)
		s.looked.Detect()
	}
	again := *s.looked // what was found out about pairs holds until something differs (U9)
	again.Muted = a.muted
	a.tell(&again)
	if !s.link.Told.Empty() {
		s.looked = nil // directives go by lines
	}
}

// each links the roots, and shows f each link: first those of every view, so that what they say is the same in each,
// then those that only show what is of low confidence.
func (p *Program) each(see explain.View, f func(*order.Order)) {
	p.cover = p.lib.NewCover(p.pkgs)
	work := p.cfg.MaxWork
	if usual := link.RootGroups(p.pkgs); len(usual) > 0 || !link.Idle(p.pkgs) {
		p.some(usual, false, &work, f)
	}
	if more := link.Harnesses(p.pkgs); see.Weakest == explain.Low && len(more) > 0 {
		p.some(more, true, &work, f)
	}
}

// some links some roots, which are harnesses that are only meant for low confidence, or not. The first link has the
// first ones in the order of the source; if some are left, or all are too large, those that add most for their size
// come first (L5). A program without roots has one link too, of what it does by itself.
func (p *Program) some(left []link.RootGroup, meant bool, work *int, f func(*order.Order)) {
	all := len(left)
	if !p.lib.Whole(left, wholeSize) {
		left = p.cover.Order(left)
	}
	for n := 0; n == 0 || len(left) > 0; n++ {
		if *work <= 0 {
			p.lib.Note("budget", tooManyRoots(left, all))
			return
		}
		l := link.NewLinker(p.cfg.Within(*work), p.lib)
		l.Meant = meant
		left = l.Run(p.pkgs, left)
		p.cover.Enter(l.Link)
		if len(left) > 0 {
			left = p.cover.Order(left)
			l.MaxLater = *work / rootShare
		}
		o := order.NewOrder(l.Link)
		f(o)
		*work -= order.Work(o)
	}
}

// wholeSize is up to which size, as it is estimated, all roots of a package are taken in the order of the source.
const wholeSize = link.DefaultInstances / 2

// rootShare is the part of the work left that a link may spend on pairs like many others (races L9) if roots are left.
const rootShare = 64

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

// take takes what one link says.
func (a *answer) take(l *order.Order) {
	d := races.NewDetector(l, a.looked(), a.muted)
	d.Detect()
	a.tell(d)
}

// tell takes what was found in one link.
func (a *answer) tell(d *races.Detector) {
	d.L.Cfg.Enter(link.Pairing)
	found := d.Finish()
	for k := range found {
		found[k].Race.Stray = a.stray
	}
	a.add(found)
	maps.Copy(a.doubted, d.Doubted)
	maps.Copy(a.outside, d.Outside)
	a.violations = append(a.violations, d.Violations()...)
	d.L.Cfg.Enter(link.Blocking)
	for _, x := range problems(d.Paths, &a.stats.Walks) {
		if d.L.Meant {
			x.Confidence = explain.Low // its roots are only asked about where that is shown
		}
		a.problems = append(a.problems, x)
	}
	a.stats.count(d.L.Link, &d.Stages, d.Rules)
}

// problems are the deadlocks, leaks and misuse of one link.
func problems(d *explain.Paths, walked *waits.Walks) []waits.Problem {
	return append(lockorder.Problems(d), waits.Problems(d, walked)...)
}

// add takes the races of one link. Of those of one group the best one stands for all.
func (a *answer) add(list []races.Found) {
	for _, f := range list {
		if k, ok := a.keys[f.Key]; ok {
			a.found[k].Join(f)
			continue
		}
		a.keys[f.Key] = len(a.found)
		a.found = append(a.found, f)
	}
}

// finish puts together what has the same two places, and orders everything: most certain first, then by position.
func (a *answer) finish() {
	for _, f := range races.WithTests(races.OnePlace(a.found)) {
		a.races = append(a.races, f.Race)
	}
	a.crowd()
	slices.SortStableFunc(a.races, func(a, b races.Race) int {
		return cmp.Or(
			races.CompareMeant(&a, &b),
			cmp.Compare(a.Confidence, b.Confidence),
			link.ComparePos(a.Ends[0].Pos, b.Ends[0].Pos),
			link.ComparePos(a.Ends[1].Pos, b.Ends[1].Pos),
		)
	})
	a.problems = waits.Distinct(a.problems)
	slices.SortStableFunc(a.problems, func(a, b waits.Problem) int {
		return cmp.Or(
			cmp.Compare(a.Confidence, b.Confidence),
			cmp.Compare(a.Kind, b.Kind),
			link.ComparePos(a.At(), b.At()),
		)
	})
	a.problems = slices.DeleteFunc(a.problems, func(x waits.Problem) bool { return x.Confidence > a.view.Weakest })
	a.races = slices.DeleteFunc(a.races, func(x races.Race) bool { return x.Confidence > a.view.Weakest })
	a.violations = slices.DeleteFunc(a.violations, func(x races.Violation) bool { return x.Confidence > a.view.Weakest })
	a.stats.Reported = len(a.races)
	a.keys, a.found = nil, nil
}

// crowd lets the races of a package in which most of what is suspected is in doubt have that doubt, too (races R47).
func (a *answer) crowd() {
	a.crowded = races.CrowdOf(a.races, a.outside, a.doubted, a.view.Without)
	for k := range a.races {
		r := &a.races[k]
		if r.Crowd(a.crowded); r.Confidence > explain.Medium {
			a.doubted[r.Ends[0].Name], a.doubted[r.Ends[1].Name] = true, true
		}
	}
}
