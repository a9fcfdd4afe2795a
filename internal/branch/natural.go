// This file finds the loops around blocks, and what control passes in each round.

package branch

import (
	"iter"

	"golang.org/x/tools/go/ssa"
)

// Natural is the blocks of the loop that a block heads, empty if it heads none.
func (g *Graph) Natural(h *ssa.BasicBlock) map[*ssa.BasicBlock]bool {
	in := map[*ssa.BasicBlock]bool{}
	var work []*ssa.BasicBlock
	for _, p := range h.Preds {
		if h.Dominates(p) && g.Reached(p) {
			work = append(work, p)
			in[h] = true
		}
	}
	for len(work) > 0 {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		if !in[b] {
			in[b] = true
			work = append(work, b.Preds...)
		}
	}
	return in
}

// Innermost is the blocks of the innermost loop around a block; nil if there is none.
func (g *Graph) Innermost(b *ssa.BasicBlock) map[*ssa.BasicBlock]bool {
	for _, in := range g.Loops(b) {
		return in
	}
	return nil
}

// Loops gives the loops around a block, from the innermost one out: the head of each, and its blocks.
func (g *Graph) Loops(b *ssa.BasicBlock) iter.Seq2[*ssa.BasicBlock, map[*ssa.BasicBlock]bool] {
	return func(yield func(*ssa.BasicBlock, map[*ssa.BasicBlock]bool) bool) {
		for h := b; h != nil && g.Cyclic(b); h = h.Idom() {
			if in := g.Natural(h); in[b] && !yield(h, in) {
				return
			}
		}
	}
}

// EachTime reports whether every way from a block back to itself, or to it in the first place, passes
// block b.
func (g *Graph) EachTime(b, at *ssa.BasicBlock) bool {
	if !g.Cyclic(at) {
		return b.Dominates(at)
	}
	if b == at {
		return true
	}
	if !g.Cyclic(b) {
		return false
	}
	if way := g.round(at); way != nil && !way[b] {
		return false
	}
	seen := map[*ssa.BasicBlock]bool{b: true}
	for work := []*ssa.BasicBlock{at}; len(work) > 0; {
		x := work[len(work)-1]
		work = work[:len(work)-1]
		for _, s := range x.Succs {
			if s == at {
				return false
			}
			if !seen[s] {
				seen[s] = true
				work = append(work, s)
			}
		}
	}
	return true
}

// round is the blocks of one of the shortest ways from a block back to itself; nil if there is none. What every such
// way passes lies on it.
func (g *Graph) round(at *ssa.BasicBlock) map[*ssa.BasicBlock]bool {
	if way, ok := g.rounds[at]; ok {
		return way
	}
	from := make([]*ssa.BasicBlock, len(g.fn.Blocks)) // by block: where the way came from
	var way map[*ssa.BasicBlock]bool
	for work := []*ssa.BasicBlock{at}; len(work) > 0 && from[at.Index] == nil; work = work[1:] {
		for _, s := range work[0].Succs {
			if from[s.Index] == nil {
				from[s.Index] = work[0]
				work = append(work, s)
			}
		}
	}
	if from[at.Index] != nil {
		way = map[*ssa.BasicBlock]bool{at: true}
		for b := from[at.Index]; b != at; b = from[b.Index] {
			way[b] = true
		}
	}
	g.rounds[at] = way
	return way
}

// MayFollow reports whether control may go from one block to another, or is there already.
func MayFollow(from, to *ssa.BasicBlock) bool { return from.Dominates(to) || Reaches(from, to) }
