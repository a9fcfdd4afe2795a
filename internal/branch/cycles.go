// This file finds the blocks that lie in cycles of a control flow graph.

package branch

import "golang.org/x/tools/go/ssa"

// cycles tells for each block, by index, whether it lies in a cycle of feasible edges.
func cycles(g *Graph) []bool {
	fn := g.fn
	t := &tarjan{graph: g, in: make([]bool, len(fn.Blocks)), num: make([]int, len(fn.Blocks)), low: make([]int, len(fn.Blocks)), on: make([]bool, len(fn.Blocks))}
	for _, b := range fn.Blocks {
		if t.num[b.Index] == 0 {
			t.visit(b)
		}
	}
	return t.in
}

// A tarjan finds strongly connected components.
type tarjan struct {
	graph *Graph
	in    []bool            // result
	num   []int             // order of visit, from 1
	low   []int             // lowest order reachable on the stack
	on    []bool            // on the stack
	stack []*ssa.BasicBlock // visited, component not complete
	next  int               // order given last
}

func (t *tarjan) visit(b *ssa.BasicBlock) {
	t.next++
	i := b.Index
	t.num[i], t.low[i], t.on[i] = t.next, t.next, true
	t.stack = append(t.stack, b)
	for k := range b.Succs {
		s := t.graph.Next(b, k)
		switch {
		case s == nil:
		case s == b:
			t.in[i] = true
		case t.num[s.Index] == 0:
			t.visit(s)
			t.low[i] = min(t.low[i], t.low[s.Index])
		case t.on[s.Index]:
			t.low[i] = min(t.low[i], t.num[s.Index])
		}
	}
	if t.low[i] == t.num[i] {
		t.pop(b)
	}
}

// pop takes one component off the stack.
func (t *tarjan) pop(b *ssa.BasicBlock) {
	single := t.stack[len(t.stack)-1] == b
	for {
		x := t.stack[len(t.stack)-1]
		t.stack = t.stack[:len(t.stack)-1]
		t.on[x.Index] = false
		t.in[x.Index] = t.in[x.Index] || !single
		if x == b {
			return
		}
	}
}
