// This file recognises what is done by who gives back the last reference to an object (G16).

package guards

import (
	"go/constant"
	"go/token"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/internal/branch"
	"github.com/syncvet/syncvet/internal/models"
	"github.com/syncvet/syncvet/passes/source"
)

// lastReference reports whether an instruction runs only where an atomic counter that was lowered has come to zero.
func (a *locking) lastReference(instr ssa.Instruction) bool {
	for b := instr.Block(); b != nil && b.Idom() != nil; b = b.Idom() {
		cond, value := branch.Behind(b)
		if cond == nil {
			continue
		}
		if x, ok := cond.Cond.(*ssa.BinOp); ok && a.lowered(x.X) && sign(x.Y) == 0 && isConst(x.Y) && reached(x.Op, value) {
			return true
		}
	}
	return false
}

// reached reports whether a comparison of a counter with zero that has come out so means that it is not positive.
func reached(op token.Token, value bool) bool {
	switch op {
	case token.EQL, token.LEQ:
		return value
	case token.NEQ, token.GTR:
		return !value
	}
	return false
}

// lowered reports whether a value is what an atomic addition of a negative constant has left.
func (a *locking) lowered(v ssa.Value) bool {
	call, ok := v.(*ssa.Call)
	if !ok {
		return false
	}
	row, _ := a.src.Model(&call.Call)
	args := source.Arguments(&call.Call)
	return row != nil && row.Sync == models.SyncAtomicRMW && len(args) == 2 && sign(args[1]) < 0
}

// isConst reports whether a value is a constant number.
func isConst(v ssa.Value) bool {
	k, ok := v.(*ssa.Const)
	return ok && k.Value != nil && k.Value.Kind() == constant.Int
}

// sign is the sign of a constant number; zero for all other values.
func sign(v ssa.Value) int {
	if !isConst(v) {
		return 0
	}
	return constant.Sign(v.(*ssa.Const).Value)
}
