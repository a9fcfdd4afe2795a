// This file is the rules one by one, and the examples of the paper.

package lockgraph

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
)

// exact says that all locks are concrete.
func exact(LockID) bool { return true }

// describe writes cycles as "1→2 2→1", with kind and evidence where they are not the usual ones.
func describe(g *Graph, cycles []Cycle) string {
	var all []string
	for _, c := range cycles {
		var b strings.Builder
		for i, id := range c.Edges {
			e := g.Edge(id)
			fmt.Fprintf(&b, " %d→%d", e.Held, e.Wanted)
			if c.Writers[i] != 0 {
				fmt.Fprintf(&b, "(writer %d)", c.Writers[i])
			}
		}
		switch c.Evidence {
		case Possible:
			b.WriteString(" possible")
		case Unsorted:
			b.WriteString(" unsorted")
		}
		if c.Gate != 0 {
			fmt.Fprintf(&b, " gate %d", c.Gate)
		}
		all = append(all, b.String()[1:])
	}
	return strings.Join(all, ", ")
}

// expect compares all cycles of the edges with the description.
func expect(t *testing.T, opts Options, want string, edges ...Edge) {
	t.Helper()
	g := New(opts)
	for _, e := range edges {
		g.Add(e)
	}
	cycles, complete := g.Cycles()
	if got := describe(g, cycles); got != want || !complete {
		t.Errorf("got %q, want %q", got, want)
	}
	if got := describe(g, g.ChangedCycles().Appeared); got != want {
		t.Errorf("incrementally got %q, want %q", got, want)
	}
	if err := g.check(); err != nil {
		t.Error(err)
	}
}

// edge is an edge of an origin that is also its place.
func edge(origin uint32, held, wanted LockID, gates ...Gate) Edge {
	return Edge{Held: held, Wanted: wanted, Origin: origin, Place: origin, Gates: gates}
}

func TestLengths(t *testing.T) { // (L1)
	all := Options{Exact: exact}
	expect(t, all, "", edge(1, 1, 2))
	expect(t, all, "1→2 2→1", edge(1, 1, 2), edge(2, 2, 1))
	expect(t, all, "1→2 2→3 3→1", edge(1, 1, 2), edge(2, 2, 3), edge(3, 3, 1))
	expect(t, all, "1→2 2→3 3→4 4→1", edge(1, 1, 2), edge(2, 2, 3), edge(3, 3, 4), edge(4, 4, 1))
	expect(t, all, "", edge(1, 1, 2), edge(2, 2, 3), edge(3, 3, 4), edge(4, 4, 5), edge(5, 5, 1))
	expect(t, all, "1→2 2→1, 2→3 3→2", edge(1, 1, 2), edge(2, 2, 1), edge(3, 2, 3), edge(4, 3, 2))
}

func TestGoroutines(t *testing.T) { // (L2)
	expect(t, Options{Exact: exact}, "", edge(1, 1, 2), edge(1, 2, 1))
	expect(
		t,
		Options{Exact: exact, Multiple: func(o uint32) bool { return o == 1 }},
		"1→2 2→1",
		edge(1, 1, 2),
		edge(1, 2, 1),
	)
	expect(t, Options{Exact: exact}, "", edge(1, 1, 2), edge(2, 2, 3), edge(1, 3, 1))
}

func TestParallel(t *testing.T) { // (L3)
	oneWay := func(a, b uint32) bool { return a != 1 || b != 2 }
	expect(t, Options{Exact: exact, Parallel: oneWay}, "", edge(1, 1, 2), edge(2, 2, 1))
	notNeighbours := func(a, b uint32) bool { return a+b != 4 || a == b }
	expect(
		t,
		Options{Exact: exact, Parallel: notNeighbours},
		"",
		edge(1, 1, 2),
		edge(2, 2, 3),
		edge(3, 3, 4),
		edge(4, 4, 1),
	)
}

func TestGate(t *testing.T) { // (L4)
	for _, test := range []struct {
		a, b Mode
		want string
	}{{Write, Write, ""}, {Write, Read, ""}, {Read, Write, ""}, {Read, Read, "1→2 2→1"}} {
		expect(t, Options{Exact: exact}, test.want, edge(1, 1, 2, Gate{9, test.a}), edge(2, 2, 1, Gate{9, test.b}))
	}
	inexact := Options{Exact: func(l LockID) bool { return l != 9 }}
	expect(t, inexact, "1→2 2→1 gate 9", edge(1, 1, 2, Gate{9, Write}), edge(2, 2, 1, Gate{9, Write}))
	expect(t, Options{Exact: exact}, "1→2 2→1", edge(1, 1, 2, Gate{8, Write}), edge(2, 2, 1, Gate{9, Write}))
	// A lock of the cycle is a gate where another of its goroutines holds it.
	expect(t, Options{Exact: exact}, "", edge(1, 1, 2, Gate{3, Write}), edge(2, 2, 3), edge(3, 3, 1))
}

