// This file is random edits of constraint programs: after each update a live graph must hold what solving from scratch
// gives.

package pointsto

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// An editor is a live graph and all that is needed to solve it from scratch.
type editor struct {
	l     *Live
	rnd   *rand.Rand
	nodes []Node   // pointers and slots, without 0
	slots []Node   // the slots among them
	sizes []uint32 // of the objects, in order of creation
	given map[ConID]guarded
	ids   []ConID // keys of given, in order of addition
	past  []guarded
}

// newEditor makes an editor whose graph has one worker, two or eight; several look even at small rounds together.
func newEditor(seed uint64, nodes int) *editor {
	e := makeEditor(seed, nodes)
	e.l.crew.workers = []int{1, 2, 8}[seed/2%3]
	e.l.crew.least, e.l.crew.window, e.l.crew.chunk = 2, 5, 1+int(seed%4)
	return e
}

// makeEditor makes nodes and objects in turn; every third node is a slot.
func makeEditor(seed uint64, nodes int) *editor {
	e := &editor{l: NewLive(Options{Match: matches}), rnd: rand.New(rand.NewPCG(seed, 3)), given: map[ConID]guarded{}}
	if seed%3 == 0 {
		e.l.floor = 0 // so that some updates start from scratch
	}
	for len(e.nodes) < nodes {
		e.nodes = append(e.nodes, e.l.NewNode(), e.l.NewNode())
		size := 1 + uint32(e.rnd.IntN(3))
		o := e.l.NewObject(size, Label(len(e.sizes)%4))
		e.sizes = append(e.sizes, size)
		for i := range Node(size) {
			e.nodes, e.slots = append(e.nodes, o+i), append(e.slots, o+i)
		}
	}
	return e
}

// random makes a constraint: mostly copies between pointers, and a guard on every sixth.
func (e *editor) random() guarded {
	node := func() Node {
		if e.rnd.IntN(8) > 0 { // slots seldom
			for range 4 {
				if n := e.nodes[e.rnd.IntN(len(e.nodes))]; e.l.owner[n] == 0 {
					return n
				}
			}
		}
		return e.nodes[e.rnd.IntN(len(e.nodes))]
	}
	slot := func() Node { return e.slots[e.rnd.IntN(len(e.slots))] }
	c := guarded{
		Constraint: Constraint{Dst: node(), Src: node(), Off: uint32(e.rnd.IntN(8) / 7), Class: Class(e.rnd.IntN(3))},
	}
	switch r := e.rnd.IntN(100); {
	case r < 22:
		c.Op, c.Src = Addr, slot()
	case r < 58:
		c.Op = Copy
	case r < 74:
		c.Op = Load
	case r < 90:
		c.Op = Store
	case r < 93:
		c.Op = Offset
	case r < 97:
		c.Op = Unbox
	default:
		c.Op = Filter
	}
	if e.rnd.IntN(6) == 0 {
		c.guard = Guard{node(), slot()}
	}
	return c
}

func (e *editor) add(c guarded) {
	id := e.l.Add(c.Constraint, c.guard)
	e.given[id] = c
	e.ids = append(e.ids, id)
}

// drop takes back a random constraint.
func (e *editor) drop() {
	if len(e.ids) == 0 {
		return
	}
	k := e.rnd.IntN(len(e.ids))
	id := e.ids[k]
	e.ids = slices.Delete(e.ids, k, k+1)
	e.past = append(e.past, e.given[id])
	delete(e.given, id)
	e.l.Delete(id)
}

// edit makes one random edit: delete, restore something deleted before, or add something new.
func (e *editor) edit() {
	switch r := e.rnd.IntN(10); {
	case r < 5:
		e.drop()
	case r < 8 && len(e.past) > 0:
		k := e.rnd.IntN(len(e.past))
		c := e.past[k]
		e.past = slices.Delete(e.past, k, k+1)
		e.add(c)
	default:
		e.add(e.random())
	}
}

// scratch solves what is given with the naive twin.
func (e *editor) scratch() *twin {
	t := newTwin(matches)
	t.guards = map[int]Guard{}
	for _, size := range e.sizes {
		t.NewNode()
		t.NewNode()
		t.NewObject(size, Label(len(t.objectsMade())%4))
	}
	for _, id := range e.ids {
		t.guards[len(t.cons)] = e.given[id].guard
		t.Add(e.given[id].Constraint)
	}
	t.Solve(nil)
	return t
}

