// This file is about values: how those of the interpreted program are represented.

package machine

import (
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// A Value is one of: bool, int64 (signed integers), uint64 (unsigned ones and uintptr), float64, complex128, string,
// *Cell (pointers), Agg (structs and arrays), Slice, *Table (maps), *Queue (channels), *Function, Iface, Tuple, and
// iterators of range loops.
type Value = any

type (
	// An Agg is a struct or an array; it is never changed once it is made.
	Agg []Value
	// A Tuple is several results.
	Tuple []Value
	// An Iface is a value of interface type.
	Iface struct {
		T types.Type // the dynamic type; nil for a nil interface
		V Value      // the dynamic value; nil for a nil interface
	}
	// A Function is a function value; nil for a nil one.
	Function struct {
		Fn     *ssa.Function            // what it runs; nil for a native
		free   []Value                  // its free variables
		Native func(args []Value) Value // what a native does; nil for a function with code
	}
)

// Under is the underlying type, with that of type parameters' constraints left alone.
func Under(t types.Type) types.Type { return types.Unalias(t).Underlying() }

// ElemOf is the element type of a channel, slice, array, pointer or map.
func ElemOf(t types.Type) types.Type {
	switch u := Under(t).(type) {
	case *types.Chan:
		return u.Elem()
	case *types.Slice:
		return u.Elem()
	case *types.Array:
		return u.Elem()
	case *types.Pointer:
		return u.Elem()
	case *types.Map:
		return u.Elem()
	}
	panic(Unsupported("element of " + t.String()))
}

// TypeString is a type as programs print it.
func TypeString(t types.Type) string {
	if t == nil {
		return "<nil>"
	}
	return types.TypeString(t, func(p *types.Package) string { return p.Name() })
}
