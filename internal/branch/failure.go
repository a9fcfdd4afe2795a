// This file finds the edges on which an error is known to be one.

package branch

import (
	"go/token"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/internal/place"
)

// Failure is the error that is not nil where a block is left by its k-th edge; nil if none is found to be so.
func Failure(b *ssa.BasicBlock, k int) ssa.Value {
	c, ok := b.Instrs[len(b.Instrs)-1].(*ssa.If)
	if !ok {
		return nil
	}
	v, plain := Positive(c.Cond)
	cmp, ok := v.(*ssa.BinOp)
	if !ok || !place.IsError(cmp.X.Type()) || !place.IsNil(cmp.X) && !place.IsNil(cmp.Y) ||
		(cmp.Op == token.NEQ) != (plain == (k == 0)) {
		return nil
	}
	if place.IsNil(cmp.X) {
		return cmp.Y
	}
	return cmp.X
}
