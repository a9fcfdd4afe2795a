// This file is D4's deletion (PLDI 2018, Algorithm 2): an address stays if another incoming neighbour has it.
// Components of copy edges count as one node, as there. The rule is not exact: what it leaves too much is counted.

package main

import "github.com/syncvet/syncvet/internal/pointsto"

// A d4 shrinks a pag.
type d4 struct {
	*pag
	comp    []node          // by node: its component of copy edges, known by a member
	members map[node][]node // of components with more than one node
	work    []suspicion     // what may be left too much
	inside  []uint32        // by node: the last search that it was part of
	num     []int32         // by node: when it was visited, in the last search
	low     []int32         // by node: the first node that it reaches, in the last search
	round   uint32          // searches so far
}

// A suspicion is what a node may have lost.
type suspicion struct {
	n     node   // known by a member of its component
	addrs []node // of its set
}

func newD4(p *pag) *d4 {
	n := len(p.sets)
	d := &d4{pag: p, comp: make([]node, n), inside: make([]uint32, n), num: make([]int32, n), low: make([]int32, n)}
	d.components()
	return d
}

// components finds all components anew.
func (d *d4) components() {
	d.members = map[node][]node{}
	all := make([]node, 0, len(d.sets))
	for n := 1; n < len(d.sets); n++ {
		all = append(all, node(n))
	}
	d.split(all)
}

// remove deletes constraints.
func (d *d4) remove(ids []con) {
	for _, id := range ids {
		d.given[id] = false
		d.deactivate(id)
	}
	for len(d.work) > 0 && !d.tired() {
		w := d.work[len(d.work)-1]
		d.work = d.work[:len(d.work)-1]
		d.doubt(w)
	}
	d.work = d.work[:0]
}

// deactivate takes back a constraint's conclusions.
func (d *d4) deactivate(id con) {
	if !d.active[id] {
		return
	}
	d.active[id] = false
	c := &d.cons[id]
	switch c.Op {
	case pointsto.Addr:
		if a, ok := d.sys.Applies(id, 0); ok {
			d.suspect(node(c.Dst), []node{node(a)})
		}
	case pointsto.Copy:
		d.unlink(edge{node(c.Src), node(c.Dst)})
	default:
		for _, a := range d.sets[base(c)].all(nil) {
			d.undo(id, a)
		}
	}
}

// undo takes back a complex constraint's conclusion from one address.
func (d *d4) undo(id con, a node) {
	c := &d.cons[id]
	s, ok := d.sys.Applies(id, pointsto.Node(a))
	if !ok {
		return
	}
	if c.Op == pointsto.Offset || c.Op == pointsto.Filter {
		d.suspect(node(c.Dst), []node{node(s)})
		return
	}
	if key := [2]node{node(id), a}; d.derived[key] {
		delete(d.derived, key)
		d.unlink(derivedEdge(c, node(s)))
	}
}

// unlink takes away a reason for an edge; if it was the last, all that may have come by it is doubtful.
func (d *d4) unlink(e edge) {
	if !d.disconnect(e) {
		return
	}
	if d.comp[e.src] == d.comp[e.dst] && e.src != e.dst {
		d.split(d.members[d.comp[e.src]])
	}
	d.suspect(e.dst, d.sets[e.src].all(nil))
}

func (d *d4) suspect(n node, addrs []node) {
	if len(addrs) > 0 {
		d.work = append(d.work, suspicion{n, addrs})
	}
}

// of gives the members of a node's component.
func (d *d4) of(n node) []node {
	if m := d.members[d.comp[n]]; m != nil {
		return m
	}
	return []node{n}
}

// doubt removes from a component what no neighbour has, and passes the doubt on.
func (d *d4) doubt(w suspicion) {
	members := d.of(w.n)
	var lost []node
	for _, a := range w.addrs {
		if !d.supported(members, a) {
			lost = append(lost, a)
		}
	}
	if len(lost) == 0 {
		return
	}
	for _, m := range members {
		var gone []node
		for _, a := range lost {
			if d.sets[m].has(a) {
				d.sets[m].remove(a)
				d.facts--
				gone = append(gone, a)
			}
		}
		d.pass(m, gone)
	}
}

// pass tells all that depends on a node what it has lost.
func (d *d4) pass(m node, gone []node) {
	if len(gone) == 0 {
		return
	}
	for _, s := range d.out[m] {
		if d.comp[s] != d.comp[m] || s == m {
			d.suspect(s, gone)
		}
	}
	for _, a := range gone {
		for _, id := range d.byBase[m] {
			if d.active[id] {
				d.undo(id, a)
			}
		}
		for _, id := range d.byGuard[m] {
			if node(d.guards[id].Addr) == a {
				d.deactivate(id)
			}
		}
	}
}

// supported reports whether a component has an address from outside: given, or from an incoming neighbour (D4's test).
func (d *d4) supported(members []node, a node) bool {
	for _, m := range members {
		if d.seeded(m, a) || len(d.moved(fact{m, a})) > 0 {
			return true
		}
		for _, z := range d.in[m] {
			if d.comp[z] != d.comp[m] && d.sets[z].has(a) {
				return true
			}
		}
	}
	return false
}

// split finds the components among nodes of what was one component, or all nodes (Tarjan, without recursion).
func (d *d4) split(nodes []node) {
	d.round++
	for _, n := range nodes {
		d.inside[n], d.num[n] = d.round, 0
	}
	type frame struct {
		n    node // that is being visited
		next int  // index into its out edges
	}
	var stack []node
	count := int32(0)
	enter := func(n node) frame {
		count++
		d.num[n], d.low[n] = count, count
		stack = append(stack, n)
		return frame{n: n}
	}
	for _, root := range nodes {
		if d.num[root] != 0 {
			continue
		}
		for frames := []frame{enter(root)}; len(frames) > 0; {
			f := &frames[len(frames)-1]
			if f.next < len(d.out[f.n]) {
				s := d.out[f.n][f.next]
				f.next++
				switch {
				case d.inside[s] != d.round || d.num[s] == found:
				case d.num[s] == 0:
					frames = append(frames, enter(s))
				default:
					d.low[f.n] = min(d.low[f.n], d.num[s])
				}
				continue
			}
			n := f.n
			frames = frames[:len(frames)-1]
			if len(frames) > 0 {
				up := frames[len(frames)-1].n
				d.low[up] = min(d.low[up], d.low[n])
			}
			if d.low[n] == d.num[n] {
				stack = d.component(stack, n)
			}
		}
	}
}

// found is the number of a node whose component is known.
const found = -1

// component makes what lies on the stack above n one component.
func (d *d4) component(stack []node, n node) []node {
	k := len(stack) - 1
	for stack[k] != n {
		k--
	}
	delete(d.members, n)
	for _, m := range stack[k:] {
		d.comp[m], d.num[m] = n, found
	}
	if len(stack)-k > 1 {
		d.members[n] = append([]node(nil), stack[k:]...)
	}
	return stack[:k]
}
