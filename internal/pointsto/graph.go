// This file is the graph: making nodes, objects and constraints, and asking for the result.

package pointsto

import (
	"fmt"
	"slices"
)

// A Graph is a set of constraints and what has been concluded from them. Nothing in it is a pointer per node: all ids
// are dense and all tables are slices without pointers, except for the few large points-to sets.
type Graph struct {
	space
	opts Options // as New was given them

	// Indexed by Node; entry 0 belongs to no node.
	uses []uint32 // index into items: the head of the list of what reads the node's points-to set; 0 if nothing does
	sets sets     // the points-to sets

	// Indexed by Node, and made by the first search for components: nodes past the end are their own representative and
	// stand at the position that is their id.
	rep []Node   // union-find parent; only representatives have a set and uses
	pos []uint32 // position in topological order; 0 unless a representative

	at []Node // the node at each position; the inverse of pos

	cons    []Constraint // the given constraints by ConID, with the endpoints they were given; entry 0 is none
	items   []item       // arena of the lists in uses; entry 0 is none
	watches []uint32     // the numbers given to Watch
	derived pairs        // derived edges (source, destination) by representatives at the time of derivation

	agenda agenda  // positions of the representatives with addresses not yet propagated
	events []event // what the callback is yet to be told, in order

	delta, known []Node // scratch: the addresses in hand, and those an edge starts with

	edges       int // derived edges made
	steps       int // see Stats.Steps
	condensedAt int // steps when components were last searched for
	newEdges    int // copy edges added since then
	sccs        int // see Stats.SCCs
	merged      int // see Stats.Merged
	passes      int // see Stats.Passes

	sealed int // after Seal: how many constraints there were, the entry that is none included; 0 before
}

// An item is one reader of a points-to set, in a singly linked list.
type item struct {
	use  use    // what is done with each address
	next uint32 // index into items; 0 ends the list
}

// A use is what reads a points-to set: a given constraint, a derived edge or a watch. The two high bits say which.
type use uint32

// The kinds of uses.
const (
	useCon   use = 0 << 30 // plus the ConID of a given constraint
	useEdge  use = 1 << 30 // plus the destination of a derived edge
	useWatch use = 2 << 30 // plus an index into watches
	useKind  use = 3 << 30 // mask
)

// An event is an address that entered a watched set.
type event struct {
	watch uint32 // the client's number
	addr  Node   // the address
}

// New returns an empty graph.
func New(opts Options) *Graph {
	return &Graph{
		space: newSpace(opts.Match),
		opts:  opts,
		uses:  make([]uint32, 1),
		sets:  sets{heads: make([]head, 1)},
		cons:  make([]Constraint, 1),
		items: make([]item, 1),
	}
}

// NewNode makes a pointer variable.
func (g *Graph) NewNode() Node {
	return g.newNode(0)
}

// NewObject makes an object of `size` contiguous slots and returns slot 0. Slots are nodes themselves: the points-to
// set of a slot is what is stored there. It panics if the size is 0.
func (g *Graph) NewObject(size uint32, label Label) Node {
	if size == 0 {
		panic("pointsto: object without slots")
	}
	owner := uint32(len(g.objects))
	base := g.newNode(owner)
	for range size - 1 {
		g.newNode(owner)
	}
	g.makeObject(base, size, label)
	return base
}

func (g *Graph) newNode(owner uint32) Node {
	n := g.makeNode(owner)
	g.uses = append(g.uses, 0)
	g.sets.heads = append(g.sets.heads, head{})
	return n
}

// Add states a constraint. It may be called before, between and (from the callback) during calls of Solve. A constraint
// stated twice is harmless.
func (g *Graph) Add(c Constraint) ConID {
	if c.Op < Addr || c.Op > Filter {
		panic(fmt.Sprintf("pointsto: bad constraint %v", c.Op))
	}
	if g.sealed > 0 {
		panic("pointsto: a constraint for a sealed graph")
	}
	id := ConID(len(g.cons))
	g.cons = append(g.cons, c)
	switch {
	case c.Dst == 0 || c.Src == 0: // (P8)
	case c.Op == Addr:
		if a, ok := g.slot(c.Src, c.Off); ok {
			g.steps++
			g.put(c.Dst, a)
		}
	case c.Op == Copy && g.find(c.Dst) == g.find(c.Src):
	default:
		if c.Op == Copy {
			g.newEdges++
		}
		g.attach(c.trigger(), useCon|use(id))
	}
	return id
}

// Watch has every address that enters the points-to set of n reported exactly once to Solve's callback, with this watch
// number; the addresses already there too.
func (g *Graph) Watch(n Node, watch uint32) {
	if n == 0 {
		return // (P8)
	}
	g.watches = append(g.watches, watch)
	g.attach(n, useWatch|use(len(g.watches)-1))
}

// attach makes u a reader of n's points-to set, and shows it the addresses that the other readers have seen. (P9)
func (g *Graph) attach(n Node, u use) {
	n = g.find(n)
	g.push(n, u)
	g.delta = g.sets.settled(g.delta[:0], n)
	g.apply(u, g.delta)
}

// push puts u at the head of the uses of representative n.
func (g *Graph) push(n Node, u use) {
	g.items = append(g.items, item{u, g.uses[n]})
	g.uses[n] = uint32(len(g.items) - 1)
}

// PointsTo appends the addresses in the points-to set of n to buf, in increasing order.
func (g *Graph) PointsTo(buf []Node, n Node) []Node {
	n = g.find(n)
	if g.sealed > 0 {
		return append(buf, g.sets.sorted(n)...) // nobody asks any more in which order they came (P9)
	}
	start := len(buf)
	buf = g.sets.all(buf, n)
	slices.Sort(buf[start:])
	return buf
}

// Has reports whether the address is in the points-to set of n.
func (g *Graph) Has(n, addr Node) bool {
	n = g.find(n)
	if g.sealed > 0 {
		_, ok := slices.BinarySearch(g.sets.sorted(n), addr)
		return ok
	}
	return g.sets.has(n, addr)
}

// Steps returns the work done so far, see Stats.Steps.
func (g *Graph) Steps() int { return g.steps }

// Stats returns the sizes of the graph and the work done so far. It takes time linear in the number of nodes.
func (g *Graph) Stats() Stats {
	return Stats{
		Nodes:       g.NumNodes(),
		Objects:     len(g.objects) - 1,
		Constraints: max(len(g.cons), g.sealed) - 1,
		Derived:     g.edges,
		Facts:       g.sets.facts(),
		Steps:       g.steps,
		SCCs:        g.sccs,
		Merged:      g.merged,
		Passes:      g.passes,
	}
}

// Seal lets go of what only solving needs: constraints, their readers, derived edges, and the client's classes. Sets
// are as the last Solve left them, and only be read from then on. (P23)
func (g *Graph) Seal() {
	if g.sealed == 0 {
		g.sealed = len(g.cons)
	}
	g.uses, g.pos, g.at, g.cons, g.items, g.watches, g.events = nil, nil, nil, nil, nil, nil, nil
	g.sets.seal()
	g.derived, g.agenda, g.delta, g.known = pairs{}, agenda{}, nil, nil
	g.ask, g.opts.Match, g.memo.answers = nil, nil, nil
}
