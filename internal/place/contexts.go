// This file finds the contexts that a function has got.

package place

import (
	"go/token"

	"golang.org/x/tools/go/ssa"
)

// Contexts are the contexts that a function has got: parameters, and what it loads from variables that it captures.
func Contexts(fn *ssa.Function) []ssa.Value {
	var list []ssa.Value
	for _, p := range fn.Params {
		if isContext(p) {
			list = append(list, p)
		}
	}
	for _, v := range fn.FreeVars {
		for _, use := range *v.Referrers() {
			if load, ok := use.(*ssa.UnOp); ok && load.Op == token.MUL && isContext(load) {
				list = append(list, load)
				break
			}
		}
	}
	return list
}

func isContext(v ssa.Value) bool { return IsNamed(v.Type(), "context", "Context") }
