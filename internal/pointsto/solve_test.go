// This file is the rules one by one.

package pointsto

import (
	"math"
	"runtime"
	"slices"
	"testing"
)

// solved checks the invariants and that n points to exactly the addresses.
func solved(t *testing.T, g *Graph, n Node, want ...Node) {
	t.Helper()
	if err := g.check(); err != nil {
		t.Fatal(err)
	}
	if got := g.PointsTo(nil, n); !slices.Equal(got, want) {
		t.Errorf("pts(%d) = %v, want %v", n, got, want)
	}
	for _, a := range want {
		if !g.Has(n, a) {
			t.Errorf("pts(%d) does not have %d", n, a)
		}
	}
}

func TestAddr(t *testing.T) { // (P1)
	g := New(Options{})
	p, o := g.NewNode(), g.NewObject(3, 7)
	g.Add(Constraint{Op: Addr, Dst: p, Src: o + 1, Off: 1})
	g.Add(Constraint{Op: Addr, Dst: p, Src: o})
	g.Add(Constraint{Op: Addr, Dst: p, Src: o})
	g.Solve(nil)
	solved(t, g, p, o, o+2)
}

func TestCopy(t *testing.T) { // (P2)
	g := New(Options{})
	p, q, o := g.NewNode(), g.NewNode(), g.NewObject(1, 0)
	g.Add(Constraint{Op: Copy, Dst: q, Src: p})
	g.Add(Constraint{Op: Copy, Dst: q, Src: q})
	g.Add(Constraint{Op: Addr, Dst: p, Src: o})
	g.Solve(nil)
	solved(t, g, q, o)
}

func TestLoadStore(t *testing.T) { // (P3), (P4)
	g := New(Options{})
	p, q, r, none := g.NewNode(), g.NewNode(), g.NewNode(), g.NewNode()
	o, x := g.NewObject(2, 0), g.NewObject(1, 0)
	g.Add(Constraint{Op: Load, Dst: r, Src: p, Off: 1})
	g.Add(Constraint{Op: Load, Dst: none, Src: p})
	g.Add(Constraint{Op: Addr, Dst: q, Src: x})
	g.Add(Constraint{Op: Addr, Dst: p, Src: o})
	g.Add(Constraint{Op: Store, Dst: p, Src: q, Off: 1})
	g.Solve(nil)
	solved(t, g, r, x)
	solved(t, g, o+1, x)
	solved(t, g, none)
}

func TestOffset(t *testing.T) { // (P5)
	g := New(Options{})
	p, q, o := g.NewNode(), g.NewNode(), g.NewObject(3, 0)
	g.NewObject(3, 0) // what lies behind the object is not inside it
	g.Add(Constraint{Op: Addr, Dst: p, Src: o})
	g.Add(Constraint{Op: Addr, Dst: p, Src: o + 1})
	g.Add(Constraint{Op: Addr, Dst: p, Src: o + 2})
	g.Add(Constraint{Op: Offset, Dst: q, Src: p, Off: 1})
	g.Solve(nil)
	solved(t, g, q, o+1, o+2)
}

// A node that is moved onto itself walks to the end of the object and no further.
func TestOffsetCycle(t *testing.T) {
	g := New(Options{})
	p, o := g.NewNode(), g.NewObject(3, 0)
	g.Add(Constraint{Op: Offset, Dst: p, Src: p, Off: 1})
	g.Add(Constraint{Op: Addr, Dst: p, Src: o})
	g.Solve(nil)
	solved(t, g, p, o, o+1, o+2)
}

