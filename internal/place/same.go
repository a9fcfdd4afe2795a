// This file is when two values of a function mean one thing: without names, as the instructions compute them.

package place

import (
	"go/token"

	"golang.org/x/tools/go/ssa"
)

// Start is the value from which fields, and what they point to, lead to a value.
func Start(v ssa.Value) ssa.Value {
	for {
		switch x := v.(type) {
		case *ssa.FieldAddr:
			v = x.X
		case *ssa.UnOp:
			if x.Op != token.MUL {
				return v
			}
			v = x.X
		default:
			return v
		}
	}
}

// SamePlace reports whether two addresses are the same variable, or the same field of what the same value points to. A
// local variable holds the same pointer at both, as far as this goes; a field may hold another one.
func SamePlace(a, b ssa.Value) bool {
	return same(a, b, func(x, y ssa.Value) bool {
		v := Variable(x)
		return v != nil && v == Variable(y)
	})
}

// SameLoad reports whether two values are one, or loaded from one place, by way of fields that may have been set in
// between.
func SameLoad(a, b ssa.Value) bool { return same(a, b, SameLoad) }

// SamePointer reports whether two addresses are those of one place, or loaded from one.
func SamePointer(a, b ssa.Value) bool {
	x, ok := a.(*ssa.UnOp)
	return SamePlace(a, b) || ok && same(x, b, SamePlace)
}

// same compares two values: fields by their structs, loads by their addresses, in a way that the caller says.
func same(a, b ssa.Value, loaded func(x, y ssa.Value) bool) bool {
	if a == b {
		return true
	}
	switch x := a.(type) {
	case *ssa.FieldAddr:
		y, ok := b.(*ssa.FieldAddr)
		return ok && x.Field == y.Field && same(x.X, y.X, loaded)
	case *ssa.UnOp:
		y, ok := b.(*ssa.UnOp)
		return ok && x.Op == token.MUL && y.Op == token.MUL && loaded(x.X, y.X)
	}
	return false
}
