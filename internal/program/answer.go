// This file is an answer: what the links of a program find, put together.

package program

import (
	"cmp"
	"maps"
	"slices"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/directive"
	"github.com/syncvet/syncvet/internal/evidence"
	"github.com/syncvet/syncvet/internal/explain"
	"github.com/syncvet/syncvet/internal/link"
	"github.com/syncvet/syncvet/internal/lockorder"
	"github.com/syncvet/syncvet/internal/merge"
	"github.com/syncvet/syncvet/internal/order"
	"github.com/syncvet/syncvet/internal/races"
	"github.com/syncvet/syncvet/internal/waits"
)

// An answer is what all links of a program say to one view.
type answer struct {
	view       explain.View           // what is asked to be shown
	stray      bool                   // what is told is that of a function which nothing leads to
	races      []evidence.Evidence    // most certain first, then by position; of one group the best
	problems   []evidence.Evidence    // deadlocks, leaks and misuse, most certain first, then by position
	stats      Stats                  // sizes of all links
	violations []evidence.Evidence    // uses that may come before what they need (AV5002, AV5003)
	muted      map[directive.Key]bool // directives that cover races
	// where races stand that runs show, and that other packages tell
	elsewhere map[evidence.Places]bool
	suspected races.Suspicion       // variables with races of low confidence, shown or not
	keys      map[races.RaceKey]int // of races, by index into found
	found     []races.Found         // races as links found them; nil when they are put together
	crowded   races.Crowd           // how many races of low confidence there are, of what
}

// looked is what pairs are looked at for: what is certain enough only for others than the view counts, too (races R47).
func (a *answer) looked() explain.View {
	see := a.view
	see.Weakest = max(see.Weakest, evidence.Medium)
	return see
}

// askShare takes what a share of a program under edit says.
func (a *answer) askShare(s *partition) {
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
	a.suspected.Add(d.Suspicion)
	maps.Copy(a.elsewhere, d.Elsewhere)
	a.violations = append(a.violations, d.Violations()...)
	d.L.Cfg.Enter(link.Blocking)
	for _, x := range problems(d.Paths, &a.stats.Walks) {
		x.Ask(a.view.Witness)
		if d.L.Meant {
			x.Grade = evidence.Low // its roots are only asked about where that is shown
		}
		a.problems = append(a.problems, x)
	}
	a.stats.count(d.L.Link, &d.Stages, d.Rules)
}

// problems are the deadlocks, leaks and misuse of one link.
func problems(d *explain.Paths, walked *waits.Walks) []evidence.Evidence {
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
	slices.SortStableFunc(a.races, func(a, b evidence.Evidence) int {
		return cmp.Or(
			races.CompareMeant(&a, &b),
			cmp.Compare(a.Grade, b.Grade),
			facts.ComparePos(a.Ends[0].Last().Pos, b.Ends[0].Last().Pos),
			facts.ComparePos(a.Ends[1].Last().Pos, b.Ends[1].Last().Pos),
		)
	})
	a.problems = merge.Distinct(a.problems, a.view.Without)
	slices.SortStableFunc(a.problems, func(a, b evidence.Evidence) int {
		return cmp.Or(
			cmp.Compare(a.Grade, b.Grade),
			cmp.Compare(a.Kind, b.Kind),
			facts.ComparePos(a.At(), b.At()),
		)
	})
	a.problems = slices.DeleteFunc(a.problems, func(x evidence.Evidence) bool { return x.Grade > a.view.Weakest })
	a.races = slices.DeleteFunc(a.races, func(x evidence.Evidence) bool { return x.Grade > a.view.Weakest })
	a.violations = slices.DeleteFunc(a.violations, func(x evidence.Evidence) bool { return x.Grade > a.view.Weakest })
	a.stats.Reported = len(a.races)
	a.keys, a.found = nil, nil
}

// crowd lets the races of a package in which most of what is suspected is in doubt have that doubt, too (races R47).
func (a *answer) crowd() {
	a.crowded = races.CrowdOf(a.races, a.suspected, a.view.Without)
	for k := range a.races {
		r := &a.races[k]
		if !r.Stray && r.Run == "" { // what one function shares with what it starts does not rest on the package's locks
			a.crowded.Weigh(r)
		}
		if r.Grade > evidence.Medium {
			a.suspected.Doubted[r.Ends[0].Last().Name], a.suspected.Doubted[r.Ends[1].Last().Name] = true, true
		}
	}
}