func TestUnboxFilter(t *testing.T) { // (P6), (P7)
	asked := 0
	g := New(Options{Match: func(c Class, l Label) bool { asked++; return uint32(c) == uint32(l) }})
	i, unboxed, filtered := g.NewNode(), g.NewNode(), g.NewNode()
	x, y := g.NewObject(1, 0), g.NewObject(1, 0)
	box, twin, other := g.NewObject(2, 5), g.NewObject(2, 5), g.NewObject(2, 6)
	for _, a := range []Node{box, twin + 1, other} {
		g.Add(Constraint{Op: Addr, Dst: i, Src: a})
	}
	g.Add(Constraint{Op: Addr, Dst: box + 1, Src: x})
	g.Add(Constraint{Op: Addr, Dst: twin + 1, Src: y})
	g.Add(Constraint{Op: Addr, Dst: other + 1, Src: y})
	g.Add(Constraint{Op: Unbox, Dst: unboxed, Src: i, Off: 1, Class: 5})
	g.Add(Constraint{Op: Filter, Dst: filtered, Src: i, Class: 5})
	g.Solve(nil)
	solved(t, g, unboxed, x)
	solved(t, g, filtered, box, twin+1)
	if asked != 2 {
		t.Errorf("Match was asked %d times about 2 pairs", asked)
	}
}

func TestNone(t *testing.T) { // (P8)
	g := New(Options{})
	p, o := g.NewNode(), g.NewObject(2, 0)
	g.Add(Constraint{Op: Addr, Dst: p, Src: o, Off: 2})
	g.Add(Constraint{Op: Addr, Dst: p, Src: o + 1, Off: math.MaxUint32})
	g.Add(Constraint{Op: Addr, Dst: p, Src: p})
	g.Add(Constraint{Op: Addr, Dst: 0, Src: o})
	g.Add(Constraint{Op: Copy, Dst: p, Src: 0})
	g.Add(Constraint{Op: Load, Dst: 0, Src: p})
	g.Watch(0, 1)
	g.Solve(func(uint32, Node) { t.Error("reported") })
	solved(t, g, p)
	solved(t, g, 0)
}

func TestObject(t *testing.T) {
	g := New(Options{})
	p, o := g.NewNode(), g.NewObject(3, 9)
	if base, off, label, ok := g.Object(o + 2); base != o || off != 2 || label != 9 || !ok {
		t.Error(base, off, label, ok)
	}
	if _, _, _, ok := g.Object(p); ok {
		t.Error("a pointer is a slot")
	}
	if g.Size(o) != 3 || g.Size(p) != 0 || g.NumNodes() != 4 {
		t.Error(g.Size(o), g.Size(p), g.NumNodes())
	}
}

// A callback that plays the linker: a function value in a call's operand gets its parameter connected.
func TestCallGraphOnTheFly(t *testing.T) { // (P9)
	g := New(Options{})
	fun, arg, result := g.NewNode(), g.NewNode(), g.NewNode()
	f, x := g.NewObject(1, 0), g.NewObject(1, 0)
	g.Add(Constraint{Op: Addr, Dst: arg, Src: x})
	g.Add(Constraint{Op: Addr, Dst: fun, Src: f})
	g.Watch(fun, 3)
	calls := 0
	g.Solve(func(watch uint32, callee Node) {
		calls++
		if watch != 3 || callee != f {
			t.Error(watch, callee)
		}
		param := g.NewNode()
		g.Add(Constraint{Op: Copy, Dst: param, Src: arg})
		g.Add(Constraint{Op: Copy, Dst: result, Src: param})
		g.Add(Constraint{Op: Copy, Dst: fun, Src: param}) // returns into its own operand: x is called too
		f = x
	})
	solved(t, g, result, x)
	if calls != 2 {
		t.Errorf("%d calls", calls)
	}
}

// Every address is reported once per watch, however the watched nodes are merged and whenever the watch is set.
func TestWatchOnce(t *testing.T) {
	g := New(Options{})
	type report struct {
		watch uint32
		addr  Node
	}
	told := map[report]int{}
	onNew := func(watch uint32, addr Node) { told[report{watch, addr}]++ }
	var nodes, objects []Node
	for i := range 40 {
		nodes = append(nodes, g.NewNode())
		objects = append(objects, g.NewObject(1, 0))
		g.Add(Constraint{Op: Addr, Dst: nodes[i], Src: objects[i]})
		if i%2 == 0 {
			g.Watch(nodes[i], uint32(i))
		}
		g.Solve(onNew)
	}
	for i := range nodes {
		g.Add(Constraint{Op: Copy, Dst: nodes[(i+1)%40], Src: nodes[i]})
		g.Watch(nodes[i], uint32(i+100))
	}
	g.condense()
	g.Solve(nil) // nobody to tell: kept
	g.Solve(onNew)
	for i := range uint32(140) {
		for _, a := range objects {
			want := 0
			if i >= 100 || i < 40 && i%2 == 0 {
				want = 1
			}
			if told[report{i, a}] != want {
				t.Fatalf("watch %d was told %d times of %d", i, told[report{i, a}], a)
			}
		}
	}
	if s := g.Stats(); s.SCCs != 1 || s.Merged != 39 {
		t.Errorf("%+v", s)
	}
	solved(t, g, nodes[7], objects...)
}

