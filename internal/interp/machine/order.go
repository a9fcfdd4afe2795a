// This file holds orders of threads by rank: who has the highest one goes on, until it waits or falls behind all others
// (V60).

package machine

import (
	"math/rand/v2"
	"slices"
)

// The kinds of moments at which threads may fall behind.
const (
	operation = iota // one of synchronisation
	touch            // an access of memory
	kinds            // how many there are
)

// A ranking decides by ranks who goes on.
type ranking struct {
	ranked  bool           // it does
	ranks   []int          // of threads, by number: the highest one goes on
	lowest  int            // the lowest rank so far
	drops   [kinds][]int64 // the moments at which who is there falls behind, by kind, the first one first
	Moments [kinds]int64   // how many there were so far
}

// rank makes ranks decide who goes on: at some moments, of as many as another run had, who is there falls behind.
func (o *ranking) rank(rng *rand.Rand, changes int, moments [kinds]int64) {
	o.ranked = true
	for range changes {
		k := rng.IntN(kinds)
		o.drops[k] = append(o.drops[k], 1+rng.Int64N(max(moments[k], 1)))
	}
	for k := range o.drops {
		slices.Sort(o.drops[k])
	}
}

// enter gives a new thread a rank. Those before it that have none are over.
func (o *ranking) enter(id int, rng *rand.Rand) {
	if !o.ranked {
		return
	}
	for len(o.ranks) <= id {
		o.ranks = append(o.ranks, 1+rng.IntN(1<<30))
	}
}

// lower makes a thread fall behind all others.
func (o *ranking) lower(id int) {
	if o.ranked {
		o.lowest--
		o.ranks[id] = o.lowest
	}
}

// falls counts a moment, and reports whether who is there falls behind.
func (o *ranking) falls(kind int) bool {
	o.Moments[kind]++
	if list := o.drops[kind]; len(list) > 0 && o.Moments[kind] >= list[0] {
		o.drops[kind] = list[1:]
		return true
	}
	return false
}
