// This file compares the order in which roots are linked with that of a plain search (L5).

package link

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/syncvet/syncvet/facts"
)

// plainOrder takes the group that adds most for its size again and again.
func plainOrder(c *Cover, groups []RootGroup, reach map[facts.Symbol][]UnitID) []RootGroup {
	covered, left := map[UnitID]bool{}, slices.Clone(groups)
	for u := range c.entered {
		covered[u] = true
	}
	var ordered []RootGroup
	for len(left) > 0 {
		best, most := 0, -1
		for k, g := range left {
			n := 0
			for _, u := range reach[g.Funcs[0]] {
				if !covered[u] {
					n++
				}
			}
			if n = n * worthScale / (1 + c.sizes[g.Funcs[0]]); n > most {
				best, most = k, n
			}
		}
		for _, u := range reach[left[best].Funcs[0]] {
			covered[u] = true
		}
		ordered = append(ordered, left[best])
		left = slices.Delete(left, best, best+1)
	}
	return ordered
}

// FuzzOrder compares the queue with the plain search, before and after functions are entered.
func FuzzOrder(f *testing.F) {
	for seed := range uint64(50) {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, seed uint64) {
		rnd := rand.New(rand.NewPCG(seed, 1))
		c := &Cover{entered: map[UnitID]bool{}, reached: map[facts.Symbol][]UnitID{}, sizes: map[facts.Symbol]int{}}
		var groups []RootGroup
		reach := map[facts.Symbol][]UnitID{}
		for k := range rnd.IntN(12) {
			sym := facts.Symbol{Name: fmt.Sprint(k)}
			groups = append(groups, RootGroup{Funcs: []facts.Symbol{sym}})
			for u := range UnitID(20) {
				if rnd.IntN(4) == 0 {
					reach[sym] = append(reach[sym], u+1)
				}
			}
			c.reached[sym], c.sizes[sym] = slices.Clone(reach[sym]), rnd.IntN(60)
		}
		for range 3 {
			got, want := c.Order(groups), plainOrder(c, groups, reach)
			if !slices.EqualFunc(got, want, func(a, b RootGroup) bool { return a.Funcs[0] == b.Funcs[0] }) {
				t.Fatalf("order %v, want %v", got, want)
			}
			c.entered[UnitID(rnd.IntN(20)+1)] = true
		}
	})
}