// After an exceeded budget the sets are subsets of the solution, and further calls reach it.
func TestBudget(t *testing.T) { // (P12)
	build := func(budget int) (*Graph, Node, []Node) {
		g := New(Options{Budget: budget})
		var objects []Node
		p := g.NewNode()
		for range 50 {
			objects = append(objects, g.NewObject(1, 0))
			g.Add(Constraint{Op: Addr, Dst: p, Src: objects[len(objects)-1]})
		}
		for range 100 {
			q := g.NewNode()
			g.Add(Constraint{Op: Copy, Dst: q, Src: p})
			p = q
		}
		return g, p, objects
	}
	g, p, objects := build(1000)
	if g.Solve(nil) {
		t.Fatal("solved within a budget that is too small")
	}
	if s := g.Stats(); s.Steps > 50+1000+50 {
		t.Errorf("%d steps", s.Steps)
	}
	solved(t, g, p)
	calls := 1
	for ; !g.Solve(nil); calls++ {
		if err := g.check(); err != nil {
			t.Fatal(err)
		}
	}
	solved(t, g, p, objects...)
	if calls < 4 {
		t.Errorf("solved in %d more calls", calls)
	}
	if g, p, objects = build(6000); !g.Solve(nil) {
		t.Fatal("not solved within a budget that is large enough")
	}
	solved(t, g, p, objects...)
}

// A sealed graph says what it said before, and takes nothing new.
func TestSeal(t *testing.T) { // (P23)
	g := New(Options{Match: func(Class, Label) bool { return true }})
	o := g.NewObject(3, 7)
	p, q, r := g.NewNode(), g.NewNode(), g.NewNode()
	g.Add(Constraint{Op: Addr, Dst: p, Src: o, Off: 2})
	g.Add(Constraint{Op: Copy, Dst: q, Src: p})
	g.Add(Constraint{Op: Copy, Dst: p, Src: q})
	g.Add(Constraint{Op: Store, Dst: p, Src: p})
	g.Add(Constraint{Op: Load, Dst: r, Src: q})
	g.Watch(r, 1)
	if !g.Solve(func(uint32, Node) {}) {
		t.Fatal("not solved")
	}
	g.condense()
	before := g.Stats()
	for range 2 {
		if g.Seal(); g.Stats() != before {
			t.Errorf("%+v, before it was sealed %+v", g.Stats(), before)
		}
		for _, n := range []Node{p, q, r} {
			if got := g.PointsTo(nil, n); len(got) != 1 || got[0] != o+2 || !g.Has(n, o+2) || g.Has(n, o) {
				t.Errorf("%d points to %v", n, got)
			}
		}
		if base, off, label, ok := g.Object(o + 2); base != o || off != 2 || label != 7 || !ok || g.Size(o) != 3 {
			t.Errorf("the object of the slot: %d, %d, %d, %v of %d", base, off, label, ok, g.Size(o))
		}
	}
	defer func() {
		if recover() == nil {
			t.Error("it takes a constraint")
		}
	}()
	g.Add(Constraint{Op: Copy, Dst: r, Src: p})
}

