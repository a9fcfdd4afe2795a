// This file asks about the types of values, and about constants.

package place

import (
	"go/constant"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// IsError reports whether a type is the predeclared error.
func IsError(t types.Type) bool { return types.Identical(t, types.Universe.Lookup("error").Type()) }

// IsBool reports whether a type's values are true and false.
func IsBool(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&types.IsBoolean != 0
}

// IsChan reports whether a type's values are channels.
func IsChan(t types.Type) bool {
	_, ok := t.Underlying().(*types.Chan)
	return ok
}

// IsFunc reports whether a type's values are functions.
func IsFunc(t types.Type) bool {
	_, ok := t.Underlying().(*types.Signature)
	return ok
}

// IsNamed reports whether a type, or the one it points to, is a named one of a package (by its path).
func IsNamed(t types.Type, pkg, name string) bool {
	if p, ok := t.Underlying().(*types.Pointer); ok {
		t = p.Elem()
	}
	n, ok := types.Unalias(t).(*types.Named)
	return ok && n.Obj().Pkg() != nil && n.Obj().Pkg().Path() == pkg && n.Obj().Name() == name
}

// Bits is the number of which a value is some bits, which are zero if it is; the value itself if it is no such.
func Bits(v ssa.Value) ssa.Value {
	x, ok := v.(*ssa.BinOp)
	if !ok {
		return v
	}
	switch x.Op {
	case token.AND:
		if _, ok := x.X.(*ssa.Const); ok {
			return Bits(x.Y)
		}
		return Bits(x.X)
	case token.AND_NOT:
		return Bits(x.X)
	}
	return v
}

// IsZero reports whether a value is a constant that a variable of its type holds before it is set.
func IsZero(v ssa.Value) bool {
	c, ok := v.(*ssa.Const)
	if !ok {
		return false
	}
	if c.Value == nil {
		return true
	}
	switch c.Value.Kind() {
	case constant.Bool:
		return !constant.BoolVal(c.Value)
	case constant.String:
		return constant.StringVal(c.Value) == ""
	}
	return constant.Sign(c.Value) == 0
}

// Unboxed is the value in an interface, if that was made on the spot.
func Unboxed(v ssa.Value) ssa.Value {
	if m, ok := v.(*ssa.MakeInterface); ok {
		return m.X
	}
	return v
}

// NotNil reports whether a value is surely a pointer, or the like, that is not nil.
func NotNil(v ssa.Value) bool {
	switch v.(type) {
	case *ssa.Alloc, *ssa.FieldAddr, *ssa.IndexAddr, *ssa.Global, *ssa.Function, *ssa.MakeInterface, *ssa.MakeClosure,
		*ssa.MakeMap, *ssa.MakeSlice, *ssa.MakeChan:
		return true
	}
	return false
}

// NotZero reports whether a value is surely another one than that which a variable holds before it is set.
func NotZero(v ssa.Value) bool {
	if x, ok := v.(*ssa.ChangeType); ok {
		return NotZero(x.X)
	}
	_, isConst := v.(*ssa.Const)
	return NotNil(v) || isConst && !IsZero(v)
}

// IsBuiltin reports whether a call is one of the builtin function of a name, such as close.
func IsBuiltin(c *ssa.CallCommon, name string) bool {
	b, ok := c.Value.(*ssa.Builtin)
	return ok && b.Name() == name
}
