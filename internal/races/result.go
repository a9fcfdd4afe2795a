// This file is what a race says: which are ours to report, both ends, and what it stands for.

package races

import (
	"slices"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/explain"
	"github.com/syncvet/syncvet/internal/link"
)

// A Race is a pair of accesses that nothing orders, with what is needed to explain it.
type Race struct {
	Confidence explain.Confidence
	Ends       [2]explain.End
	Object     facts.ObjKind  // what holds the variable
	Alloc      link.Position  // where it is made; zero for static storage
	MayLock    bool           // a lock that may be the same is held on both sides
	Static     facts.Symbol   // of what has static storage: its name
	Related    []explain.Sync // synchronisation near the accesses that does not order them: Sync.End is into Ends
	// for each end, how many functions of its Path, from the last one on, are also entered with a lock held that the
	// other end holds: they cannot take that lock themselves
	Under [2]int
	Stray bool // seen in a link of its own only, of a function that nothing leads to (R48)
	Meant bool // seen in harnesses only that are linked where what is of low confidence is shown, too (C7)
	// counterexamples: pairs of call paths that lead to this race and to others on the variable, so many that each end is
	// in one
	Pairs  []Pair
	Places []RacePlaces    // of all pairs that the race stands for, this one's too: each once
	Bare   []link.Position // of the pairs' accesses at which no lock is held: each line once
	Asleep []explain.Wait  // waits for a goroutine of an end, with a lock held that this end would have to take
	Doubts []*Rule         // why it is not certain, of the table's order; none of violations of order
	// why two calls of a synthesised client are taken to overlap; NoClient if both goroutines are in view
	Evidence link.ClientKind
	Client   facts.Symbol // the type whose client that is; zero for NoClient
}

// RacePlaces are where the two accesses of a pair stand, in the order of places.
type RacePlaces [2]link.Position

// Others is how many further pairs of accesses a race stands for.
func (r *Race) Others() int { return max(len(r.Places)-1, 0) }

// Absorb makes a race stand for what another one stands for, too. What is of low confidence is left out, unless the
// race is that itself: what a race says of others does not depend on what is shown.
func (r *Race) Absorb(x *Race) {
	if x.Confidence > max(r.Confidence, explain.Medium) || x.Meant && !r.Meant {
		return
	}
	for _, p := range x.Places {
		if !slices.Contains(r.Places, p) {
			r.Places = append(r.Places, p)
		}
	}
	for _, p := range x.Bare {
		r.addBare(p)
	}
	for k := range x.Pairs {
		if !slices.ContainsFunc(r.Pairs, x.Pairs[k].same) {
			r.Pairs = append(r.Pairs, x.Pairs[k])
		}
	}
}

// Swap makes the second end the first.
func (r *Race) Swap() {
	r.Ends[0], r.Ends[1] = r.Ends[1], r.Ends[0]
	r.Under[0], r.Under[1] = r.Under[1], r.Under[0]
	r.Related = slices.Clone(r.Related)
	for k := range r.Related {
		r.Related[k].End = 1 - r.Related[k].End
	}
}

// A Pair is two call paths that may be in progress at once, and what is done at their ends.
type Pair struct {
	Paths    [2][]explain.Frame
	Accesses [2]facts.Access
	At       [2]link.Position
}

// same reports whether two pairs look alike, whichever side is the first.
func (p *Pair) same(q Pair) bool {
	alike := func(i, j int) bool { return p.At[i] == q.At[j] && slices.Equal(p.Paths[i], q.Paths[j]) }
	return alike(0, 0) && alike(1, 1) || alike(0, 1) && alike(1, 0)
}

// addBare adds a place at which no lock is held.
func (r *Race) addBare(p link.Position) {
	if !slices.ContainsFunc(r.Bare, func(q link.Position) bool { return q.File == p.File && q.Line == p.Line }) {
		r.Bare = append(r.Bare, p)
	}
}