// What a callback adds at one fixpoint counts, too: many calls that all get one large set.
func TestBudgetOfReports(t *testing.T) { // (P12)
	const size, budget = 100, 1000
	g := New(Options{Budget: budget})
	many, watched := g.NewNode(), g.NewNode()
	for range size {
		o := g.NewObject(1, 0)
		g.Add(Constraint{Op: Addr, Dst: many, Src: o})
		g.Add(Constraint{Op: Addr, Dst: watched, Src: o})
	}
	if !g.Solve(nil) {
		t.Fatal("the sets alone are too much for the budget")
	}
	g.Watch(watched, 1)
	told := map[Node]Node{} // by address reported: what was given the large set
	enter := func(_ uint32, addr Node) {
		if told[addr] != 0 {
			t.Errorf("%d is reported twice", addr)
		}
		told[addr] = g.NewNode()
		g.Add(Constraint{Op: Copy, Dst: told[addr], Src: many})
	}
	for calls := 0; ; calls++ {
		before := g.Stats().Steps
		solved := g.Solve(enter)
		if n := g.Stats().Steps - before; n > budget+3*size {
			t.Errorf("%d steps within a budget of %d", n, budget)
		}
		if err := g.check(); err != nil {
			t.Fatal(err)
		}
		if solved {
			if calls < size*size/(2*budget) || len(told) != size {
				t.Errorf("%d reports, within the budget of %d calls", len(told), calls+1)
			}
			break
		}
	}
	for _, n := range told {
		if len(g.PointsTo(nil, n)) != size {
			t.Errorf("%d of %d addresses", len(g.PointsTo(nil, n)), size)
		}
	}
}

// A graph that works hard on a cycle finds it without being asked to.
func TestCondensesWhenWorthwhile(t *testing.T) { // (P11)
	g := New(Options{})
	var nodes []Node
	for range 300 {
		nodes = append(nodes, g.NewNode())
	}
	for i := range nodes {
		g.Add(Constraint{Op: Copy, Dst: nodes[i], Src: nodes[(i*7+1)%300]})
		g.Add(Constraint{Op: Addr, Dst: nodes[i], Src: g.NewObject(1, 0)})
	}
	g.Solve(nil)
	if err := g.check(); err != nil {
		t.Fatal(err)
	}
	if s := g.Stats(); s.Merged == 0 || s.Passes == 0 {
		t.Errorf("%+v", s)
	}
}

// Making a graph that stays empty takes a few hundred bytes.
func TestEmptyGraph(t *testing.T) {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	const n = 1000
	for range n {
		if !New(Options{}).Solve(nil) {
			t.Fatal("not solved")
		}
	}
	runtime.ReadMemStats(&after)
	if per := (after.TotalAlloc - before.TotalAlloc) / n; per > 1000 {
		t.Errorf("%d bytes", per)
	}
}

func TestBadConstraint(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("no panic")
		}
	}()
	New(Options{}).Add(Constraint{})
}

// The agenda gives each position once per sweep, upwards, also across its summary's words.
func TestAgenda(t *testing.T) {
	var q agenda
	for _, p := range []uint32{70, 3, 64 * 64 * 3, 64*64 + 5, 3} {
		q.add(p)
	}
	var got []uint32
	for p, ok := q.next(); ok; p, ok = q.next() {
		if p == 70 {
			q.add(70) // behind the sweep: comes again after the others
			q.add(71)
		}
		if got = append(got, p); len(got) > 20 {
			break
		}
		if len(got) == 6 {
			q.reset()
		}
	}
	if want := []uint32{3, 70, 71, 64*64 + 5, 64 * 64 * 3, 70}; !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}

// Sets of all sizes keep their log, their settled part and each other's blocks intact.
func TestSets(t *testing.T) {
	s := sets{heads: make([]head, 4)}
	for a := Node(1); a < 100; a++ {
		for n := Node(1); n < 4; n++ {
			if !s.insert(n, a*n) || s.insert(n, a*n) {
				t.Fatalf("set %d: address %d", n, a*n)
			}
		}
		if a == 10 {
			s.settle(nil, 2, 4)
		}
		if a == 60 {
			s.clear(1)
			s.insert(1, 60)
		}
	}
	if got := s.settled(nil, 2); !slices.Equal(got, []Node{2, 4, 6, 8}) {
		t.Errorf("settled %v", got)
	}
	if got := s.settle(nil, 2, 2); !slices.Equal(got, []Node{10, 12}) {
		t.Errorf("settle %v", got)
	}
	if len(s.all(nil, 1)) != 40 || len(s.all(nil, 3)) != 99 || s.has(3, 4) || !s.has(3, 297) {
		t.Error("wrong contents")
	}
}
