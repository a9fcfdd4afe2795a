// This file compares the graph, under random edits, with a twin that tries every sequence of edges against the rules as
// they stand in the package comment, from scratch.

package lockgraph

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
)

// A world is random answers of a client. Answers change when the salt does.
type world struct{ salt uint32 }

func (w *world) hash(ns ...uint32) uint32 {
	h := uint32(2166136261)
	for _, n := range append(ns, w.salt) {
		h = (h ^ n) * 16777619
		h ^= h >> 15
	}
	return h
}

func (w *world) options() Options {
	return Options{
		Parallel: func(a, b uint32) bool { return w.hash(1, a, b)%6 != 0 },
		Multiple: func(o uint32) bool { return o == 1 },
		Exact:    func(l LockID) bool { return l%2 == 1 },
		Writer: func(l LockID, places []uint32) uint32 {
			h := uint32(3)
			for _, p := range places {
				h += w.hash(2, uint32(l), p)
			}
			return h % 3
		},
	}
}

// naive finds the cycles among edges, each written as text, by the rules.
func naive(g *Graph, w *world) []string {
	ids, o := g.live(), w.options()
	var all []string
	var try func(seq []EdgeID)
	try = func(seq []EdgeID) {
		if len(seq) > 0 {
			if c, ok := judge(g, o, seq); ok {
				all = append(all, c)
			}
		}
		if len(seq) < 4 {
			for _, id := range ids {
				if len(seq) == 0 || g.Edge(id).Held == g.Edge(seq[len(seq)-1]).Wanted {
					try(append(slices.Clone(seq), id))
				}
			}
		}
	}
	try(nil)
	slices.Sort(all)
	return slices.Compact(all)
}

// judge applies the rules to a sequence that begins with its least edge.
func judge(g *Graph, o Options, seq []EdgeID) (string, bool) {
	n := len(seq)
	at := func(i int) Edge { return g.Edge(seq[i%n]) }
	first, last := at(0), at(n-1)
	if last.Wanted != first.Held {
		return "", false
	}
	for _, id := range seq {
		e := g.Edge(id)
		if e.compare(&first) < 0 {
			return "", false
		}
	}
	kind, sameOrder := OrderCycle, true
	loops, sure, exact := 0, true, true
	var places []uint32
	for i := range n {
		e := at(i)
		if e.Held == e.Wanted {
			loops++
		}
		sameOrder = sameOrder && e.Order == first.Order && e.Order != 0
		sure = sure && (e.Relation == Distinct || e.Order != 0)
		exact = exact && o.Exact(e.Held)
		places = append(places, e.Place)
	}
	evidence, single := Possible, false
	switch {
	case n == 1: // (L7)
		kind = SelfBlock
		switch {
		case exact || first.Relation == Same:
			evidence = Definite
		case first.Relation == Distinct || first.Order != 0:
			return "", false
		}
		single = true
	case n == 2 && loops == 2: // (L8)
		kind = InstanceLoop
		if exact || first.Relation == Same || last.Relation == Same {
			return "", false
		}
		if sure {
			evidence = Unsorted
		}
	case loops > 0:
		return "", false
	case exact:
		evidence = Definite
	}
	if sameOrder && !single { // (L6)
		return "", false
	}
	gate := LockID(0)
	for i := range n {
		for j := range n {
			if i == j {
				continue
			}
			e, f := at(i), at(j)
			if e.Held == f.Held && kind == OrderCycle { // (L1)
				return "", false
			}
			if e.Origin == f.Origin && !o.Multiple(e.Origin) || !o.Parallel(e.Place, f.Place) { // (L2, L3)
				return "", false
			}
			for _, a := range append(slices.Clone(e.Gates), Gate{e.Held, e.HeldMode}) { // (L4)
				for _, b := range f.Gates {
					if a.Lock == b.Lock && a.Mode+b.Mode < 2 {
						if o.Exact(a.Lock) {
							return "", false
						}
						if gate == 0 || a.Lock < gate {
							gate = a.Lock
						}
					}
				}
			}
		}
	}
	writers := make([]uint32, n)
	for i := range n { // (L5)
		if at(i).WantMode == Read && at(i+1).HeldMode == Read {
			writers[i] = o.Writer(at(i).Wanted, places)
			if writers[i] == 0 {
				return "", false
			}
		}
	}
	return text(Cycle{kind, evidence, seq, writers, gate}), true
}

