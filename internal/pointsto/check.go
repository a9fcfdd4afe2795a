// This file is the invariants of a graph (see the package comment), checked after every step in tests.

package pointsto

import (
	"fmt"
	"math/bits"
)

// An inspector compares the parts of a graph with each other, for tests.
type inspector struct{ *Graph }

// check returns the first invariant found broken.
func (g *Graph) check() error {
	i := inspector{g}
	for _, check := range []func() error{
		i.checkTables, i.checkOrder, i.checkArena, i.checkSets, i.checkUses, i.checkAgenda, i.checkConstraints,
	} {
		if err := check(); err != nil {
			return err
		}
	}
	return nil
}

// checkTables compares the lengths of tables, and owners with objects. (I1)
func (g inspector) checkTables() error {
	if n := len(g.owner); len(g.uses) != n || len(g.sets.heads) != n || len(g.rep) > n {
		return fmt.Errorf("%d owners, %d uses, %d sets, %d representatives", n, len(g.uses), len(g.sets.heads), len(g.rep))
	}
	for i, o := range g.objects[1:] {
		for off := range o.size {
			if g.owner[uint32(o.base)+off] != uint32(i+1) {
				return fmt.Errorf("slot %d of object %d belongs to object %d", off, i+1, g.owner[uint32(o.base)+off])
			}
		}
	}
	return nil
}

// checkOrder checks that the order is a bijection on representatives. (I2)
func (g inspector) checkOrder() error {
	for n := Node(1); int(n) < len(g.owner); n++ {
		if g.find(n) != n {
			if g.uses[n] != 0 || g.sets.heads[n] != (head{}) {
				return fmt.Errorf("node %d is merged into %d but has uses or a set", n, g.find(n))
			}
			continue
		}
		if p := g.position(n); g.node(p) != n {
			return fmt.Errorf("node %d at position %d where %d is", n, p, g.node(p))
		}
	}
	return nil
}

// checkArena checks that every block of the arena is free or belongs to exactly one set. (I3)
func (g inspector) checkArena() error {
	s := &g.sets
	used := make([]bool, len(s.arena))
	take := func(at uint32, class int) error {
		for i := at; i < at+1<<class; i++ {
			if used[i] {
				return fmt.Errorf("arena block %d of class %d overlaps another", at, class)
			}
			used[i] = true
		}
		return nil
	}
	for n, h := range s.heads {
		if h.size > 1 && h.size <= smallMax {
			if err := take(h.at, bits.Len32(h.size-1)); err != nil {
				return fmt.Errorf("set %d: %w", n, err)
			}
		}
	}
	for class, link := range s.free {
		for ; link != 0; link = uint32(s.arena[link-1]) {
			if err := take(link-1, class); err != nil {
				return fmt.Errorf("free list: %w", err)
			}
		}
	}
	for i, u := range used {
		if !u {
			return fmt.Errorf("arena word %d is lost", i)
		}
	}
	return nil
}

// checkSets checks that logs have no repetitions, agree with their indexes and consist of slots. (I4)
func (g inspector) checkSets() error {
	for i := range g.sets.heads {
		n := Node(i)
		h := g.sets.heads[n]
		log := g.sets.all(nil, n)
		if h.done > h.size || int(h.size) != len(log) {
			return fmt.Errorf("set %d: %d settled of %d in a log of %d", n, h.done, h.size, len(log))
		}
		seen := make(map[Node]bool)
		for _, a := range log {
			if seen[a] || !g.sets.has(n, a) || g.owner[a] == 0 {
				return fmt.Errorf("set %d: address %d is repeated, not indexed or no slot", n, a)
			}
			seen[a] = true
		}
		if h.size > smallMax && g.sets.large[h.at].index.count() != len(log) {
			return fmt.Errorf("set %d: index has %d addresses, log %d", n, g.sets.large[h.at].index.count(), len(log))
		}
	}
	return nil
}

