// This file brings together the facts of one node, so that its edges are gone through once for all of them.

package pointsto

// gather reorders facts so that those of one node stand together, nodes in order of appearance, facts of one in the
// order they had.
func (l *Live) gather(facts []Fact) {
	if len(facts) < manyFacts {
		return
	}
	g := &l.scratch
	for len(g.place) < len(l.sets) {
		g.place = append(g.place, 0)
	}
	g.nodes = g.nodes[:0]
	for _, f := range facts {
		if g.place[f.Node] == 0 {
			g.nodes = append(g.nodes, f.Node)
		}
		g.place[f.Node]++
	}
	at := uint32(1)
	for _, n := range g.nodes {
		at, g.place[n] = at+g.place[n], at
	}
	g.sorted = append(g.sorted[:0], facts...)
	for _, f := range g.sorted {
		facts[g.place[f.Node]-1] = f
		g.place[f.Node]++
	}
	for _, n := range g.nodes {
		g.place[n] = 0
	}
}

// together returns how many of the first facts are of one node.
func together(facts []Fact) int {
	for i := range facts {
		if facts[i].Node != facts[0].Node {
			return i
		}
	}
	return len(facts)
}

// runs calls f for the facts of one node after the other.
func runs(facts []Fact, f func([]Fact)) {
	for len(facts) > 0 {
		n := together(facts)
		f(facts[:n])
		facts = facts[n:]
	}
}

// appendAddrs appends the addresses of some facts.
func appendAddrs(list []Node, facts []Fact) []Node {
	for _, f := range facts {
		list = append(list, f.Addr)
	}
	return list
}