func text(c Cycle) string { return fmt.Sprintf("%v", c) }

// randomEdge makes an edge over few locks, so that cycles are frequent.
func randomEdge(r *rand.Rand) Edge {
	e := Edge{
		Held:   LockID(1 + r.IntN(5)),
		Wanted: LockID(1 + r.IntN(5)),
		Origin: uint32(r.IntN(5)),
		Place:  uint32(r.IntN(12)),
	}
	e.HeldMode, e.WantMode = Mode(r.IntN(3)/2), Mode(r.IntN(3)/2)
	if r.IntN(3) == 0 {
		e.Gates = append(e.Gates, Gate{LockID(1 + r.IntN(7)), Mode(r.IntN(2))})
	}
	if r.IntN(4) == 0 {
		e.Gates = append(e.Gates, Gate{LockID(6 + r.IntN(3)), Mode(r.IntN(2))})
	}
	if e.Held == e.Wanted {
		e.Relation = Relation(r.IntN(3))
	}
	if r.IntN(3) == 0 {
		e.Order = uint32(1 + r.IntN(2))
	}
	return e
}

// compareTwin makes random edits and compares after each batch.
func compareTwin(t *testing.T, seed uint64) (found int) {
	r := rand.New(rand.NewPCG(seed, 1))
	w := &world{salt: uint32(seed)}
	g := New(w.options())
	known := map[string]bool{}
	var added []EdgeID
	for range 8 {
		for range 1 + r.IntN(8) {
			switch k := r.IntN(10); {
			case k < 6 || len(added) == 0:
				added = append(added, g.Add(randomEdge(r)))
			case k < 9:
				i := r.IntN(len(added))
				g.Delete(added[i])
				added = slices.Delete(added, i, i+1)
			default:
				w.salt++
				for _, id := range added {
					g.Touch(id)
				}
			}
		}
		c := g.ChangedCycles()
		for _, v := range c.Vanished {
			if !known[text(v)] {
				t.Fatalf("seed %d: %v vanished but was not there", seed, v)
			}
			delete(known, text(v))
		}
		for _, a := range c.Appeared {
			if known[text(a)] {
				t.Fatalf("seed %d: %v appeared twice", seed, a)
			}
			known[text(a)] = true
		}
		var got []string
		for k := range known {
			got = append(got, k)
		}
		slices.Sort(got)
		if want := naive(g, w); !slices.Equal(got, want) {
			t.Fatalf("seed %d: got %v, want %v", seed, got, want)
		}
		if err := g.check(); err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		found += len(got)
	}
	return found
}

func TestTwin(t *testing.T) {
	found := 0
	for seed := range uint64(600) {
		found += compareTwin(t, seed)
	}
	t.Logf("%d cycles compared", found)
}

func FuzzTwin(f *testing.F) {
	f.Add(uint64(1))
	f.Fuzz(func(t *testing.T, seed uint64) { compareTwin(t, seed) })
}

// The result depends on the edges, not on the way they came (L11).
func TestHistory(t *testing.T) {
	for seed := range uint64(100) {
		r := rand.New(rand.NewPCG(seed, 2))
		w := &world{salt: uint32(seed)}
		var edges []Edge
		for range 20 {
			edges = append(edges, randomEdge(r))
		}
		results := make([][]string, 2)
		for i := range results {
			g := New(w.options())
			for _, j := range r.Perm(len(edges)) {
				g.Add(edges[j])
			}
			cycles, _ := g.Cycles()
			for _, c := range cycles {
				line := text(Cycle{c.Kind, c.Evidence, nil, c.Writers, c.Gate})
				for _, id := range c.Edges {
					line += fmt.Sprintf(" %v", g.Edge(id))
				}
				results[i] = append(results[i], line)
			}
		}
		if !slices.Equal(results[0], results[1]) {
			t.Fatalf("seed %d: %v, then %v", seed, results[0], results[1])
		}
	}
}
