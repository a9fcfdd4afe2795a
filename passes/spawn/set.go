// This file finds operations on channels that a test has found set (E44).

package spawn

import (
	"go/token"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/internal/branch"
	"github.com/syncvet/syncvet/internal/place"
)

// foundSet reports whether control comes to an instruction only where a test has found a channel, loaded anew or not,
// to be something else than nil.
func foundSet(ch ssa.Value, at ssa.Instruction) bool {
	b := at.Block()
	for d := b.Idom(); d != nil; d = d.Idom() {
		c, ok := d.Instrs[len(d.Instrs)-1].(*ssa.If)
		if !ok || d.Succs[0] == d.Succs[1] {
			continue
		}
		cond, plain := branch.Positive(c.Cond)
		eq, ok := cond.(*ssa.BinOp)
		if !ok || eq.Op != token.EQL && eq.Op != token.NEQ {
			continue
		}
		v, null := eq.X, eq.Y
		if place.IsNil(v) {
			v, null = null, v
		}
		side := d.Succs[0]
		if (eq.Op == token.NEQ) != plain {
			side = d.Succs[1]
		}
		if place.IsNil(null) && len(side.Preds) == 1 && side.Dominates(b) && place.SameLoad(v, ch) {
			return true
		}
	}
	return false
}
