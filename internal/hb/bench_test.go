// This file measures a program of the size of a large module.

package hb

import (
	"math/rand/v2"
	"testing"
)

// large makes a program of n functions, of which one in twenty synchronises, run by each of the given number of
// origins.
func large(n, origins int) *Program {
	rng := rand.New(rand.NewPCG(1, 1))
	p := &Program{Funcs: make([]Func, n+1), Origins: make([]Origin, 1, origins+1), Objs: make([]Object, 200)}
	for k := range p.Objs {
		p.Objs[k] = Object{Single: k%2 == 0, Cap: k%3 - 1}
	}
	ops := []Op{OpLock, OpUnlock, OpLock, OpUnlock, OpSend, OpRecv, OpClose, OpAdd, OpDone, OpWait, OpAtomicStore}
	for f := 1; f <= n; f++ {
		pts := make([]Point, 2, 6)
		add := func(e Event) { pts = append(pts, Point{Preds: []PointID{PointID(len(pts) - 1)}, Event: e}) }
		for range 3 {
			if f < n {
				add(Event{Op: OpCall, Callees: []FuncID{FuncID(f + 1 + rng.IntN(min(300, n-f)))}})
			}
		}
		if f%20 == 0 {
			for range 3 {
				add(Event{Op: ops[rng.IntN(len(ops))], Objs: []ObjID{ObjID(1 + rng.IntN(199))}, N: 1})
			}
		}
		p.Funcs[f] = Func{Points: pts, Exits: []PointID{PointID(len(pts) - 1)}}
	}
	main := &p.Funcs[1]
	p.Origins = append(p.Origins, Origin{Entry: []FuncID{1}, Root: true})
	for k := range origins - 1 {
		p.Origins = append(p.Origins, Origin{Entry: []FuncID{FuncID(2 + k*7%n)}})
		main.Points = append(
			main.Points,
			Point{
				Preds: []PointID{PointID(len(main.Points) - 1)},
				Event: Event{Op: OpGo, Origins: []OriginID{OriginID(len(p.Origins) - 1)}},
			},
		)
	}
	main.Exits = []PointID{PointID(len(main.Points) - 1)}
	return p
}

func BenchmarkSolve(b *testing.B) {
	p := large(5000, 20)
	b.ReportAllocs()
	for b.Loop() {
		r := Solve(p, Options{})
		if r.Incomplete {
			b.Fatal("incomplete")
		}
	}
}

func BenchmarkOrdered(b *testing.B) {
	p := large(5000, 20)
	r := Solve(p, Options{})
	var places []Place
	for o := 1; o < len(p.Origins); o += 5 {
		for f := 20; f < len(p.Funcs); f += 100 {
			for _, e := range r.Entries(OriginID(o), FuncID(f)) {
				places = append(places, Place{Origin: OriginID(o), Func: FuncID(f), State: e.State})
			}
		}
	}
	rng := rand.New(rand.NewPCG(1, 2))
	for b.Loop() {
		r.Ordered(places[rng.IntN(len(places))], places[rng.IntN(len(places))])
	}
	b.Logf("%d places, %+v, incomplete %v", len(places), r.Stats(), r.Incomplete)
}
