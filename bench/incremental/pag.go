// This file is the pointer assignment graph of ECHO and D4: copy edges, given and derived, with the number of reasons
// for each; and its growth, which the three published ways to shrink it have in common.

package main

import (
	"time"

	"github.com/syncvet/syncvet/internal/pointsto"
)

// A con is a constraint's number.
type con = pointsto.ConID

// A node is a pointer or a slot, as a number.
type node = uint32

// A fact says that an address is in a node's points-to set.
type fact struct {
	n node // whose set
	a node // the address
}

// An edge is a copy edge.
type edge struct {
	src node // where addresses come from
	dst node // which has them, too
}

// A pag is the graph.
type pag struct {
	sys      *pointsto.Live        // the constraints, and what each makes of an address
	cons     []pointsto.Constraint // by number; those that do not count are zero
	active   []bool                // by con: given, and its guard holds
	given    []bool                // by con
	guards   []pointsto.Guard      // by con; the zero guard always holds
	sets     []set                 // by node
	facts    int                   // in all sets together
	reasons  map[edge]int32        // derivations of an edge
	derived  map[[2]node]bool      // constraints and addresses that have made an edge
	out, in  [][]node              // by node: ends, and starts, of its edges
	byBase   [][]con               // loads, stores, unboxings, offsets, filters by trigger
	moves    [][]con               // offsets and filters by destination
	addrs    [][]con               // address constraints by destination
	byGuard  map[node][]con        // by node of a guard: the constraints that have it
	queue    []fact                // facts whose conclusions are not drawn yet
	deadline time.Time             // when to give up; the zero time means never
	ticks    int                   // how often tired was asked: every 1024th time it looks at the clock
	gaveUp   bool                  // the deadline came first: the graph is of no more use
}

// newPAG solves a system from scratch.
func newPAG(sys *pointsto.Live) *pag {
	n, k := sys.NumNodes()+1, sys.NumConstraints()+1
	p := &pag{
		sys:    sys,
		cons:   make([]pointsto.Constraint, k),
		active: make([]bool, k),
		given:  make([]bool, k),
		guards: make([]pointsto.Guard, k),
		sets: make(
			[]set,
			n,
		),
		reasons: map[edge]int32{},
		derived: map[[2]node]bool{},
		out:     make([][]node, n),
		in:      make([][]node, n),
		byBase:  make([][]con, n),
		moves:   make([][]con, n),
		addrs:   make([][]con, n),
		byGuard: map[node][]con{},
	}
	for id := con(1); int(id) < k; id++ {
		c, g, counts := sys.Constraint(id)
		if !counts {
			continue
		}
		p.cons[id], p.guards[id] = c, g
		switch c.Op {
		case pointsto.Addr:
			p.addrs[c.Dst] = append(p.addrs[c.Dst], id)
		case pointsto.Copy:
		default:
			p.byBase[base(&c)] = append(p.byBase[base(&c)], id)
		}
		if c.Op == pointsto.Offset || c.Op == pointsto.Filter {
			p.moves[c.Dst] = append(p.moves[c.Dst], id)
		}
		if g.Node != 0 {
			p.byGuard[node(g.Node)] = append(p.byGuard[node(g.Node)], id)
		}
		p.given[id] = true
	}
	for id := con(1); int(id) < k; id++ {
		if p.given[id] {
			p.activate(id)
		}
	}
	p.grow()
	return p
}

// base is the node that a complex constraint depends on.
func base(c *pointsto.Constraint) node {
	if c.Op == pointsto.Store {
		return node(c.Dst)
	}
	return node(c.Src)
}

// tired reports whether the time is over; asked often, it looks seldom.
func (p *pag) tired() bool {
	if p.ticks++; p.ticks%1024 == 0 && !p.deadline.IsZero() && time.Now().After(p.deadline) {
		p.gaveUp = true
	}
	return p.gaveUp
}

// restore adds constraints that were deleted.
func (p *pag) restore(ids []con) {
	for _, id := range ids {
		p.given[id] = true
		p.activate(id)
	}
	p.grow()
}

