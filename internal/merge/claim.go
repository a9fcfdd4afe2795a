// This file is what a claim is compared by.

package merge

import (
	"slices"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/evidence"
)

// A claim is one of the list.
type claim struct {
	*evidence.Evidence
	index int  // into the list
	way   Lead // what leads to both accesses of a race (Joined); zero: nothing is asked, or one of them is here
}

// before reports whether a claim is more certain than another one, or as certain and comes first.
func (x claim) before(y claim) bool {
	return x.Grade < y.Grade || x.Grade == y.Grade && x.index < y.index
}

// A Lead is what leads from the package analysed to the accesses of a race that both lie in other packages.
type Lead struct {
	At    facts.Position // the place that leads to the first access
	Other facts.Position // the one that leads to the second; zero when nothing here leads to it
	Name  facts.Symbol   // the variable, if those packages are of the same module: it can be guarded there; else zero
}

// An about is what two claims that are compared have in common.
type about uint8

// What that may be.
const (
	place    about = iota // somebody waits there in both
	variable              // one access of each is of it
	counter               // a WaitGroup whose counter becomes negative
	waiters               // their goroutines wait at the same places, in one link (Distinct)
	lines                 // the lines of two accesses of a variable, or of what it holds (Joined)
	ways                  // what leads from here to two accesses elsewhere (Joined)
)

// A key is what claims that are compared have in common: what is not compared is zero.
type key struct {
	at    facts.Position // the place, or the first of two
	other facts.Position // the second of two
	name  facts.Symbol   // the variable, or the WaitGroup
	in    string         // of a WaitGroup that is a local variable of a function and its literals: that function
}

// keys are those of a claim.
func (x claim) keys(a about) (list []key) {
	switch race := x.Kind == evidence.Race || x.Kind == evidence.Unguarded; {
	case a == place && x.Kind < evidence.Race:
		for _, at := range waits(x.Evidence) {
			list = append(list, key{at: at})
		}
	case a == variable && race:
		for k := range x.Ends {
			if n := (key{name: x.Ends[k].Last().Name}); n != (key{}) && !slices.Contains(list, n) {
				list = append(list, n)
			}
		}
	case a == counter && x.Kind == evidence.Misuse && x.Ends[0].Last().Act == evidence.ActDone &&
		x.Name != (facts.Symbol{}):
		n := key{name: x.Name}
		if n.name.Kind == facts.SymLocal {
			n.in = x.Ends[0].Last().Func.Declared().Name
		}
		list = append(list, n)
	case a == lines && x.Kind == evidence.Race && ofElement(x.Evidence):
		list = append(list, x.onLines(evidence.Places{x.Ends[0].Last().Pos, x.Ends[1].Last().Pos}))
	case a == lines && x.Kind == evidence.Race:
		for _, at := range x.Places {
			list = append(list, x.onLines(at))
		}
	case a == ways && x.way != (Lead{}):
		list = append(list, key{at: x.way.At, other: x.way.Other, name: x.way.Name})
	}
	return list
}

// onLines is the variable of a race and two lines, in a fixed order.
func (x claim) onLines(at evidence.Places) key {
	a, b := at[0], at[1]
	a.Col, b.Col = 0, 0
	if b.Line < a.Line {
		a, b = b, a
	}
	return key{at: a, other: b, name: x.Ends[0].Last().Name}
}

// ofElement reports whether a race is about the elements of a slice or map.
func ofElement(x *evidence.Evidence) bool {
	v := x.Ends[0].Last().Access.Var
	return v == facts.VarSlice || v == facts.VarMap
}

// waits is where the goroutines of a claim wait. Of what a name shows outside cycles only the first one is one that
// waits for sure.
func waits(x *evidence.Evidence) (list []facts.Position) {
	for k := range x.Ends {
		if k == 0 || !x.Local || x.Kind == evidence.LockCycle {
			list = append(list, x.Ends[k].Last().Pos)
		}
	}
	return list
}
