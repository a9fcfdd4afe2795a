// This file recognises indices that each goroutine may have for itself (access A18, flow L14).

package place

import (
	"go/token"

	"golang.org/x/tools/go/ssa"
)

// Given reports whether an index is computed from what the function was given: an argument, a captured variable, a
// message, the result of a call. Goroutines that share out an array get their indices that way. What maps many numbers
// to one is no such computation, nor is counting from a constant.
func Given(v ssa.Value) bool { return given(v, map[ssa.Value]bool{}) }

func given(v ssa.Value, seen map[ssa.Value]bool) bool {
	if seen[v] {
		return false
	}
	seen[v] = true
	switch v := v.(type) {
	case *ssa.Parameter, *ssa.Lookup:
		return true
	case *ssa.Call:
		return !isBuiltin(v)
	case *ssa.Extract:
		_, ranged := v.Tuple.(*ssa.Next)
		return !ranged
	case *ssa.Convert:
		return given(v.X, seen)
	case *ssa.ChangeType:
		return given(v.X, seen)
	case *ssa.Field:
		return true
	case *ssa.UnOp:
		return givenLoad(v, seen)
	case *ssa.BinOp:
		switch v.Op {
		case token.REM, token.AND, token.SHR:
			return false
		}
		return given(v.X, seen) || given(v.Y, seen)
	case *ssa.Phi:
		for _, e := range v.Edges {
			if given(e, seen) {
				return true
			}
		}
	}
	return false
}

// givenLoad is given for a receive, or a load: of a field of what was given, or of a captured variable.
func givenLoad(v *ssa.UnOp, seen map[ssa.Value]bool) bool {
	if v.Op != token.MUL {
		return v.Op == token.ARROW || given(v.X, seen)
	}
	switch x := v.X.(type) {
	case *ssa.FreeVar:
		return true
	case *ssa.FieldAddr:
		_, global := x.X.(*ssa.Global)
		return !global
	case *ssa.Alloc:
		return true // set in a way that is not followed
	}
	return false
}

// Quotient reports whether an index is a number that the function was given, divided by a constant: the word of a bit.
// Neighbours share it.
func Quotient(v ssa.Value) bool {
	for {
		switch x := v.(type) {
		case *ssa.Convert:
			v = x.X
		case *ssa.BinOp:
			n, constant := Int(x.Y)
			_, computed := x.X.(*ssa.BinOp)
			return x.Op == token.QUO && constant && n > 1 && !computed
		default:
			return false
		}
	}
}

// isBuiltin reports whether a call is one of a builtin.
func isBuiltin(v *ssa.Call) bool {
	_, ok := v.Call.Value.(*ssa.Builtin)
	return ok
}
