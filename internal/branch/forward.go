// This file is the forward dataflow over feasible control flow: states at the starts of blocks.

package branch

import (
	"iter"
	"slices"

	"golang.org/x/tools/go/ssa"
	"honnef.co/go/tools/analysis/dfa"
	"honnef.co/go/tools/analysis/dfa/dense"
)

// A Flow is what blocks and edges do to states.
type Flow[S any] struct {
	Block func(b *ssa.BasicBlock, s S) S        // the state at the end of a block
	Edge  func(b *ssa.BasicBlock, k int, s S) S // the state behind successor k of a block, from that at its end
}

// Forward finds the state at the start of each block that control may reach, by its index. The others have the
// lattice's identity, which stands for no way there and is given to nobody.
func Forward[L dfa.Semilattice[S], S any](g *Graph, start S, f Flow[S]) []S {
	var lattice L
	none := lattice.Ident()
	transfer := func(from, to int, s S) S {
		if lattice.Equals(s, none) {
			return none
		}
		b, out := g.fn.Blocks[from], none
		end := f.Block(b, s)
		for k := range b.Succs {
			if t := g.Next(b, k); t != nil && t.Index == to {
				out = lattice.Merge(out, f.Edge(b, k, end))
			}
		}
		return out
	}
	found := dense.Forward[L](blocks{g}, map[int]S{0: start}, transfer)
	in := make([]S, len(g.fn.Blocks))
	for i := range in {
		in[i] = found.In(i)
	}
	return in
}

// blocks is a graph as the solver wants it: blocks by their indices.
type blocks struct{ *Graph }

// NumNodes is how many blocks there are.
func (g blocks) NumNodes() int { return len(g.fn.Blocks) }

// Nodes are the blocks.
func (g blocks) Nodes() iter.Seq[int] {
	return func(yield func(int) bool) {
		for i := range g.fn.Blocks {
			if !yield(i) {
				return
			}
		}
	}
}

// Out are the blocks to which control may go from a block, each once.
func (g blocks) Out(i int) iter.Seq[int] {
	var list []int
	for k := range g.fn.Blocks[i].Succs {
		if t := g.Next(g.fn.Blocks[i], k); t != nil && !slices.Contains(list, t.Index) {
			list = append(list, t.Index)
		}
	}
	return slices.Values(list)
}