// objectsMade lists the objects of a twin.
func (t *twin) objectsMade() map[Node]bool {
	bases := map[Node]bool{}
	for _, o := range t.objects {
		bases[o.base] = true
	}
	return bases
}

// state is all sets.
func (e *editor) state() []Fact {
	var list []Fact
	for n := range e.l.sets {
		for _, a := range e.l.PointsTo(nil, Node(n)) {
			list = append(list, Fact{Node(n), a})
		}
	}
	return list
}

// difference compares two sorted lists.
func difference(old, now []Fact) (d Delta) {
	in := func(list []Fact) map[Fact]bool {
		m := map[Fact]bool{}
		for _, f := range list {
			m[f] = true
		}
		return m
	}
	before, after := in(old), in(now)
	for _, f := range old {
		if !after[f] {
			d.Vanished = append(d.Vanished, f)
		}
	}
	for _, f := range now {
		if !before[f] {
			d.Appeared = append(d.Appeared, f)
		}
	}
	return d
}

// compare checks the invariants and compares with scratch.
func (e *editor) compare() error {
	if err := e.l.check(); err != nil {
		return err
	}
	t := e.scratch()
	for n := Node(1); int(n) <= e.l.NumNodes(); n++ {
		if got, want := e.l.PointsTo(nil, n), t.PointsTo(nil, n); !slices.Equal(got, want) {
			return fmt.Errorf("pts(%d) = %v, from scratch %v", n, got, want)
		}
	}
	return nil
}

// session makes an editor with a program and edits it; each step has up to `most` edits. It calls after with what
// changed.
func session(seed uint64, nodes, cons, steps, most int, after func(*editor, Delta) error) error {
	e := newEditor(seed, nodes)
	for range cons {
		e.add(e.random())
	}
	d, _ := e.l.Update()
	if err := after(e, d); err != nil {
		return fmt.Errorf("seed %d, at first: %w", seed, err)
	}
	for step := range steps {
		for range 1 + e.rnd.IntN(most) {
			e.edit()
		}
		before := e.state()
		d, _ := e.l.Update()
		if want := difference(before, e.state()); !slices.Equal(d.Appeared, want.Appeared) ||
			!slices.Equal(d.Vanished, want.Vanished) {
			return fmt.Errorf("seed %d, step %d: delta %v, want %v", seed, step, d, want)
		}
		if err := after(e, d); err != nil {
			return fmt.Errorf("seed %d, step %d: %w", seed, step, err)
		}
	}
	return nil
}

// shapes are the sizes of random programs: nodes, constraints, and how many sessions of them there are in a hundred.
var shapes = []struct{ nodes, cons, share int }{{14, 18, 50}, {30, 42, 35}, {60, 90, 15}}

// TestLiveEdits makes 100,000 random edits, half of them in batches. -short makes a tenth.
func TestLiveEdits(t *testing.T) {
	sessions := uint64(2800)
	if testing.Short() {
		sessions = 280
	}
	edits, vanished := 0, 0
	var sum LiveStats
	for seed := range sessions {
		shape := shapes[0]
		for k, left := 0, int(seed%100); left >= shapes[k].share; k++ {
			left -= shapes[k].share
			shape = shapes[k+1]
		}
		steps, most := 25, 1
		if seed%2 == 0 {
			steps, most = 10, 9
		}
		var last *editor
		err := session(seed, shape.nodes, shape.cons, steps, most, func(e *editor, d Delta) error {
			last = e
			vanished += len(d.Vanished)
			return e.compare()
		})
		if err != nil {
			t.Fatal(err)
		}
		edits += len(last.l.cons) - 1 - shape.cons + len(last.l.cons) - 1 - len(last.given)
		s := last.l.Stats()
		sum.Removed += s.Removed
		sum.Restored += s.Restored
		sum.Relinks += s.Relinks
	}
	t.Logf(
		"%d edits; %d facts removed, %d restored, %d vanished, %d relinks",
		edits,
		sum.Removed,
		sum.Restored,
		vanished,
		sum.Relinks,
	)
	if want := int(sessions) * 30; edits < want || vanished < want || sum.Relinks < int(sessions)/4 {
		t.Error("the edits exercise too little")
	}
}