// count returns the number of addresses in the index.
func (x *index) count() int {
	sum := 0
	for _, entry := range x.table {
		sum += bits.OnesCount32(uint32(entry))
	}
	return sum
}

// checkUses checks that every constraint and watch is in exactly one list, that of its trigger's representative; copies
// within a component and repeated ones may be in none. (I5)
func (g inspector) checkUses() error {
	at := make(map[use]Node)
	for i := range g.uses {
		for it := g.uses[i]; it != 0; it = g.items[it].next {
			u := g.items[it].use
			if _, twice := at[u]; twice && u&useKind != useEdge {
				return fmt.Errorf("use %#x is listed twice", u)
			}
			at[u] = Node(i)
		}
	}
	for id := 1; id < len(g.cons); id++ {
		c := &g.cons[id]
		n, listed := at[use(id)]
		need := c.Op != Addr && c.Op != Copy && c.Dst != 0 && c.Src != 0
		if !listed && need || listed && n != g.find(c.trigger()) {
			return fmt.Errorf("constraint %d %v is listed at node %d", id, *c, n)
		}
	}
	for i := range g.watches {
		if _, listed := at[useWatch|use(i)]; !listed {
			return fmt.Errorf("watch %d is not listed", i)
		}
	}
	return nil
}

// checkAgenda checks that all representatives with pending addresses are on the agenda. Others may be: a node that adds
// to itself is done before its turn comes again. (I6)
func (g inspector) checkAgenda() error {
	q := agenda{words: append([]uint64(nil), g.agenda.words...), summary: append([]uint64(nil), g.agenda.summary...)}
	on := make(map[Node]bool)
	for p, ok := q.next(); ok; p, ok = q.next() {
		on[g.node(p)] = true
	}
	for i := range g.sets.heads {
		if n := Node(i); g.sets.pending(n) && !on[n] {
			return fmt.Errorf("node %d: pending but not on the agenda", n)
		}
	}
	return nil
}

// checkConstraints checks that what is settled satisfies every given constraint. (I7)
func (g inspector) checkConstraints() error {
	for id := 1; id < len(g.cons); id++ {
		c := g.cons[id]
		if c.Dst == 0 || c.Src == 0 {
			continue
		}
		if c.Op == Addr {
			if s, ok := g.slot(c.Src, c.Off); ok && !g.Has(c.Dst, s) {
				return fmt.Errorf("constraint %d %v: %d does not have %d", id, c, c.Dst, s)
			}
			continue
		}
		for _, a := range g.sets.settled(nil, g.find(c.trigger())) {
			if err := g.satisfied(c, a); err != nil {
				return fmt.Errorf("constraint %d %v: %w", id, c, err)
			}
		}
	}
	return nil
}

// satisfied checks one constraint for one settled address in its trigger.
func (g inspector) satisfied(c Constraint, a Node) error {
	s, inside := g.slot(a, c.Off)
	switch c.Op {
	case Copy:
		return g.included(c.Dst, a)
	case Load:
		if inside {
			return g.flows(s, c.Dst)
		}
	case Store:
		if inside {
			return g.flows(c.Src, s)
		}
	case Offset:
		if inside {
			return g.included(c.Dst, s)
		}
	case Unbox:
		if inside && g.objects[g.owner[a]].base == a && g.match(c.Class, g.memo.row(c.Class), a) {
			return g.flows(s, c.Dst)
		}
	case Filter:
		if g.match(c.Class, g.memo.row(c.Class), a) {
			return g.included(c.Dst, a)
		}
	}
	return nil
}

// flows checks that dst includes what is settled in src.
func (g inspector) flows(src, dst Node) error {
	for _, a := range g.sets.settled(nil, g.find(src)) {
		if err := g.included(dst, a); err != nil {
			return err
		}
	}
	return nil
}

// included checks that a is in the set of dst.
func (g inspector) included(dst, a Node) error {
	if !g.Has(dst, a) {
		return fmt.Errorf("%d does not have %d", dst, a)
	}
	return nil
}
