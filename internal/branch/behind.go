// This file says what must have happened before an instruction, by dominance.

package branch

import (
	"slices"

	"github.com/syncvet/syncvet/internal/place"
	"golang.org/x/tools/go/ssa"
)

// Behind is the branch right before a block of which one side leads there, and nothing else does; value is what its
// condition was then. Nil if there is none.
func Behind(b *ssa.BasicBlock) (cond *ssa.If, value bool) {
	p := b.Idom()
	if p == nil || len(b.Preds) != 1 {
		return nil, false
	}
	cond = condition(p)
	if cond == nil || p.Succs[0] == p.Succs[1] {
		return nil, false
	}
	return cond, p.Succs[0] == b
}

// Precedes reports whether an instruction comes before another one on every way.
func Precedes(x, y ssa.Instruction) bool { return place.Precedes(x, y) }

// Leads reports whether control may go from one instruction to another.
func Leads(from, to ssa.Instruction) bool {
	return LeadsTo(from, to, func(ssa.Instruction) bool { return false })
}

// LeadsTo reports whether control may go from one instruction to another without passing one at which it is stopped.
func LeadsTo(from, to ssa.Instruction, stop func(ssa.Instruction) bool) bool {
	seen := make([]bool, len(from.Block().Parent().Blocks))
	walk := func(list []ssa.Instruction) (found, on bool) {
		for _, instr := range list {
			if instr == to {
				return true, false
			}
			if stop(instr) {
				return false, false
			}
		}
		return false, true
	}
	b := from.Block()
	found, on := walk(b.Instrs[slices.Index(b.Instrs, from)+1:])
	var work []*ssa.BasicBlock
	if on {
		work = append(work, b.Succs...)
	}
	for len(work) > 0 && !found {
		b, work = work[len(work)-1], work[:len(work)-1]
		if seen[b.Index] {
			continue
		}
		seen[b.Index] = true
		if found, on = walk(b.Instrs); on {
			work = append(work, b.Succs...)
		}
	}
	return found
}
