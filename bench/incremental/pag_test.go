// This file checks the published algorithms as they are implemented here: that they solve like the product before an
// edit, remove nothing that should stay, and come back when the edit is undone; and it counts what they leave too much.

package main

import (
	"math/rand/v2"
	"testing"

	"github.com/syncvet/syncvet/internal/pointsto"
)

// random makes a system with guards, solved.
func random(seed uint64, nodes, cons int) (*pointsto.Live, []con) {
	rnd := rand.New(rand.NewPCG(seed, 5))
	l := pointsto.NewLive(
		pointsto.Options{Match: func(c pointsto.Class, x pointsto.Label) bool { return uint32(c) == uint32(x) }},
	)
	var pointers, slots []pointsto.Node
	for len(pointers) < nodes {
		pointers = append(pointers, l.NewNode(), l.NewNode(), l.NewNode())
		o := l.NewObject(2, pointsto.Label(len(slots)%4/2))
		slots = append(slots, o, o+1)
	}
	pick := func(list []pointsto.Node) pointsto.Node { return list[rnd.IntN(len(list))] }
	ops := []pointsto.Op{
		pointsto.Copy,
		pointsto.Copy,
		pointsto.Copy,
		pointsto.Load,
		pointsto.Load,
		pointsto.Store,
		pointsto.Store,
		pointsto.Offset,
		pointsto.Filter,
	}
	var ids []con
	for range cons {
		c := pointsto.Constraint{
			Op:    ops[rnd.IntN(len(ops))],
			Dst:   pick(pointers),
			Src:   pick(pointers),
			Off:   uint32(rnd.IntN(6) / 5),
			Class: pointsto.Class(rnd.IntN(2)),
		}
		if rnd.IntN(4) == 0 {
			c.Op, c.Src = pointsto.Addr, pick(slots)
		}
		g := pointsto.Guard{}
		if rnd.IntN(8) == 0 {
			g = pointsto.Guard{Node: pick(pointers), Addr: pick(slots)}
		}
		ids = append(ids, l.Add(c, g))
	}
	l.Settle()
	return l, ids
}

// extra compares a graph with the exact solution: nothing may be missing. It returns what is there too much.
func extra(t *testing.T, name string, p *pag, l *pointsto.Live) int {
	t.Helper()
	more := 0
	for n := pointsto.Node(1); int(n) <= l.NumNodes(); n++ {
		want := l.PointsTo(nil, n)
		for _, a := range want {
			if !p.sets[n].has(node(a)) {
				t.Fatalf("%s: %d does not have %d", name, n, a)
			}
		}
		more += p.sets[n].size - len(want)
	}
	return more
}

func TestPublished(t *testing.T) {
	deletions := 0
	wrong := map[string]int{}
	for seed := range uint64(150) {
		l, ids := random(seed, 40, 70)
		d := newD4(newPAG(l))
		reset, reach := &echo{pag: newPAG(l)}, &echo{pag: newPAG(l), reach: true}
		algorithms := []struct {
			name   string
			p      *pag
			remove func([]con)
		}{{"D4", d.pag, d.remove}, {"reset", reset.pag, reset.remove}, {"reachability", reach.pag, reach.remove}}
		for _, id := range ids[:20] {
			c, g, counts := l.Constraint(id)
			if !counts {
				continue
			}
			deletions++
			again := l.Add(c, g) // the graphs know the old number only: swap the two
			l.Delete(id)
			l.Settle()
			for _, a := range algorithms {
				if n := extra(t, a.name, a.p, l); n != 0 {
					t.Fatalf("%s, seed %d: %d facts too much before deleting", a.name, seed, n)
				}
			}
			l.Delete(again)
			l.Settle()
			for _, a := range algorithms {
				a.remove([]con{id})
				if extra(t, a.name, a.p, l) > 0 {
					wrong[a.name]++
				}
				a.p.restore([]con{id})
			}
			d.components()
			l.Add(c, g)
			l.Settle()
		}
	}
	t.Logf("%d deletions; wrong after: %v", deletions, wrong)
	for _, name := range []string{"D4", "reset", "reachability"} {
		if wrong[name] == 0 {
			t.Errorf("%s was never wrong: the programs exercise too little", name)
		}
	}
}

// TestCounterexample is the design's: D4 keeps three facts that support each other.
func TestCounterexample(t *testing.T) {
	l := pointsto.NewLive(pointsto.Options{})
	z, q, w, x := l.NewNode(), l.NewNode(), l.NewNode(), l.NewNode()
	o := l.NewObject(1, 0)
	l.Add(pointsto.Constraint{Op: pointsto.Addr, Dst: z, Src: o}, pointsto.Guard{})
	l.Add(pointsto.Constraint{Op: pointsto.Addr, Dst: q, Src: o}, pointsto.Guard{})
	seed := l.Add(pointsto.Constraint{Op: pointsto.Addr, Dst: w, Src: o}, pointsto.Guard{})
	l.Add(pointsto.Constraint{Op: pointsto.Load, Dst: x, Src: z}, pointsto.Guard{})
	l.Add(pointsto.Constraint{Op: pointsto.Copy, Dst: w, Src: x}, pointsto.Guard{})
	l.Add(pointsto.Constraint{Op: pointsto.Store, Dst: w, Src: q}, pointsto.Guard{})
	l.Settle()
	d := newD4(newPAG(l))
	d.remove([]con{seed})
	l.Delete(seed)
	l.Settle()
	if more := extra(t, "D4", d.pag, l); more != 3 {
		t.Errorf("D4's rule leaves %d facts too much, want 3", more)
	}
}
