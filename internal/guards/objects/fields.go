// This file is the fields that addresses select, and the structs around them.

package objects

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/passes/source"
)

// IsPointerLike reports whether a type is of pointers, or of interfaces, which may hold some.
func IsPointerLike(t types.Type) bool {
	switch t.Underlying().(type) {
	case *types.Pointer, *types.Interface:
		return true
	}
	return false
}

// FieldOf is the field that an address selects, as its type declares it.
func FieldOf(x *ssa.FieldAddr) *types.Var { return StructOf(x.X.Type()).Field(x.Field).Origin() }

// StructOf is the struct type that a type is of, or points to.
func StructOf(t types.Type) *types.Struct { return source.Core(source.Deref(t)).(*types.Struct) }

// ChainOf is the types of the structs whose value holds a field, innermost first, then the variable that holds them, if
// any.
func ChainOf(addr ssa.Value) []types.Object {
	var chain []types.Object
	for {
		switch x := addr.(type) {
		case *ssa.FieldAddr:
			if n, ok := types.Unalias(source.Deref(x.X.Type())).(*types.Named); ok {
				chain = append(chain, n.Origin().Obj())
			}
			addr = x.X
		case *ssa.Global:
			if x.Object() != nil {
				chain = append(chain, x.Object())
			}
			return chain
		default:
			return chain
		}
	}
}

// OuterOf is the field that a struct lies in one of whose fields an address selects; nil if that is not seen.
func OuterOf(addr ssa.Value) *types.Var {
	if f, ok := addr.(*ssa.FieldAddr); ok {
		if g, ok := f.X.(*ssa.FieldAddr); ok {
			return FieldOf(g)
		}
	}
	return nil
}
