// This file is the invariants of a live graph (see the package comment), checked after every update in tests.

package pointsto

import "fmt"

// check returns the first invariant found broken.
func (l *Live) check() error {
	for _, check := range []func() error{l.checkReasons, l.checkEdges, l.checkClosed} {
		if err := check(); err != nil {
			return err
		}
	}
	return nil
}

// checkReasons checks that each fact has a rank of its own and a derivation from older facts. (I8)
func (l *Live) checkReasons() error {
	ranks := map[uint32]bool{}
	facts := 0
	for n := range l.sets {
		for _, e := range l.sets[n].table {
			if e.addr == 0 {
				continue
			}
			facts++
			if ranks[e.rank] || e.rank == 0 || e.rank > l.clock {
				return fmt.Errorf("fact %d ∋ %d has rank %d", n, e.addr, e.rank)
			}
			ranks[e.rank] = true
			if !l.reasonHolds(Fact{Node(n), e.addr}, e) {
				return fmt.Errorf("fact %d ∋ %d of rank %d rests on constraint %d through %d, which does not give it", n, e.addr, e.rank, e.why.con, e.why.via)
			}
		}
		if s := l.sets[n]; len(s.table) > 0 && s.size >= len(s.table) {
			return fmt.Errorf("the set of %d is full", n)
		}
	}
	if facts != l.facts {
		return fmt.Errorf("%d facts, counted %d", l.facts, facts)
	}
	return nil
}

// reasonHolds tells whether a fact's reason derives it from older facts.
func (l *Live) reasonHolds(f Fact, e entry) bool {
	c := &l.cons[e.why.con]
	if e.why.con == 0 || !l.held(c, e.rank) {
		return false
	}
	if !c.goesThrough() {
		_, ok := l.derives(c, f.Addr, e.rank)
		return ok && c.Dst == f.Node
	}
	s, ok := l.through(c, e.why.via)
	if !ok || !l.older(c.trigger(), e.why.via, e.rank) {
		return false
	}
	if c.Op == Store {
		return s == f.Node && l.older(c.Src, f.Addr, e.rank)
	}
	return c.Dst == f.Node && l.older(s, f.Addr, e.rank)
}

// checkEdges compares the derived edges with those that follow. (I9)
func (l *Live) checkEdges() error {
	type edge struct {
		slot Node
		con  ConID
	}
	want := map[edge]bool{}
	for id := 1; id < len(l.cons); id++ {
		if c := &l.cons[id]; c.state == alive && c.says() && c.goesThrough() {
			for _, e := range l.sets[c.trigger()].table {
				if s, ok := l.through(c, e.addr); ok && e.addr != 0 {
					want[edge{s, ConID(id)}] = true
				}
			}
		}
	}
	for _, t := range []*lists{&l.readers, &l.writers} {
		for s := range t.heads {
			for i := t.heads[s]; i != 0; i = t.cells[i].next {
				e := edge{Node(s), t.cells[i].id}
				if !want[e] {
					return fmt.Errorf("edge of constraint %d at slot %d does not follow, or is there twice", e.con, s)
				}
				delete(want, e)
			}
		}
	}
	if len(want) > 0 {
		return fmt.Errorf("edges missing: %v", want)
	}
	return nil
}

// checkClosed checks that nothing more follows, and that no work is left. (I10)
func (l *Live) checkClosed() (err error) {
	if len(l.queue) > 0 || len(l.doomed.heap) > 0 {
		return fmt.Errorf("work left: %d facts to draw from, %d doomed", len(l.queue), len(l.doomed.heap))
	}
	for id := 1; id < len(l.cons); id++ {
		if c := &l.cons[id]; c.says() && l.holds(c) {
			l.fromCon(ConID(id), func(x conclusion) {
				if !l.Has(x.Node, x.Addr) {
					err = fmt.Errorf("constraint %d gives %d ∋ %d, which is missing", id, x.Node, x.Addr)
				}
			})
		}
	}
	return err
}
