// This file finds the deferred functions that end a panic.

package branch

import (
	"go/token"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/internal/place"
)

// Recovers reports whether a function, deferred, may end a panic: it calls recover itself, and may return where that
// found one. Who cleans up and panics again does not.
func Recovers(fn *ssa.Function) bool {
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			if call, ok := instr.(*ssa.Call); ok && isRecover(call) && !panicsAgain(call) {
				return true
			}
		}
	}
	return false
}

func isRecover(call *ssa.Call) bool {
	return place.IsBuiltin(&call.Call, "recover")
}

// panicsAgain reports whether a call of recover is tested at once, and the function does not return where it found a
// panic.
func panicsAgain(call *ssa.Call) bool {
	test := condition(call.Block())
	if test == nil {
		return false
	}
	cond, ok := test.Cond.(*ssa.BinOp)
	if !ok || cond.X != call && cond.Y != call || !place.IsNil(cond.X) && !place.IsNil(cond.Y) {
		return false
	}
	found := 0
	if cond.Op == token.EQL {
		found = 1
	}
	return (cond.Op == token.EQL || cond.Op == token.NEQ) && !MayReturn(call.Block().Succs[found])
}

// MayReturn reports whether control may come from a block to a return.
func MayReturn(from *ssa.BasicBlock) bool {
	for _, b := range from.Parent().Blocks {
		if Returns(b) && (b == from || Reaches(from, b)) {
			return true
		}
	}
	return false
}
