// This file is the twin of the solver: Andersen's analysis by repeated passes over all constraints, with sets that are
// maps.

package pointsto

import "slices"

// A twin has the interface of a Graph.
type twin struct {
	match    func(Class, Label) bool
	sets     []map[Node]bool     // by Node; entry 0 is unused
	objects  map[Node]twinObject // by slot
	cons     []Constraint
	guards   map[int]Guard // by index into cons
	watches  []watched
	reported map[watched]bool // with their addresses
}

type twinObject struct {
	base  Node
	size  uint32
	label Label
}

type watched struct {
	n     Node
	watch uint32
	index int  // tells watches with one number apart
	addr  Node // zero in watches
}

func newTwin(match func(Class, Label) bool) *twin {
	return &twin{
		match:    match,
		sets:     make([]map[Node]bool, 1),
		objects:  map[Node]twinObject{},
		reported: map[watched]bool{},
	}
}

func (t *twin) NewNode() Node {
	t.sets = append(t.sets, map[Node]bool{})
	return Node(len(t.sets) - 1)
}

func (t *twin) NewObject(size uint32, label Label) Node {
	base := Node(len(t.sets))
	for range size {
		t.objects[t.NewNode()] = twinObject{base, size, label}
	}
	return base
}

func (t *twin) Add(c Constraint) ConID {
	t.cons = append(t.cons, c)
	return ConID(len(t.cons))
}

func (t *twin) Watch(n Node, watch uint32) {
	t.watches = append(t.watches, watched{n: n, watch: watch, index: len(t.watches)})
}

func (t *twin) Solve(onNew func(watch uint32, addr Node)) bool {
	for {
		for t.pass() {
		}
		if !t.report(onNew) {
			return true
		}
	}
}

// pass applies every constraint once and reports whether anything changed.
func (t *twin) pass() bool {
	changed := false
	put := func(n, a Node) {
		changed = changed || !t.sets[n][a]
		t.sets[n][a] = true
	}
	flow := func(dst, src Node) {
		for a := range t.sets[src] {
			put(dst, a)
		}
	}
	for i, c := range t.cons {
		if g := t.guards[i]; c.Dst == 0 || c.Src == 0 || g != (Guard{}) && !t.sets[g.Node][g.Addr] {
			continue
		}
		base := t.sets[c.Src]
		switch c.Op {
		case Addr:
			base = map[Node]bool{c.Src: true}
		case Store:
			base = t.sets[c.Dst]
		}
		for a := range base {
			o := t.objects[a]
			s := a + Node(c.Off)
			inside := t.objects[s].base == o.base && o.size > 0
			switch {
			case c.Op == Copy, c.Op == Filter && t.match(c.Class, o.label):
				put(c.Dst, a)
			case (c.Op == Offset || c.Op == Addr) && inside:
				put(c.Dst, s)
			case c.Op == Load && inside, c.Op == Unbox && inside && a == o.base && t.match(c.Class, o.label):
				flow(c.Dst, s)
			case c.Op == Store && inside:
				flow(s, c.Src)
			}
		}
	}
	return changed
}

// report tells what has not been told and reports whether there was anything.
func (t *twin) report(onNew func(watch uint32, addr Node)) bool {
	any := false
	for i := 0; i < len(t.watches); i++ {
		w := t.watches[i]
		for _, a := range t.PointsTo(nil, w.n) {
			w.addr = a
			if !t.reported[w] {
				t.reported[w], any = true, true
				onNew(w.watch, a)
			}
		}
	}
	return any
}

func (t *twin) PointsTo(buf []Node, n Node) []Node {
	start := len(buf)
	for a := range t.sets[n] {
		buf = append(buf, a)
	}
	slices.Sort(buf[start:])
	return buf
}

func (t *twin) NumNodes() int { return len(t.sets) - 1 }