func TestModes(t *testing.T) { // (L5)
	writer := Options{Exact: exact, Writer: func(l LockID, places []uint32) uint32 {
		if l == 2 && reflect.DeepEqual(places, []uint32{1, 2}) {
			return 7
		}
		return 0
	}}
	e := func(held, want Mode) []Edge { // goroutine 2 holds lock 2 as held, goroutine 1 wants it as want
		a, b := edge(1, 1, 2), edge(2, 2, 1)
		a.WantMode, b.HeldMode = want, held
		return []Edge{a, b}
	}
	expect(t, Options{Exact: exact}, "1→2 2→1", e(Read, Write)...)
	expect(t, Options{Exact: exact}, "1→2 2→1", e(Write, Read)...)
	expect(t, Options{Exact: exact}, "", e(Read, Read)...)
	expect(t, writer, "1→2(writer 7) 2→1", e(Read, Read)...)
}

func TestOrder(t *testing.T) { // (L6)
	e, f := edge(1, 1, 2), edge(2, 2, 1)
	e.Order, f.Order = 5, 5
	expect(t, Options{}, "", e, f)
	f.Order = 6
	expect(t, Options{}, "1→2 2→1 possible", e, f)
	e.Order, f.Order = 0, 0
	expect(t, Options{}, "1→2 2→1 possible", e, f)
}

func TestSelfBlock(t *testing.T) { // (L7)
	e := edge(1, 1, 1)
	expect(t, Options{Exact: exact}, "1→1", e)
	expect(t, Options{}, "1→1 possible", e)
	e.Relation = Same
	expect(t, Options{}, "1→1", e)
	e.Relation = Distinct
	expect(t, Options{}, "", e)
	e.Relation, e.Order = Unknown, 3
	expect(t, Options{}, "", e)
	r := edge(1, 1, 1)
	r.HeldMode, r.WantMode = Read, Read
	expect(t, Options{Exact: exact}, "", r)
	expect(t, Options{Exact: exact, Writer: func(LockID, []uint32) uint32 { return 4 }}, "1→1(writer 4)", r)
	r.WantMode = Write // an upgrade
	expect(t, Options{Exact: exact}, "1→1", r)
}

// A transfer locks the account from, then the account to.
func TestTransfer(t *testing.T) { // (L8)
	many := Options{Multiple: func(uint32) bool { return true }}
	e := edge(1, 1, 1)
	e.Relation = Distinct
	expect(t, many, "1→1 1→1 unsorted", e)
	expect(t, Options{}, "", e) // only one goroutine ever transfers
	gated := e
	gated.Gates = []Gate{{2, Write}}
	expect(t, many, "1→1 1→1 unsorted gate 2", gated)
	many.Exact = func(l LockID) bool { return l == 2 }
	expect(t, many, "", gated)
	sorted := e
	sorted.Order = 1 // by account number
	expect(t, many, "", sorted)
	down := e
	down.Order, down.Place = 2, 2
	expect(t, many, "1→1 1→1 unsorted", sorted, down)
	unknown := edge(1, 1, 1)
	expect(t, many, "1→1 possible, 1→1 1→1 possible", unknown)
}

func TestFigure2(t *testing.T) { // D4 figure 2(b)
	g := New(Options{Exact: exact})
	g.Add(edge(1, 1, 2)) // goroutine 1 locks l1, then l2; goroutine 2 locks l2 only
	if c := g.ChangedCycles(); len(c.Appeared) != 0 {
		t.Errorf("at first: %q", describe(g, c.Appeared))
	}
	e := g.Add(edge(2, 2, 1)) // edit 2: it takes l1 inside
	if c := g.ChangedCycles(); describe(g, c.Appeared) != "1→2 2→1" {
		t.Errorf("edit 2: %q", describe(g, c.Appeared))
	}
	g.Delete(e)
	if c := g.ChangedCycles(); describe(g, c.Vanished) != "1→2 2→1" || len(c.Appeared) != 0 {
		t.Errorf("undone: %q vanished", describe(g, c.Vanished))
	}
}