// FuzzLive runs sessions of any seed.
func FuzzLive(f *testing.F) {
	f.Add(uint64(1), uint8(20), uint8(30), uint8(3))
	f.Fuzz(func(t *testing.T, seed uint64, nodes, cons, most uint8) {
		err := session(
			seed,
			int(nodes)%50+3,
			int(cons)%100,
			12,
			int(most)%9+1,
			func(e *editor, _ Delta) error { return e.compare() },
		)
		if err != nil {
			t.Fatal(err)
		}
	})
}

// TestLiveUndo: an edit and its inverse leave the sets as they were.
func TestLiveUndo(t *testing.T) {
	for seed := range uint64(100) {
		e := newEditor(seed, 30)
		for range 45 {
			e.add(e.random())
		}
		e.l.Update()
		for range 20 {
			before := e.state()
			k := e.rnd.IntN(len(e.ids))
			c := e.given[e.ids[k]]
			e.l.Delete(e.ids[k])
			e.l.Update()
			e.ids[k] = e.l.Add(c.Constraint, c.guard)
			e.given[e.ids[k]] = c
			e.l.Update()
			if after := e.state(); !slices.Equal(before, after) {
				t.Fatalf("seed %d: %v, after undoing %v", seed, before, after)
			}
		}
	}
}

// TestSelfSupport is the design's counterexample to D4's rule: the graph of copies is acyclic, but o stays in w only by
// the edge that o in w has made. A rule that looks at w's neighbours keeps it (bench/incremental counts how often).
func TestSelfSupport(t *testing.T) { // (P14)
	l := NewLive(Options{})
	z, q, w, x := l.NewNode(), l.NewNode(), l.NewNode(), l.NewNode()
	o := l.NewObject(1, 0)
	l.Add(Constraint{Op: Addr, Dst: z, Src: o}, Guard{})
	l.Add(Constraint{Op: Addr, Dst: q, Src: o}, Guard{})
	seed := l.Add(Constraint{Op: Addr, Dst: w, Src: o}, Guard{})
	l.Add(Constraint{Op: Load, Dst: x, Src: z}, Guard{})
	l.Add(Constraint{Op: Copy, Dst: w, Src: x}, Guard{})
	l.Add(Constraint{Op: Store, Dst: w, Src: q}, Guard{})
	l.Update()
	if !l.Has(w, o) || !l.Has(x, o) || !l.Has(o, o) {
		t.Fatal("not solved")
	}
	l.Delete(seed)
	d, _ := l.Update()
	if want := []Fact{{w, o}, {x, o}, {o, o}}; !slices.Equal(d.Vanished, want) || len(d.Appeared) > 0 {
		t.Errorf("%+v, want %v gone", d, want)
	}
}

// TestSelfCall: a function called only by what flows out of its own body is dead once the call that started it is gone.
func TestSelfCall(t *testing.T) { // (P13)
	l := NewLive(Options{})
	fun, param := l.NewNode(), l.NewNode()
	f := l.NewObject(1, 0)
	first := l.Add(Constraint{Op: Addr, Dst: fun, Src: f}, Guard{})
	l.Add(Constraint{Op: Copy, Dst: param, Src: fun}, Guard{fun, f})
	l.Add(Constraint{Op: Copy, Dst: fun, Src: param}, Guard{})
	l.Update()
	l.Delete(first)
	l.Delete(first)
	if l.Update(); l.Has(fun, f) || l.Has(param, f) {
		t.Error("dead code keeps itself alive")
	}
	l.Add(Constraint{Op: Addr, Dst: fun, Src: f}, Guard{})
	l.Delete(l.Add(Constraint{Op: Addr, Dst: param, Src: f}, Guard{}))
	if d, _ := l.Update(); len(d.Appeared) != 2 || l.check() != nil {
		t.Error("not restored")
	}
}

