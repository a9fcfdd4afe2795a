// This file is the condensation: nodes that lie on a common cycle of copy edges have equal points-to sets and become
// one, and the others are put in topological order. (P11)

package pointsto

import (
	"slices"

	"github.com/syncvet/syncvet/internal/graph"
)

// find returns the representative of n.
func (g *Graph) find(n Node) Node {
	if int(n) >= len(g.rep) {
		return n
	}
	for g.rep[n] != n {
		g.rep[n] = g.rep[g.rep[n]]
		n = g.rep[n]
	}
	return n
}

// position returns where the representative n stands in the order of the sweep.
func (g *Graph) position(n Node) uint32 {
	if int(n) >= len(g.pos) {
		return uint32(n)
	}
	return g.pos[n]
}

// node returns the representative at a position.
func (g *Graph) node(p uint32) Node {
	if int(p) >= len(g.at) {
		return Node(p)
	}
	return g.at[p]
}

// worthCondensing reports whether the steps since the last search for components have cost more than a search would, so
// that all the searches together cost no more than the propagation.
func (g *Graph) worthCondensing() bool {
	return g.newEdges > 0 && g.steps-g.condensedAt > 2*(len(g.owner)+len(g.items))
}

// condense finds the components, fixes the topological order and collapses the components that have more than one node.
func (g *Graph) condense() {
	found := graph.From(copies{g}, len(g.owner), func(n uint32) bool { return n != 0 && g.find(Node(n)) == Node(n) })
	g.extendReps()
	g.reorder(found)
	c := collapser{g: g, seen: make([]uint32, len(g.owner)), reached: make([]uint32, len(g.owner))}
	for i := range found.Len() {
		if members := found.Members(i); len(members) > 1 {
			c.collapse(asNodes(members))
		}
	}
	g.refill()
	g.passes++
	g.newEdges = 0
	g.condensedAt = g.steps
}

// extendReps makes every node that has no entry in rep its own representative.
func (g *Graph) extendReps() {
	for n := len(g.rep); n < len(g.owner); n++ {
		g.rep = append(g.rep, Node(n))
	}
}

// reorder gives each component a position: the one that the search finished last is the first in topological order. A
// component's position belongs to its first member, the representative to be.
func (g *Graph) reorder(found *graph.Components) {
	g.pos = slices.Grow(g.pos[:0], len(g.owner))[:len(g.owner)]
	g.at = slices.Grow(g.at[:0], len(g.owner))[:len(g.owner)]
	clear(g.pos)
	clear(g.at)
	p := uint32(found.Len())
	for i := range found.Len() {
		first := found.Members(i)[0]
		g.pos[first], g.at[p] = p, Node(first)
		p--
	}
}

// asNodes gives vertices their type back.
func asNodes(vertices []uint32) []Node {
	nodes := make([]Node, len(vertices))
	for i, v := range vertices {
		nodes[i] = Node(v)
	}
	return nodes
}

// refill puts all that is pending on the agenda again, since the positions have changed.
func (g *Graph) refill() {
	g.agenda.reset()
	for n := range g.sets.heads {
		if g.sets.pending(Node(n)) {
			g.agenda.add(g.position(Node(n)))
		}
	}
}

// target returns the representative of the destination of a use that is a copy edge; 0 if it is none.
func (g *Graph) target(u use) Node {
	switch arg := u &^ useKind; u & useKind {
	case useEdge:
		return g.find(Node(arg))
	case useCon:
		if c := &g.cons[arg]; c.Op == Copy {
			return g.find(c.Dst)
		}
	}
	return 0
}

// copies is the representatives with the copy edges between them.
type copies struct{ *Graph }

// Succ is as graph.Graph has it; the cursor is the next of the node's uses to look at.
func (c copies) Succ(v, cursor uint32) (succ, next uint32, ok bool) {
	switch cursor {
	case 0:
		cursor = c.uses[v]
	case lastUse:
		return 0, 0, false
	}
	for cursor != 0 {
		it := c.items[cursor]
		if cursor = it.next; cursor == 0 {
			next = lastUse
		} else {
			next = cursor
		}
		if succ := c.target(it.use); succ != 0 {
			return uint32(succ), next, true
		}
	}
	return 0, 0, false
}