// activate draws a constraint's conclusions if it is given and its guard holds.
func (p *pag) activate(id con) {
	c, g := &p.cons[id], p.guards[id]
	if p.active[id] || !p.given[id] || g.Node != 0 && !p.sets[g.Node].has(node(g.Addr)) {
		return
	}
	p.active[id] = true
	switch c.Op {
	case pointsto.Addr:
		if a, ok := p.sys.Applies(id, 0); ok {
			p.add(fact{node(c.Dst), node(a)})
		}
	case pointsto.Copy:
		p.connect(edge{node(c.Src), node(c.Dst)})
	default:
		for _, a := range p.sets[base(c)].all(nil) {
			p.apply(id, a)
		}
	}
}

// apply draws a complex constraint's conclusion from one address.
func (p *pag) apply(id con, a node) {
	c := &p.cons[id]
	s, ok := p.sys.Applies(id, pointsto.Node(a))
	if !ok {
		return
	}
	if c.Op == pointsto.Offset || c.Op == pointsto.Filter {
		p.add(fact{node(c.Dst), node(s)})
		return
	}
	if key := [2]node{node(id), a}; !p.derived[key] {
		p.derived[key] = true
		p.connect(derivedEdge(c, node(s)))
	}
}

// derivedEdge is the edge that a load, store or unboxing makes at a slot.
func derivedEdge(c *pointsto.Constraint, s node) edge {
	if c.Op == pointsto.Store {
		return edge{node(c.Src), s}
	}
	return edge{s, node(c.Dst)}
}

// connect adds a reason for an edge.
func (p *pag) connect(e edge) {
	if p.reasons[e]++; p.reasons[e] > 1 {
		return
	}
	p.out[e.src] = append(p.out[e.src], e.dst)
	p.in[e.dst] = append(p.in[e.dst], e.src)
	for _, a := range p.sets[e.src].all(nil) {
		p.add(fact{e.dst, a})
	}
}

// disconnect takes away a reason for an edge and reports whether it was the last one.
func (p *pag) disconnect(e edge) bool {
	if p.reasons[e]--; p.reasons[e] > 0 {
		return false
	}
	delete(p.reasons, e)
	p.out[e.src] = cut(p.out[e.src], e.dst)
	p.in[e.dst] = cut(p.in[e.dst], e.src)
	return true
}

// cut takes one number out of a list.
func cut(list []node, x node) []node {
	for i, y := range list {
		if y == x {
			list[i] = list[len(list)-1]
			return list[:len(list)-1]
		}
	}
	return list
}

func (p *pag) add(f fact) {
	if p.sets[f.n].add(f.a) {
		p.facts++
		p.queue = append(p.queue, f)
	}
}

// grow draws the conclusions of new facts.
func (p *pag) grow() {
	for k := 0; k < len(p.queue) && !p.tired(); k++ {
		f := p.queue[k]
		for _, w := range p.out[f.n] {
			p.add(fact{w, f.a})
		}
		for _, id := range p.byBase[f.n] {
			if p.active[id] {
				p.apply(id, f.a)
			}
		}
		for _, id := range p.byGuard[f.n] {
			if node(p.guards[id].Addr) == f.a {
				p.activate(id)
			}
		}
	}
	p.queue = p.queue[:0]
}

// seeded reports whether an address constraint puts a into n.
func (p *pag) seeded(n, a node) bool {
	for _, id := range p.addrs[n] {
		if p.active[id] {
			if s, ok := p.sys.Applies(id, 0); ok && node(s) == a {
				return true
			}
		}
	}
	return false
}

// moved gives the facts from which offsets and filters make f.
func (p *pag) moved(f fact) []fact {
	var from []fact
	for _, id := range p.moves[f.n] {
		c := &p.cons[id]
		a := f.a
		if c.Op == pointsto.Offset {
			a -= c.Off
		}
		if p.active[id] && p.sets[c.Src].has(a) {
			if s, ok := p.sys.Applies(id, pointsto.Node(a)); ok && node(s) == f.a {
				from = append(from, fact{node(c.Src), a})
			}
		}
	}
	return from
}
