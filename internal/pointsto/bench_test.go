// This file is the benchmarks: one program shaped like what a linker makes of Go, and the parts it is made of alone.

package pointsto

import (
	"math/rand/v2"
	"runtime"
	"testing"
)

// A workload builds a constraint program.
type workload struct {
	g   *Graph
	rnd *rand.Rand
}

// functions makes n functions: each has a receiver, parameters, locals that are copied around (a chain, sometimes a
// loop), two objects whose fields are stored and loaded, and a call of two earlier functions.
func (w *workload) functions(n int) (params, results []Node) {
	for i := range n {
		recv, param, result := w.g.NewNode(), w.g.NewNode(), w.g.NewNode()
		first := w.chain(8, param)
		o := w.g.NewObject(1+uint32(w.rnd.IntN(6)), Label(i%50))
		local := w.g.NewNode()
		w.g.Add(Constraint{Op: Addr, Dst: local, Src: o})
		w.g.Add(Constraint{Op: Store, Dst: local, Src: first, Off: uint32(w.rnd.IntN(3))})
		w.g.Add(Constraint{Op: Store, Dst: recv, Src: local, Off: uint32(w.rnd.IntN(3))})
		loaded := w.g.NewNode()
		w.g.Add(Constraint{Op: Load, Dst: loaded, Src: recv, Off: uint32(w.rnd.IntN(3))})
		w.g.Add(Constraint{Op: Copy, Dst: result, Src: loaded})
		w.g.Add(Constraint{Op: Copy, Dst: result, Src: first})
		if w.rnd.IntN(8) == 0 {
			w.g.Add(Constraint{Op: Copy, Dst: param, Src: result})
		}
		for range min(i, 2) {
			callee := max(0, i-1-w.rnd.IntN(40)) // calls are local, as in packages
			w.g.Add(Constraint{Op: Copy, Dst: params[callee], Src: local})
			w.g.Add(Constraint{Op: Copy, Dst: w.g.NewNode(), Src: results[callee]})
		}
		params, results = append(params, param), append(results, result)
		if w.rnd.IntN(2) == 0 {
			w.g.Add(Constraint{Op: Addr, Dst: recv, Src: o})
		}
	}
	return params, results
}

// chain makes n nodes copied one into the next, and returns the last.
func (w *workload) chain(n int, from Node) Node {
	for range n {
		to := w.g.NewNode()
		w.g.Add(Constraint{Op: Copy, Dst: to, Src: from})
		from = to
	}
	return from
}

// hub makes one node into which n boxes flow, and m readers that unbox and filter it.
func (w *workload) hub(n, m int) {
	hub := w.g.NewNode()
	for i := range n {
		box := w.g.NewObject(2, Label(i%100))
		w.g.Add(Constraint{Op: Addr, Dst: w.g.NewNode(), Src: box})
		w.g.Add(Constraint{Op: Addr, Dst: box + 1, Src: w.g.NewObject(3, 0)})
		w.g.Add(Constraint{Op: Addr, Dst: hub, Src: box})
	}
	for i := range m {
		w.g.Add(Constraint{Op: Unbox, Dst: w.g.NewNode(), Src: hub, Off: 1, Class: Class(i % 100)})
		w.g.Add(Constraint{Op: Filter, Dst: w.chain(3, w.g.NewNode()), Src: hub, Class: Class(100 + i%10)})
	}
}

// inClass has a class for each of 100 labels, and ten that hold a tenth of them each.
func inClass(c Class, l Label) bool {
	return uint32(c) == uint32(l) || uint32(c) == 100+uint32(l)%10
}

func run(b *testing.B, build func(w *workload)) {
	var stats Stats
	var before, after runtime.MemStats
	var g *Graph
	for range b.N {
		g = nil
		b.StopTimer()
		runtime.GC()
		runtime.ReadMemStats(&before)
		b.StartTimer()
		g = New(Options{Match: inClass})
		build(&workload{g, rand.New(rand.NewPCG(1, 2))})
		g.Solve(nil)
		stats = g.Stats()
	}
	b.StopTimer()
	runtime.GC()
	runtime.ReadMemStats(&after)
	runtime.KeepAlive(g)
	b.ReportMetric(float64(after.HeapAlloc-min(after.HeapAlloc, before.HeapAlloc))/float64(stats.Nodes), "heap-B/node")
	b.ReportMetric(float64(stats.Nodes), "nodes")
	b.ReportMetric(float64(stats.Derived), "derived")
	b.ReportMetric(float64(stats.Facts), "facts")
	b.ReportMetric(float64(stats.Steps), "steps")
	b.ReportMetric(float64(stats.Merged), "merged")
	b.ReportMetric(float64(stats.Passes), "passes")
}

func BenchmarkMixed(b *testing.B) {
	run(b, func(w *workload) {
		w.functions(10000)
		w.hub(2000, 500)
	})
}

func BenchmarkFunctions(b *testing.B) { run(b, func(w *workload) { w.functions(30000) }) }

func BenchmarkHub(b *testing.B) { run(b, func(w *workload) { w.hub(10000, 3000) }) }

func BenchmarkChain(b *testing.B) {
	run(b, func(w *workload) {
		from := w.g.NewNode()
		w.chain(200000, from)
		for range 8 {
			w.g.Add(Constraint{Op: Addr, Dst: from, Src: w.g.NewObject(1, 0)})
		}
	})
}

func BenchmarkCycle(b *testing.B) {
	run(b, func(w *workload) {
		from := w.g.NewNode()
		w.g.Add(Constraint{Op: Copy, Dst: from, Src: w.chain(5000, from)})
		for i := range 2000 {
			w.g.Add(Constraint{Op: Addr, Dst: from + Node(i), Src: w.g.NewObject(1, 0)})
		}
	})
}

// BenchmarkLink makes and solves one small graph: there are hundreds of them.
func BenchmarkLink(b *testing.B) { run(b, func(w *workload) { w.functions(20) }) }
