// This file drops problems that others say already: what was found by names, and of one counter all but the surest.

package deadlockcheck

import (
	"cmp"
	"slices"
	"strings"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/explain"
	"github.com/syncvet/syncvet/internal/link"
	"github.com/syncvet/syncvet/internal/lockpaths"
	"github.com/syncvet/syncvet/internal/waits"
)

// byName is what is judged by the names of locks and fields, whoever runs the functions.
func byName(own *lockpaths.Result) []waits.Problem {
	return slices.Concat(standstills(own), lonely(own), lostWakeups(own), inversions(own))
}

// unsaid is what goroutines in view do, but for locks taken twice, and Onces that wait for themselves, that a
// function's own mistakes name already.
func unsaid(seen, alone []waits.Problem) []waits.Problem {
	same := func(x, y *waits.Problem) bool {
		a, b := x.Threads[0].Steps, y.Threads[0].Steps
		if lastStep(x).Pos != lastStep(y).Pos {
			return false
		}
		once := lastStep(x).Act == waits.ActWaitsOnce && lastStep(y).Act == waits.ActWaitsOnce
		return once && y.Confidence <= x.Confidence ||
			x.Kind == waits.SelfDeadlock && y.Kind == x.Kind && len(a) == len(b) && a[0].Pos == b[0].Pos
	}
	return slices.DeleteFunc(slices.Clone(seen), func(x waits.Problem) bool {
		return slices.ContainsFunc(alone, func(y waits.Problem) bool { return same(&x, &y) })
	})
}

// contend joins what goroutines in view do to each other and what names show, as far as it is certain enough. Where
// both tell of a wait at one place, the more certain one is kept; of equally certain ones that with goroutines in view,
// unless users are assumed there.
// So what is shown of one confidence does not depend on whether weaker ones are shown.
func contend(seen, named []waits.Problem, weakest explain.Confidence) []waits.Problem {
	assumed := func(x waits.Problem) bool { return x.Assumed }
	inView, byName := surest(slices.DeleteFunc(slices.Clone(seen), assumed)), surest(named)
	all := surest(seen)
	beaten := func(x *waits.Problem, others map[link.Position]explain.Confidence, tie bool) bool {
		return slices.ContainsFunc(waitPlaces(x), func(at link.Position) bool {
			c := others[at]
			return c != 0 && (c < x.Confidence || tie && c == x.Confidence)
		})
	}
	var kept []waits.Problem
	for _, x := range seen {
		if !beaten(&x, byName, x.Assumed) && x.Confidence <= weakest {
			kept = append(kept, x)
		}
	}
	for _, x := range named {
		if !beaten(&x, inView, true) && !beaten(&x, all, false) && x.Confidence <= weakest {
			kept = append(kept, x)
		}
	}
	return oncePerCounter(kept)
}

// A counter is a WaitGroup: a field or package variable, or a local variable of a function and its literals.
type counter struct {
	name facts.Symbol
	in   string // the function of a local variable; else ""
}

// counterOf is the WaitGroup of which a Done is one too many; zero if the problem is another one, or its name unknown.
func counterOf(x *waits.Problem) counter {
	last := lastStep(x)
	switch {
	case x.Kind != waits.Misuse || last.Act != waits.ActDone:
		return counter{}
	case x.Name.Kind == facts.SymLocal:
		in, _, _ := strings.Cut(last.Func.Name, "$")
		return counter{x.Name, in}
	}
	return counter{x.Name, ""}
}

// oncePerCounter keeps the most certain one of the problems with which the counter of one WaitGroup becomes negative:
// which Done is one too many is a matter of what comes first.
func oncePerCounter(list []waits.Problem) []waits.Problem {
	best := map[counter]int{}
	for k := range list {
		c := counterOf(&list[k])
		if old, ok := best[c]; c != (counter{}) && (!ok || list[k].Confidence < list[old].Confidence) {
			best[c] = k
		}
	}
	var kept []waits.Problem
	for k := range list {
		if c := counterOf(&list[k]); c == (counter{}) || best[c] == k {
			kept = append(kept, list[k])
		}
	}
	return kept
}

// surest is where the goroutines of problems wait, and how certain the most certain problem there is.
func surest(list []waits.Problem) map[link.Position]explain.Confidence {
	at := map[link.Position]explain.Confidence{}
	for i := range list {
		for _, pos := range waitPlaces(&list[i]) {
			at[pos] = min(cmp.Or(at[pos], explain.Low), list[i].Confidence)
		}
	}
	return at
}
