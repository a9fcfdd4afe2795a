// This file finds the blocks that lie in cycles of a control flow graph.

package branch

import "github.com/syncvet/syncvet/internal/graph"

// cycles gives for each block, by index, whether it lies in a cycle of feasible edges.
func cycles(g *Graph) []bool {
	in := make([]bool, len(g.fn.Blocks))
	edges := feasible{g}
	c := graph.Find(edges, len(in))
	for i := range c.Len() {
		if graph.Cyclic(edges, c, i) {
			for _, b := range c.Members(i) {
				in[b] = true
			}
		}
	}
	return in
}

// feasible is a function's blocks with the feasible edges.
type feasible struct{ *Graph }

// Succ is as graph.Graph has it.
func (g feasible) Succ(v, cursor uint32) (succ, next uint32, ok bool) {
	b := g.fn.Blocks[v]
	for k := int(cursor); k < len(b.Succs); k++ {
		if s := g.Next(b, k); s != nil {
			return uint32(s.Index), uint32(k + 1), true
		}
	}
	return 0, 0, false
}
