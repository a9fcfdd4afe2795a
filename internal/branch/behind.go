// This file says what must have happened before an instruction, by dominance.

package branch

import (
	"slices"

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
func Precedes(x, y ssa.Instruction) bool {
	if b := x.Block(); b == y.Block() {
		return slices.Index(b.Instrs, x) < slices.Index(b.Instrs, y)
	}
	return x.Block().Dominates(y.Block())
}
