// This file finds the deferred functions that end a panic.

package branch

import "golang.org/x/tools/go/ssa"

// Recovers tells whether a function calls recover itself: deferred, it ends a panic.
func Recovers(fn *ssa.Function) bool {
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			call, ok := instr.(*ssa.Call)
			if !ok {
				continue
			}
			if b, ok := call.Call.Value.(*ssa.Builtin); ok && b.Name() == "recover" {
				return true
			}
		}
	}
	return false
}
