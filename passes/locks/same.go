// This file compares addresses and loads within a function.

package locks

import (
	"go/token"

	"golang.org/x/tools/go/ssa"
)

// SameLoad reports whether two values are one, or are loaded from one variable, by name or through one pointer.
func (r *Result) SameLoad(fn *ssa.Function, x, y ssa.Value) bool {
	a, ok := x.(*ssa.UnOp)
	b, also := y.(*ssa.UnOp)
	if !ok || !also || a.Op != token.MUL || b.Op != token.MUL {
		return x == y
	}
	return r.SameAddress(fn, a.X, b.X)
}

// SameAddress reports whether two addresses in a function are of one variable, by name or through one pointer.
func (r *Result) SameAddress(fn *ssa.Function, x, y ssa.Value) bool {
	f, ok := x.(*ssa.FieldAddr)
	g, also := y.(*ssa.FieldAddr)
	if !ok || !also {
		return x == y || r.Number(fn, x) == r.Number(fn, y)
	}
	return f.Field == g.Field && r.SameAddress(fn, f.X, g.X)
}
