// This file is what is suspected in a link, or in a package, with low confidence (R47).

package races

import (
	"maps"

	"github.com/syncvet/syncvet/facts"
)

// A Suspicion is the variables of a package, or of a link, that have races of low confidence, shown or not.
type Suspicion struct {
	Doubted map[facts.Symbol]bool // all
	Outside map[facts.Symbol]bool // those with such a race that no test code leads to
	Amiss   map[facts.Symbol]bool // those with such a race of which it is not in doubt which object it is
}

// NewSuspicion is none.
func NewSuspicion() Suspicion {
	return Suspicion{map[facts.Symbol]bool{}, map[facts.Symbol]bool{}, map[facts.Symbol]bool{}}
}

// Add adds what is suspected in another link.
func (s Suspicion) Add(t Suspicion) {
	maps.Copy(s.Doubted, t.Doubted)
	maps.Copy(s.Outside, t.Outside)
	maps.Copy(s.Amiss, t.Amiss)
}