func TestFigure9(t *testing.T) { // D4 figure 9
	g := New(Options{Exact: exact})
	changes := func(appeared, vanished string) {
		t.Helper()
		c := g.ChangedCycles()
		if a, v := describe(g, c.Appeared), describe(g, c.Vanished); a != appeared || v != vanished || !c.Complete {
			t.Errorf("appeared %q, vanished %q; want %q, %q", a, v, appeared, vanished)
		}
		if err := g.check(); err != nil {
			t.Error(err)
		}
	}
	g.Add(edge(1, 1, 2))
	g.Add(edge(2, 2, 1))
	changes("1→2 2→1", "")
	// Lock 3 is inserted between the two locks in both goroutines: four new edges.
	var added []EdgeID
	for _, e := range []Edge{edge(1, 1, 3), edge(1, 3, 2, Gate{1, Write}), edge(2, 2, 3), edge(2, 3, 1, Gate{2, Write})} {
		added = append(added, g.Add(e))
	}
	if g.Len() != 6 {
		t.Errorf("%d edges", g.Len())
	}
	changes("1→3 3→1, 2→3 3→2", "")
	for _, id := range added {
		g.Delete(id)
	}
	changes("", "1→3 3→1, 2→3 3→2")
}

func TestCounts(t *testing.T) { // (L9)
	g := New(Options{Exact: exact})
	a := g.Add(edge(1, 1, 2, Gate{8, Read}, Gate{7, Write}))
	b := g.Add(edge(1, 1, 2, Gate{7, Write}, Gate{8, Read}))
	g.Add(edge(2, 2, 1))
	if a != b || g.Len() != 2 {
		t.Fatalf("ids %d, %d; %d edges", a, b, g.Len())
	}
	g.ChangedCycles()
	g.Delete(a)
	if c := g.ChangedCycles(); len(c.Vanished) != 0 {
		t.Error("vanished with one copy left")
	}
	g.Delete(a)
	if c := g.ChangedCycles(); len(c.Vanished) != 1 {
		t.Error("did not vanish with the last copy")
	}
	g.Add(edge(1, 1, 2, Gate{7, Write}, Gate{8, Read}))
	g.Delete(a)
	if c := g.ChangedCycles(); len(c.Vanished)+len(c.Appeared) != 0 {
		t.Error("changed though it came and went")
	}
	if err := g.check(); err != nil {
		t.Error(err)
	}
}

func TestTouch(t *testing.T) { // (L10)
	parallel := true
	g := New(Options{Exact: exact, Parallel: func(a, b uint32) bool { return parallel }})
	e := g.Add(edge(1, 1, 2))
	g.Add(edge(2, 2, 1))
	g.ChangedCycles()
	parallel = false
	g.Touch(e)
	if c := g.ChangedCycles(); len(c.Vanished) != 1 {
		t.Error("a join was not noticed")
	}
}

func TestCut(t *testing.T) { // (L12)
	g := New(Options{Exact: exact, MaxSteps: 50})
	for o := range uint32(20) {
		g.Add(edge(o, 1, 2))
		g.Add(edge(o+100, 2, 1))
	}
	if c := g.ChangedCycles(); c.Complete || len(c.Appeared) == 0 {
		t.Errorf("complete %v, %d cycles", c.Complete, len(c.Appeared))
	}
	g.opts.MaxSteps = 0
	g.ChangedCycles()
	if err := g.check(); err != nil || !slices.IsSortedFunc(g.known, g.compare) || len(g.known) != 400 {
		t.Errorf("%v, %d cycles", err, len(g.known))
	}
}

func TestSteps(t *testing.T) { // (L13): what leads nowhere costs nothing
	g := New(Options{Exact: exact, MaxSteps: 50})
	a := g.Add(edge(1, 1, 2))
	g.Add(edge(2, 2, 1))
	for o := range uint32(100) {
		g.Add(edge(o+10, 2, LockID(o+10)))
	}
	through := func(edges ...EdgeID) {
		if c, complete := g.CyclesThrough(edges); !complete || len(c) != len(edges) {
			t.Errorf("complete %v, %d cycles through %d edges", complete, len(c), len(edges))
		}
	}
	through()
	through(a)
}

func BenchmarkChange(b *testing.B) {
	g := New(Options{Exact: exact})
	for i := range uint32(10000) {
		g.Add(edge(i%50, LockID(i%997+1), LockID(i*i%991+1)))
	}
	g.ChangedCycles()
	for i := range uint32(b.N) {
		id := g.Add(edge(60, LockID(i%997+1), LockID(i%991+2)))
		g.ChangedCycles()
		g.Delete(id)
		g.ChangedCycles()
	}
}
