// This file recognises calls behind which the function goes on only if they have returned no error (L21).

package flow

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/internal/place"
)

// Checked reports whether the function returns, and does nothing more with what it gave to a call, where the call has
// returned an error.
func Checked(instr ssa.CallInstruction) bool {
	call, ok := instr.(*ssa.Call)
	if !ok {
		return false
	}
	err := failure(call)
	test, ok := call.Block().Instrs[len(call.Block().Instrs)-1].(*ssa.If)
	if err == nil || !ok {
		return false
	}
	x, ok := test.Cond.(*ssa.BinOp)
	if !ok || x.X != err || !place.IsNil(x.Y) {
		return false
	}
	failed := 0
	if x.Op == token.EQL {
		failed = 1
	}
	return (x.Op == token.EQL || x.Op == token.NEQ) && gives(call.Block().Succs[failed], call)
}

// failure is the error that a call returns last; nil if it is not looked at.
func failure(call *ssa.Call) ssa.Value {
	list := call.Call.Signature().Results()
	n := list.Len()
	if n == 0 || !place.IsError(list.At(n-1).Type()) {
		return nil
	}
	if n == 1 {
		return call
	}
	for _, r := range *call.Referrers() {
		if x, ok := r.(*ssa.Extract); ok && x.Index == n-1 {
			return x
		}
	}
	return nil
}

// gives reports whether from a block on control only comes to where the function ends, without a use of what a call was
// given.
func gives(b *ssa.BasicBlock, call *ssa.Call) bool {
	if len(b.Preds) != 1 {
		return false
	}
	seen := map[*ssa.BasicBlock]bool{}
	for work := []*ssa.BasicBlock{b}; len(work) > 0; {
		at := work[len(work)-1]
		work = work[:len(work)-1]
		if seen[at] {
			continue
		}
		if seen[at] = true; !b.Dominates(at) ||
			slices.ContainsFunc(at.Instrs, func(i ssa.Instruction) bool { return usesArgument(i, call) }) {
			return false
		}
		work = append(work, at.Succs...)
	}
	return true
}

// usesArgument reports whether an instruction has an argument of a call, which is no constant, for an operand.
func usesArgument(i ssa.Instruction, call *ssa.Call) bool {
	return slices.ContainsFunc(i.Operands(nil), func(v *ssa.Value) bool {
		_, constant := (*v).(*ssa.Const)
		return *v != nil && !constant && slices.Contains(call.Call.Args, *v) && hasPointer((*v).Type())
	})
}

// hasPointer reports whether a value of a type may be a pointer.
func hasPointer(t types.Type) bool {
	_, basic := t.Underlying().(*types.Basic)
	return !basic
}
