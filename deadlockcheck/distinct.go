// This file drops problems that others say already: what was found by names, and of one counter all but the surest.

package deadlockcheck

import (
	"cmp"
	"slices"
	"strings"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/evidence"
	"github.com/syncvet/syncvet/internal/fieldwaits"
	"github.com/syncvet/syncvet/internal/link"
	"github.com/syncvet/syncvet/internal/lockpaths"
)

// byName is what is judged by the names of locks and fields, whoever runs the functions.
func byName(own *lockpaths.Result) []evidence.Evidence {
	return slices.Concat(own.Standstills(), fieldwaits.Find(own), own.Inversions())
}

// unsaid is what goroutines in view do, but for locks taken twice, and Onces that wait for themselves, that a
// function's own mistakes name already.
func unsaid(seen, alone []evidence.Evidence) []evidence.Evidence {
	same := func(x, y *evidence.Evidence) bool {
		a, b := x.Ends[0].Steps, y.Ends[0].Steps
		if x.Ends[0].Last().Pos != y.Ends[0].Last().Pos {
			return false
		}
		once := x.Ends[0].Last().Act == evidence.ActWaitsOnce && y.Ends[0].Last().Act == evidence.ActWaitsOnce
		return once && y.Grade <= x.Grade ||
			x.Kind == evidence.SelfDeadlock && y.Kind == x.Kind && len(a) == len(b) && a[0].Pos == b[0].Pos
	}
	return slices.DeleteFunc(slices.Clone(seen), func(x evidence.Evidence) bool {
		return slices.ContainsFunc(alone, func(y evidence.Evidence) bool { return same(&x, &y) })
	})
}

// contend joins what goroutines in view do to each other and what names show, as far as it is certain enough. Where
// both tell of a wait at one place, the more certain one is kept; of equally certain ones that with goroutines in view,
// unless users are assumed there.
// So what is shown of one confidence does not depend on whether weaker ones are shown.
func contend(seen, named []evidence.Evidence, weakest evidence.Confidence) []evidence.Evidence {
	assumed := func(x evidence.Evidence) bool { return x.Assumed }
	inView, byName := surest(slices.DeleteFunc(slices.Clone(seen), assumed)), surest(named)
	all := surest(seen)
	beaten := func(x *evidence.Evidence, others map[link.Position]evidence.Confidence, tie bool) bool {
		return slices.ContainsFunc(waitPlaces(x), func(at link.Position) bool {
			c := others[at]
			return c != 0 && (c < x.Grade || tie && c == x.Grade)
		})
	}
	var kept []evidence.Evidence
	for _, x := range seen {
		if !beaten(&x, byName, x.Assumed) && x.Grade <= weakest {
			kept = append(kept, x)
		}
	}
	for _, x := range named {
		if !beaten(&x, inView, true) && !beaten(&x, all, false) && x.Grade <= weakest {
			kept = append(kept, x)
		}
	}
	return oncePerCounter(kept)
}

// A counter is a WaitGroup: a field or package variable, or a local variable of a function and its literals.
type counter struct {
	name facts.Symbol // as reports name it
	in   string       // the function of a local variable; else ""
}

// counterOf is the WaitGroup of which a Done is one too many; zero if the problem is another one, or its name unknown.
func counterOf(x *evidence.Evidence) counter {
	last := x.Ends[0].Last()
	switch {
	case x.Kind != evidence.Misuse || last.Act != evidence.ActDone:
		return counter{}
	case x.Name.Kind == facts.SymLocal:
		in, _, _ := strings.Cut(last.Func.Name, "$")
		return counter{x.Name, in}
	}
	return counter{x.Name, ""}
}

// oncePerCounter keeps the most certain one of the problems with which the counter of one WaitGroup becomes negative:
// which Done is one too many is a matter of what comes first.
func oncePerCounter(list []evidence.Evidence) []evidence.Evidence {
	best := map[counter]int{}
	for k := range list {
		c := counterOf(&list[k])
		if old, ok := best[c]; c != (counter{}) && (!ok || list[k].Grade < list[old].Grade) {
			best[c] = k
		}
	}
	var kept []evidence.Evidence
	for k := range list {
		if c := counterOf(&list[k]); c == (counter{}) || best[c] == k {
			kept = append(kept, list[k])
		}
	}
	return kept
}

// surest is where the goroutines of problems wait, and how certain the most certain problem there is.
func surest(list []evidence.Evidence) map[link.Position]evidence.Confidence {
	at := map[link.Position]evidence.Confidence{}
	for i := range list {
		for _, pos := range waitPlaces(&list[i]) {
			at[pos] = min(cmp.Or(at[pos], evidence.Low), list[i].Grade)
		}
	}
	return at
}

// met raises the confidence of cycles of two locks that is low only because each lock may be that of another object, if
// the functions themselves say how they meet: one lock's object is kept in a container of the other one's, and leads
// back to it (internal/lockorder D5).
func met(r *lockpaths.Result, seen []evidence.Evidence) []evidence.Evidence {
	other := func(d evidence.Doubt) bool { return d != evidence.DoubtObjects }
	open := func(x evidence.Evidence) bool {
		return x.Kind == evidence.LockCycle && x.Grade == evidence.Low && len(x.Ends) == 2 &&
			len(x.Doubts) > 0 && !slices.ContainsFunc(x.Doubts, other)
	}
	if !slices.ContainsFunc(seen, open) {
		return seen
	}
	type places [2]facts.Position
	facing := map[places]bool{}
	for _, x := range r.Facing() {
		if x.Grade < evidence.Low {
			a, b := x.Ends[0].Last().Pos, x.Ends[1].Last().Pos
			facing[places{a, b}], facing[places{b, a}] = true, true
		}
	}
	list := slices.Clone(seen)
	for k := range list {
		if at := waitPlaces(&list[k]); open(list[k]) && facing[places{at[0], at[1]}] {
			list[k].Grade = evidence.Medium
		}
	}
	return list
}

// waitPlaces is where the goroutines of a problem wait. Of what a name shows outside cycles only the first one is one
// that waits for sure.
func waitPlaces(x *evidence.Evidence) []link.Position {
	var list []link.Position
	for k := range x.Ends {
		if s := x.Ends[k].Steps; k == 0 || !x.Local || x.Kind == evidence.LockCycle {
			list = append(list, s[len(s)-1].Pos)
		}
	}
	return list
}
