// This file is the solver: difference propagation in topological order, one method per kind of constraint.

package pointsto

import "math"

// Solve runs to the least fixpoint of the constraints (P1 to P7). It calls onNew for every address that entered a
// watched set (Watch); the callback may make nodes, objects, constraints and watches, whose consequences are drawn too.
// It is called in an order that depends only on the sequence of calls on the graph, and only when all else is at a
// fixpoint. If onNew is nil, the reports wait for a later Solve.
//
// The result is false if the budget was exceeded (P12); then the points-to sets are subsets of the fixpoint, and
// another Solve goes on from there.
func (g *Graph) Solve(onNew func(watch uint32, addr Node)) bool {
	limit := math.MaxInt
	if g.opts.Budget > 0 {
		limit = g.steps + g.opts.Budget
	}
	for {
		if !g.propagate(limit) {
			return false
		}
		if len(g.events) == 0 || onNew == nil {
			return true
		}
		if !g.report(limit, onNew) {
			return false
		}
	}
}

// report tells the callback all that is new, including what becomes so through the callback's own watches, and reports
// whether it did so within the limit on steps: what the callback adds is shown at once what has passed already. (P12)
func (g *Graph) report(limit int, onNew func(watch uint32, addr Node)) bool {
	for i := 0; i < len(g.events); i++ {
		if g.steps >= limit {
			g.events = append(g.events[:0], g.events[i:]...)
			return false
		}
		onNew(g.events[i].watch, g.events[i].addr)
	}
	g.events = g.events[:0]
	return true
}

// propagate empties the agenda. It reports whether it did so within the limit on steps.
func (g *Graph) propagate(limit int) bool {
	for {
		if g.worthCondensing() {
			g.condense()
		}
		p, ok := g.agenda.next()
		if !ok {
			return true
		}
		n := g.node(p)
		for g.sets.pending(n) {
			if g.steps >= limit {
				g.agenda.add(p)
				return false
			}
			g.fire(n)
		}
	}
}

// fire shows addresses that are new in n to all that reads n. (P9)
func (g *Graph) fire(n Node) {
	g.delta = g.sets.settle(g.delta[:0], n, chunk)
	for i := g.uses[n]; i != 0; i = g.items[i].next {
		g.apply(g.items[i].use, g.delta)
	}
}

// apply shows addresses to one use. They are not seen by it before, except where that does no harm. (P9)
func (g *Graph) apply(u use, addrs []Node) {
	g.steps += len(addrs)
	switch arg := u &^ useKind; u & useKind {
	case useCon:
		g.infer(g.cons[arg], addrs)
	case useEdge:
		g.include(Node(arg), addrs)
	case useWatch:
		for _, a := range addrs {
			g.events = append(g.events, event{g.watches[arg], a})
		}
	}
}

// infer draws the conclusions from one given constraint and addresses that entered its trigger.
func (g *Graph) infer(c Constraint, addrs []Node) {
	switch c.Op {
	case Copy:
		g.include(c.Dst, addrs)
	case Load:
		g.load(c, addrs)
	case Store:
		g.store(c, addrs)
	case Offset:
		g.offset(c, addrs)
	case Unbox:
		g.unbox(c, addrs)
	case Filter:
		g.filter(c, addrs)
	}
}

// include puts addresses into the set of dst. (P2)
func (g *Graph) include(dst Node, addrs []Node) {
	dst = g.find(dst)
	grown := false
	for _, a := range addrs {
		if g.sets.insert(dst, a) {
			grown = true
		}
	}
	if grown {
		g.agenda.add(g.position(dst))
	}
}

// put puts one address into the set of dst.
func (g *Graph) put(dst, a Node) {
	dst = g.find(dst)
	if g.sets.insert(dst, a) {
		g.agenda.add(g.position(dst))
	}
}

// load derives an edge from each slot that is read. (P3)
func (g *Graph) load(c Constraint, addrs []Node) {
	for _, a := range addrs {
		if s, ok := g.slot(a, c.Off); ok {
			g.derive(s, c.Dst)
		}
	}
}

// store derives an edge to each slot that is written. (P4)
func (g *Graph) store(c Constraint, addrs []Node) {
	for _, a := range addrs {
		if s, ok := g.slot(a, c.Off); ok {
			g.derive(c.Src, s)
		}
	}
}

// offset moves addresses within their objects. (P5)
func (g *Graph) offset(c Constraint, addrs []Node) {
	for _, a := range addrs {
		if s, ok := g.slot(a, c.Off); ok {
			g.put(c.Dst, s)
		}
	}
}

// unbox derives an edge from a slot of each box of the class. (P6)
func (g *Graph) unbox(c Constraint, addrs []Node) {
	row := g.memo.row(c.Class)
	for _, a := range addrs {
		if !g.boxed(c.Class, row, a) {
			continue
		}
		if s, ok := g.slot(a, c.Off); ok {
			g.derive(s, c.Dst)
		}
	}
}

// filter passes on the addresses of the class. (P7)
func (g *Graph) filter(c Constraint, addrs []Node) {
	row := g.memo.row(c.Class)
	for _, a := range addrs {
		if g.match(c.Class, row, a) {
			g.put(c.Dst, a)
		}
	}
}

// derive adds the copy edge src → dst unless it is there, and propagates what has already passed through src. (P10)
func (g *Graph) derive(src, dst Node) {
	src, dst = g.find(src), g.find(dst)
	if src == dst || !g.derived.insert(src, dst) {
		return
	}
	g.edges++
	g.newEdges++
	g.push(src, useEdge|use(dst))
	g.known = g.sets.settled(g.known[:0], src)
	g.steps += len(g.known)
	g.include(dst, g.known)
}
