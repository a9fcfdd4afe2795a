// This file is ECHO's two ways to delete (FSE 2016, Algorithm 2): reset and recover, and by reachability. As published,
// reset and recover leaves the edges that a reset node had derived; what remains too much is counted.

package main

import "github.com/syncvet/syncvet/internal/pointsto"

// An echo shrinks a pag.
type echo struct {
	*pag
	reach bool // by reachability
}

// A removal is an edge taken out, with what its source held then.
type removal struct {
	edge
	addrs []node // all of them
}

// takeOut takes away a reason for an edge.
func (e *echo) takeOut(gone []removal, x edge) []removal {
	if e.disconnect(x) {
		gone = append(gone, removal{x, e.sets[x.src].all(nil)})
	}
	return gone
}

// edges are the edges and addresses that a constraint stands for now (Algorithm 3); they are taken out of the graph.
func (e *echo) edges(id con) (gone []removal, seeds []fact) {
	if !e.active[id] {
		return nil, nil
	}
	e.active[id] = false
	c := &e.cons[id]
	switch c.Op {
	case pointsto.Addr:
		if a, ok := e.sys.Applies(id, 0); ok {
			seeds = append(seeds, fact{node(c.Dst), node(a)})
		}
	case pointsto.Copy:
		gone = e.takeOut(gone, edge{node(c.Src), node(c.Dst)})
	default:
		for _, a := range e.sets[base(c)].all(nil) {
			g, s := e.undo(id, a)
			gone, seeds = append(gone, g...), append(seeds, s...)
		}
	}
	return gone, seeds
}

// undo takes out what a complex constraint has made of one address.
func (e *echo) undo(id con, a node) (gone []removal, seeds []fact) {
	c := &e.cons[id]
	s, ok := e.sys.Applies(id, pointsto.Node(a))
	switch {
	case !ok:
	case c.Op == pointsto.Offset || c.Op == pointsto.Filter:
		seeds = append(seeds, fact{node(c.Dst), node(s)})
	case e.derived[[2]node{node(id), a}]:
		delete(e.derived, [2]node{node(id), a})
		gone = e.takeOut(gone, derivedEdge(c, node(s)))
	}
	return gone, seeds
}

// remove deletes constraints.
func (e *echo) remove(ids []con) {
	var gone []removal
	var seeds []fact
	for _, id := range ids {
		e.given[id] = false
		g, s := e.edges(id)
		gone, seeds = append(gone, g...), append(seeds, s...)
	}
	if e.reach {
		e.byReach(gone, seeds)
	} else {
		e.reset(gone, seeds)
	}
}

// reset empties all that can be reached from the deleted edges and fills it again from what is left.
func (e *echo) reset(gone []removal, seeds []fact) {
	seen := map[node]bool{}
	var work []node
	visit := func(n node) {
		if !seen[n] {
			seen[n] = true
			work = append(work, n)
		}
	}
	for _, x := range gone {
		visit(x.dst)
	}
	for _, f := range seeds {
		visit(f.n)
	}
	for k := 0; k < len(work) && !e.tired(); k++ {
		n := work[k]
		e.facts -= e.sets[n].size
		e.sets[n] = set{}
		for _, w := range e.out[n] {
			visit(w)
		}
		for _, id := range e.byBase[n] {
			if c := &e.cons[id]; e.active[id] && (c.Op == pointsto.Offset || c.Op == pointsto.Filter) {
				visit(node(c.Dst))
			}
		}
	}
	for _, n := range work {
		e.refill(n)
	}
	e.grow()
}

// refill takes over what a node's neighbours have.
func (e *echo) refill(n node) {
	for _, id := range e.addrs[n] {
		if a, ok := e.sys.Applies(id, 0); ok && e.active[id] {
			e.add(fact{n, node(a)})
		}
	}
	for _, z := range e.in[n] {
		for _, a := range e.sets[z].all(nil) {
			e.add(fact{n, a})
		}
	}
	for _, id := range e.moves[n] {
		if e.active[id] {
			for _, a := range e.sets[e.cons[id].Src].all(nil) {
				e.apply(id, a)
			}
		}
	}
}

// byReach removes an address from a node only where it is not reachable from where it was given.
func (e *echo) byReach(gone []removal, seeds []fact) {
	for (len(gone) > 0 || len(seeds) > 0) && !e.tired() {
		if len(seeds) == 0 {
			x := gone[len(gone)-1]
			gone = gone[:len(gone)-1]
			if e.connected(x.edge) {
				continue
			}
			for _, a := range x.addrs {
				seeds = append(seeds, fact{x.dst, a})
			}
			continue
		}
		f := seeds[len(seeds)-1]
		seeds = seeds[:len(seeds)-1]
		if !e.sets[f.n].has(f.a) || e.reaches(f) {
			continue
		}
		e.sets[f.n].remove(f.a)
		e.facts--
		for _, w := range e.out[f.n] {
			seeds = append(seeds, fact{w, f.a})
		}
		for _, id := range e.byBase[f.n] {
			if e.active[id] {
				g, s := e.undo(id, f.a)
				gone, seeds = append(gone, g...), append(seeds, s...)
			}
		}
		for _, id := range e.byGuard[f.n] {
			if node(e.guards[id].Addr) == f.a {
				g, s := e.edges(id)
				gone, seeds = append(gone, g...), append(seeds, s...)
			}
		}
	}
}

// connected reports whether a path leads from one end of a deleted edge to the other.
func (e *echo) connected(x edge) bool {
	seen := map[node]bool{x.dst: true}
	for work := []node{x.dst}; len(work) > 0 && !e.tired(); {
		n := work[len(work)-1]
		work = work[:len(work)-1]
		if n == x.src {
			return true
		}
		for _, z := range e.in[n] {
			if !seen[z] {
				seen[z] = true
				work = append(work, z)
			}
		}
	}
	return false
}

// reaches reports whether an address comes to a node from where it is given.
func (e *echo) reaches(f fact) bool {
	seen := map[fact]bool{f: true}
	for work := []fact{f}; len(work) > 0 && !e.tired(); {
		x := work[len(work)-1]
		work = work[:len(work)-1]
		if e.seeded(x.n, x.a) {
			return true
		}
		next := e.moved(x)
		for _, z := range e.in[x.n] {
			if e.sets[z].has(x.a) {
				next = append(next, fact{z, x.a})
			}
		}
		for _, y := range next {
			if !seen[y] {
				seen[y] = true
				work = append(work, y)
			}
		}
	}
	return false
}
