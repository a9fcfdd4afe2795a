// This file is what a claim is compared by.

package merge

import (
	"slices"
	"strings"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/evidence"
)

// A claim is one of the list.
type claim struct {
	*evidence.Evidence
	index int // into the list
}

// before reports whether a claim is more certain than another one, or as certain and comes first.
func (x claim) before(y claim) bool {
	return x.Grade < y.Grade || x.Grade == y.Grade && x.index < y.index
}

// An about is what two claims that are compared have in common.
type about uint8

// What that may be.
const (
	place    about = iota // somebody waits there in both
	variable              // one access of each is of it
	counter               // a WaitGroup whose counter becomes negative
	waiters               // their goroutines wait at the same places, in one link (Distinct)
)

// A key is what claims that are compared have in common: one of its fields is set, of a local variable two.
type key struct {
	at   facts.Position // the place
	name facts.Symbol   // the variable, or the WaitGroup
	in   string         // of a WaitGroup that is a local variable of a function and its literals: that function
}

// keys are those of a claim.
func (x claim) keys(a about) (list []key) {
	switch race := x.Kind == evidence.Race || x.Kind == evidence.Unguarded; {
	case a == place && !race:
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
			n.in, _, _ = strings.Cut(x.Ends[0].Last().Func.Name, "$")
		}
		list = append(list, n)
	}
	return list
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