// lastUse is the cursor behind the last use of a node.
const lastUse = ^uint32(0)

// A collapser makes each component one node.
type collapser struct {
	g       *Graph   // whose components are collapsed
	seen    []uint32 // by Node as an address: the last round in which it was marked
	reached []uint32 // by Node as a destination: the last component from which an edge to it was kept
	round   uint32   // number of the last round of marking in seen
	comp    uint32   // number of components collapsed
	settled []Node   // what is settled in any member
	pending []Node   // what is only pending
	logs    []Node   // the members' settled addresses, one after the other
	log     []Node   // one member's log
	missed  []Node   // what is settled in some member but not in this one
}

// collapse merges the members of a component into the first. What one member has settled is shown to the uses of the
// others at once, so that afterwards all the uses have seen exactly what is settled. (P9)
func (c *collapser) collapse(members []Node) {
	c.g.sccs++
	c.g.merged += len(members) - 1
	c.comp++
	c.union(members)
	heads, dones := c.detach(members)
	rep := members[0]
	for _, a := range c.settled {
		c.g.sets.insert(rep, a)
	}
	c.g.sets.heads[rep].done = uint32(len(c.settled))
	for _, a := range c.pending {
		c.g.sets.insert(rep, a)
	}
	from := uint32(0)
	for i := range members {
		c.hand(rep, heads[i], c.logs[from:from+dones[i]])
		from += dones[i]
	}
}

// union gathers what is settled and what is only pending in the members.
func (c *collapser) union(members []Node) {
	c.settled, c.pending, c.logs = c.settled[:0], c.pending[:0], c.logs[:0]
	c.round++
	for _, m := range members {
		from := len(c.logs)
		c.logs = c.g.sets.settled(c.logs, m)
		c.settled = c.fresh(c.settled, c.logs[from:])
	}
	for _, m := range members {
		c.log = c.g.sets.all(c.log[:0], m)
		c.pending = c.fresh(c.pending, c.log)
	}
}

// fresh appends to buf the addresses that are not marked in this round, and marks them.
func (c *collapser) fresh(buf, addrs []Node) []Node {
	for _, a := range addrs {
		if c.seen[a] != c.round {
			c.seen[a] = c.round
			buf = append(buf, a)
		}
	}
	return buf
}

// detach empties the members' sets and uses and makes the first their representative. It returns each one's former uses
// and its number of settled addresses.
func (c *collapser) detach(members []Node) (heads, dones []uint32) {
	heads = make([]uint32, len(members))
	dones = make([]uint32, len(members))
	for i, m := range members {
		heads[i], c.g.uses[m] = c.g.uses[m], 0
		dones[i] = c.g.sets.heads[m].done
		c.g.sets.clear(m)
		c.g.rep[m] = members[0]
	}
	return heads, dones
}

// hand gives the uses in a former member's list to the representative and shows them the addresses that were settled in
// other members only. Edges within the component and repeated edges are dropped.
func (c *collapser) hand(rep Node, list uint32, settled []Node) {
	c.round++
	for _, a := range settled {
		c.seen[a] = c.round
	}
	c.missed = c.fresh(c.missed[:0], c.settled)
	for i := list; i != 0; {
		it := &c.g.items[i]
		u, next := it.use, it.next
		if dst := c.g.target(u); dst == 0 || c.keep(rep, dst) {
			it.next, c.g.uses[rep] = c.g.uses[rep], i
			c.g.apply(u, c.missed)
		}
		i = next
	}
}

// keep reports whether the edge from rep to dst is to be kept.
func (c *collapser) keep(rep, dst Node) bool {
	if dst == rep || c.reached[dst] == c.comp {
		return false
	}
	c.reached[dst] = c.comp
	return true
}