// TestRelink: taking away the source of most facts starts from scratch; so does an update after one that was cut off.
func TestRelink(t *testing.T) { // (P17)
	l := NewLive(Options{})
	source := l.NewNode()
	var seeds []ConID
	for range 30 {
		seeds = append(seeds, l.Add(Constraint{Op: Addr, Dst: source, Src: l.NewObject(1, 0)}, Guard{}))
	}
	last := source
	for range 100 {
		n := l.NewNode()
		l.Add(Constraint{Op: Copy, Dst: n, Src: last}, Guard{})
		last = n
	}
	l.Update()
	l.Delete(seeds[0])
	if d, _ := l.Update(); l.Stats().Relinks != 0 || len(d.Vanished) != 101 {
		t.Errorf("%+v", l.Stats())
	}
	for _, id := range seeds[1:25] {
		l.Delete(id)
	}
	d, ok := l.Update()
	if s := l.Stats(); !ok || s.Relinks != 1 || len(d.Vanished) != 24*101 || s.Facts != 5*101 || l.check() != nil {
		t.Errorf("%+v, %d vanished", s, len(d.Vanished))
	}
	l.limit = 50
	l.Add(Constraint{Op: Addr, Dst: source, Src: l.NewObject(1, 0)}, Guard{})
	if _, ok := l.Update(); ok {
		t.Error("the limit does not end an update")
	}
	l.limit = 0
	if _, ok := l.Update(); !ok || l.Stats().Facts != 6*101 || l.check() != nil {
		t.Errorf("not recovered: %+v, %v", l.Stats(), l.check())
	}
}

// image is a graph's state in full: sets, reasons and ranks.
func image(l *Live) string {
	var b strings.Builder
	for n := range l.sets {
		fmt.Fprintln(&b, n, l.sets[n].all())
	}
	fmt.Fprint(&b, l.edges.all, l.edges.reasons)
	return b.String()
}

// TestLiveWorkers: two and eight workers leave the same state, reasons included; one leaves the same sets; whatever the
// schedule.
func TestLiveWorkers(t *testing.T) { // (P20)
	for seed := range uint64(120) {
		var editors [4]*editor
		for k, workers := range []int{1, 2, 8, 8} {
			e := makeEditor(seed, 40)
			e.l.crew.workers, e.l.crew.least, e.l.crew.window, e.l.crew.chunk = workers, 3, 12, 2
			for range 60 {
				e.add(e.random())
			}
			editors[k] = e
		}
		for step := range 15 {
			for _, e := range editors {
				e.l.Update()
				for range 1 + step%5 {
					e.edit()
				}
			}
			sets, whole := editors[0].state(), image(editors[1].l)
			for k, e := range editors[1:] {
				if !slices.Equal(e.state(), sets) {
					t.Fatalf("seed %d, step %d, variant %d: other sets than those of one worker", seed, step, k)
				}
				if image(e.l) != whole {
					t.Fatalf("seed %d, step %d, variant %d: other reasons than those of two workers", seed, step, k)
				}
			}
		}
	}
}

// TestRescue: what also comes by a longer chain keeps its place when the short one is cut, and so does all that rests
// on it; what only comes back to it from what rests on it goes.
func TestRescue(t *testing.T) { // (P22)
	for _, loop := range []bool{false, true} {
		l := NewLive(Options{})
		o := l.NewObject(1, 0)
		source, hub := l.NewNode(), l.NewNode()
		l.Add(Constraint{Op: Addr, Dst: source, Src: o}, Guard{})
		short := l.Add(Constraint{Op: Copy, Dst: hub, Src: source}, Guard{})
		last := source
		if loop {
			last = hub
		}
		for range 10 {
			n := l.NewNode()
			l.Add(Constraint{Op: Copy, Dst: n, Src: last}, Guard{})
			last = n
		}
		l.Add(Constraint{Op: Copy, Dst: hub, Src: last}, Guard{})
		for range 500 {
			l.Add(Constraint{Op: Copy, Dst: l.NewNode(), Src: hub}, Guard{})
		}
		l.Update()
		l.Delete(short)
		d, _ := l.Update()
		if gone := l.Stats().Removed; loop && gone != 511 || !loop && gone != 0 {
			t.Errorf("loop: %v: %d facts removed", loop, gone)
		}
		if err := l.check(); err != nil || loop != (len(d.Vanished) == 511) {
			t.Errorf("loop: %v: %d vanished, %v", loop, len(d.Vanished), err)
		}
	}
}
