// This file recognises two locks that a function takes in the order of what it compares, each order in a branch of its
// own (T9).

package locks

import (
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/internal/branch"
)

// The orders in which a function takes two locks.
const (
	ascending  = 1 // first that of the object with the less number
	descending = 2 // the other one
)

// rank notes of the acquisitions on the two sides of a comparison in which order they are taken, where each side takes
// the same two, in swapped roles.
func (o *orders) rank(taken []acquisition) {
	for _, b := range o.fn.Blocks {
		c, ok := b.Instrs[len(b.Instrs)-1].(*ssa.If)
		if !ok {
			continue
		}
		cond, plain := branch.Positive(c.Cond)
		op, ok := cond.(*ssa.BinOp)
		if !ok || !ordering(op.Op) {
			continue
		}
		less, more := sources(op.X), sources(op.Y)
		if op.Op == token.GTR || op.Op == token.GEQ {
			less, more = more, less
		}
		yes, no := b.Succs[0], b.Succs[1]
		if !plain {
			yes, no = no, yes
		}
		on, off := within(taken, yes), within(taken, no)
		if len(on) != 2 || len(off) != 2 || on[0].site.Name != on[1].site.Name || on[0].site.Name != off[0].site.Name {
			continue
		}
		here, there := o.roles(on, less, more), o.roles(off, more, less)
		if here != 0 && here == there {
			for _, a := range slices.Concat(on, off) {
				a.site.rank = here
			}
		}
	}
}

// roles is the order in which two acquisitions come, where the object of the one is known to have the less number; zero
// if they are of something else.
func (o *orders) roles(list []acquisition, less, more []ssa.Value) uint8 {
	first, second := sources(o.paths.Roots[list[0].path.Value]), sources(o.paths.Roots[list[1].path.Value])
	switch up, down := meet(first, less) && meet(second, more), meet(first, more) && meet(second, less); {
	case up && !down:
		return ascending
	case down && !up:
		return descending
	}
	return 0
}

// within are the acquisitions that a block dominates which is entered from one other block only, in the order in which
// they come.
func within(taken []acquisition, b *ssa.BasicBlock) (list []acquisition) {
	for _, a := range taken {
		if len(b.Preds) == 1 && b.Dominates(a.site.Instr.Block()) {
			list = append(list, a)
		}
	}
	slices.SortFunc(list, func(x, y acquisition) int {
		if branch.Precedes(x.site.Instr, y.site.Instr) {
			return -1
		}
		return 1
	})
	return list
}
