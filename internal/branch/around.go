// This file finds the blocks that ways from a block lead to, and those of the cycles through it.

package branch

import "golang.org/x/tools/go/ssa"

// Around are the blocks of the cycles through a block.
func Around(b *ssa.BasicBlock) map[*ssa.BasicBlock]bool {
	from, to := Reached(b, Succs), Reached(b, Preds)
	for x := range from {
		if !to[x] {
			delete(from, x)
		}
	}
	return from
}

// Reached are the blocks that come next to a block, and next to those.
func Reached(b *ssa.BasicBlock, next func(*ssa.BasicBlock) []*ssa.BasicBlock) map[*ssa.BasicBlock]bool {
	seen := map[*ssa.BasicBlock]bool{}
	for work := []*ssa.BasicBlock{b}; len(work) > 0; {
		at := work[len(work)-1]
		work = work[:len(work)-1]
		for _, x := range next(at) {
			if !seen[x] {
				seen[x] = true
				work = append(work, x)
			}
		}
	}
	return seen
}

// Succs are the blocks that come after a block.
func Succs(b *ssa.BasicBlock) []*ssa.BasicBlock { return b.Succs }

// Preds are the blocks that come before a block.
func Preds(b *ssa.BasicBlock) []*ssa.BasicBlock { return b.Preds }
