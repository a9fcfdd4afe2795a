// This file is what runs of a program can say of a claim.

package evidence

import (
	"slices"

	"github.com/syncvet/syncvet/facts"
)

// A Meeting is what runs have shown of two accesses.
type Meeting uint8

// The meetings.
const (
	Unmet     Meeting = iota // no run has both on one variable, by two goroutines
	Apart                    // each has met others, but not this one, and each time something ordered them
	InOrder                  // each time something ordered them
	Unordered                // once nothing did
)

// A Stay is what runs have shown of an operation that may block or panic.
type Stay uint8

// The stays.
const (
	Unreached Stay = iota // no run has got there, or not all runs came to their end
	Passed                // whoever got there went on
	Stuck                 // somebody stayed there for ever, or panicked
)

// A Witness knows what bounded runs of the program have shown (internal/interp).
type Witness interface {
	// Met says what is known of two accesses; of unordered ones, what was run. It has to know whether all tests in which
	// they can meet have Ran.
	Met(a, b facts.Position, whole bool) (m Meeting, run string)
	// Raced says what was run when an access met another one that nothing orders; empty if none did.
	Raced(at facts.Position) (run string)
	// Waits says what is known of the last step of an end; if somebody has panicked there, for claims that say so, or
	// else is stuck there, what was run.
	Waits(x *End, panics bool) (s Stay, run string)
	// Ran reports whether a test was run to its end, in several orders, and did not fail.
	Ran(root facts.Symbol) bool
	// Reached reports whether a run has come to a line of a function, or nobody knows.
	Reached(fn facts.Symbol, at facts.Position) bool
	// Clean reports whether runs have accessed memory at a line, and none has raced there.
	Clean(at facts.Position) bool
	// ShownRaces are the races that runs show by themselves.
	ShownRaces() []Evidence
	// ShownStalls are the other claims that runs show by themselves: who waits for ever, and what panics.
	ShownStalls() []Evidence
}

// Ask lets a witness say how certain a claim is; who asks again gets no other answer. Claims about races in view are
// asked about pair by pair (internal/races R66).
func (x *Evidence) Ask(w Witness) {
	if w == nil || x.Kind == Race || slices.Contains(x.Doubts, DoubtPassed) {
		return
	}
	if x.Kind == Unguarded {
		if run := w.Raced(x.At()); run != "" {
			x.prove(run)
		}
		return
	}
	panics := x.Kind == Misuse || x.Kind == DoubleUnlock
	passed := len(x.Ends) > 0
	for k := range x.Ends {
		switch s, run := w.Waits(&x.Ends[k], panics); s {
		case Stuck:
			if !panics || k == 0 {
				x.prove(run)
				return
			}
			passed = false
		case Unreached:
			passed = false
		}
	}
	switch x.Kind {
	case Leak, NeverReturns, BlockedUnderLock, Misuse:
		if passed {
			x.Weaken(Low, DoubtPassed)
		}
	}
	ran := func(e End) bool { r, ok := e.root(); return ok && w.Ran(r) }
	if len(x.Ends) > 0 && !slices.ContainsFunc(x.Ends, func(e End) bool { return !ran(e) }) {
		x.Weaken(Low, DoubtRan)
	}
}

// root is the root that an end is in; ok is false if it is in none, or any caller's.
func (x *End) root() (f facts.Symbol, ok bool) {
	switch list := x.Goroutine.Chain; {
	case len(x.Callers) > 0:
	case len(list) > 0:
		return list[0].Func, true
	case len(x.Path) > 0 && x.Goroutine.Kind == RootTest:
		return x.Path[0].Func, true
	}
	return facts.Symbol{}, false
}

// prove makes a claim as certain as can be: a run shows it.
func (x *Evidence) prove(run string) { x.Grade, x.Doubts, x.Run = High, nil, run }

// Further gives the claims that runs show and a list, as far as it is shown, does not have: what is of low confidence
// is not told for certain, whoever wants to see it.
func Further(list, shown []Evidence, weakest Confidence) []Evidence {
	var more []Evidence
	for k := range shown {
		x := &shown[k]
		covers := func(y Evidence) bool { return y.Grade <= min(weakest, Medium) && y.covers(x) }
		if !slices.ContainsFunc(list, covers) && !slices.ContainsFunc(more, covers) {
			more = append(more, *x)
		}
	}
	return more
}

// covers reports whether who reads a claim is told of another one, too: it is about the same variable, or somebody
// waits at the same line.
func (x *Evidence) covers(y *Evidence) bool {
	if y.Kind != Race {
		return slices.ContainsFunc(x.Ends, func(e End) bool {
			return slices.ContainsFunc(y.Ends, func(f End) bool {
				return slices.ContainsFunc(e.Steps, func(s Step) bool { return s.Pos.SameLine(f.Last().Pos) })
			})
		})
	}
	for k := range x.Ends {
		n := x.Ends[k].Last().Name
		for i := range y.Ends {
			m := y.Ends[i].Last().Name
			if n != m || n == (facts.Symbol{}) {
				continue
			}
			if n.Kind != facts.SymLocal || x.Ends[k].Last().Func.Declared() == y.Ends[i].Last().Func.Declared() {
				return true
			}
		}
	}
	return slices.ContainsFunc(y.Places, func(p Places) bool {
		return slices.ContainsFunc(x.Places, p.SameLines)
	})
}
