// This file is the invariants of a live graph (see the package comment), checked after every update in tests.

package pointsto

import (
	"fmt"
	"slices"
)

// An auditor compares what is held with what the rules say of it, for tests.
type auditor struct{ *Live }

// check returns the first invariant found broken.
func (l *Live) check() error {
	a := auditor{l}
	for _, check := range []func() error{a.checkReasons, a.checkEdges, a.checkClosed} {
		if err := check(); err != nil {
			return err
		}
	}
	return nil
}

// checkReasons checks that each fact has a reason made of older facts. (I8)
func (l auditor) checkReasons() error {
	facts, reasons := 0, make([]uint32, len(l.edges.all))
	for n := range l.sets {
		for _, e := range l.sets[n].all() {
			if e.addr == 0 {
				continue
			}
			facts++
			reasons[e.why]++
			if err := l.checkReason(Fact{Node(n), e.addr}, e); err != nil {
				return err
			}
		}
		if s := l.sets[n]; len(s.table) > denseMax && int(s.size) >= len(s.table) {
			return fmt.Errorf("the set of %d is full", n)
		}
	}
	for e := range l.edges.all {
		if l.edges.reasons[e] != reasons[e] {
			return fmt.Errorf("edge %d is the reason of %d facts, counted %d", e, reasons[e], l.edges.reasons[e])
		}
	}
	if facts != l.facts {
		return fmt.Errorf("%d facts, counted %d", facts, l.facts)
	}
	return nil
}

// checkReason looks at the premises of a fact.
func (l auditor) checkReason(f Fact, e entry) error {
	x := &l.edges.all[e.why]
	c := &l.cons[x.con]
	if x.con == 0 || x.dst != f.Node || !c.active {
		return fmt.Errorf("%v rests on edge %d %+v", f, e.why, *x)
	}
	if rank, ok, _ := l.comes(x, f.Addr, true); !ok || rank >= e.rank || x.rank >= e.rank ||
		e.rank > slices.Max(l.crew.top[:]) {
		return fmt.Errorf("%v of rank %d does not come by edge %+v", f, e.rank, *x)
	}
	for _, p := range retraction(l).premises(nil, f, e.why) {
		if y := l.sets[p.Node].find(p.Addr); y == nil || y.rank >= e.rank {
			return fmt.Errorf("%v of rank %d rests on %v, %+v", f, e.rank, p, y)
		}
	}
	return nil
}

// checkEdges compares the edges with those that follow. (I9)
func (l auditor) checkEdges() error {
	type way struct {
		con      ConID // the constraint
		src, dst Node  // as in edge
		via      Node  // as in edge
	}
	want := map[way]bool{}
	for id := ConID(1); int(id) < len(l.cons); id++ {
		c := &l.cons[id]
		if c.active != (c.says() && l.holds(c)) {
			return fmt.Errorf("constraint %d is active: %v", id, c.active)
		}
		if !c.active {
			continue
		}
		switch c.Op {
		case Addr:
			if a, ok := l.slot(c.Src, c.Off); ok {
				want[way{id, 0, c.Dst, a}] = true
			}
		case Offset:
			want[way{id, c.Src, c.Dst, Node(c.Off)}] = true
		case Copy, Filter:
			if c.Src != c.Dst {
				want[way{id, c.Src, c.Dst, 0}] = true
			}
		default:
			for _, a := range l.PointsTo(nil, c.trigger()) {
				if s, ok := l.through(c, a); ok && c.Op == Store && s != c.Src {
					want[way{id, c.Src, s, a}] = true
				} else if ok && c.Op != Store && s != c.Dst {
					want[way{id, s, c.Dst, a}] = true
				}
			}
		}
	}
	if len(want) != l.edges.number() {
		return fmt.Errorf("%d edges instead of %d", l.edges.number(), len(want))
	}
	found := 0
	for id := range l.cons {
		for e := l.cons[id].edges; e != 0; e = l.edges.all[e].next {
			x := &l.edges.all[e]
			if !want[way{x.con, x.src, x.dst, x.via}] || x.con != ConID(id) {
				return fmt.Errorf("edge %+v of %d does not follow", *x, id)
			}
			found++
		}
	}
	if found != len(want) {
		return fmt.Errorf("%d edges of constraints, %d in all", found, len(want))
	}
	return l.checkEnds()
}

// checkEnds checks that each edge is in the lists of its ends, in its places. (I9)
func (l auditor) checkEnds() error {
	out, in := 0, 0
	for n := range l.sets {
		for k, x := range l.edges.out[n] {
			e := &l.edges.all[x.edge]
			if e.con == 0 || int(e.src) != n || int(e.out) != k || x.node != 0 && x.node != e.dst ||
				(x.node != 0) != (e.kind == plain) {
				return fmt.Errorf("edge %+v is in place %d of those that leave %d, as one to %d", *e, k, n, x.node)
			}
			out++
		}
		for k, x := range l.edges.in[n] {
			e := &l.edges.all[x.edge]
			if e.con == 0 || int(e.dst) != n || int(e.in) != k || x.node != e.src {
				return fmt.Errorf("edge %+v is in place %d of those that enter %d, as one from %d", *e, k, n, x.node)
			}
			in++
		}
	}
	if want := l.edges.number(); out != want || in != want {
		return fmt.Errorf("%d edges, %d in lists of those that leave a node, %d of those that enter one", want, out, in)
	}
	return nil
}

// checkClosed checks that nothing more follows, and that no work is left. (I10)
func (l auditor) checkClosed() error {
	if len(l.queue)+len(l.gone)+len(l.opened)+len(l.closed) > 0 {
		return fmt.Errorf(
			"work left: %d facts, %d gone, %d edges, %d closed",
			len(l.queue),
			len(l.gone),
			len(l.opened),
			len(l.closed),
		)
	}
	for e := range l.edges.all {
		x := &l.edges.all[e]
		if x.con == 0 {
			continue
		}
		from := append(l.PointsTo(nil, x.src), 0)
		for _, a := range from {
			if (a == 0) != (x.kind == source) {
				continue
			}
			if b, ok, _ := l.over(x, a, true); ok && !l.Has(x.dst, b) {
				return fmt.Errorf("edge %+v gives %d ∋ %d, which is missing", *x, x.dst, b)
			}
		}
	}
	return nil
}
