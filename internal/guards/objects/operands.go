// This file tells what a value is computed from.

package objects

import "golang.org/x/tools/go/ssa"

// Operands are what a value is computed from, or selected from.
func Operands(v ssa.Value) []ssa.Value {
	switch x := v.(type) {
	case *ssa.BinOp:
		return []ssa.Value{x.X, x.Y}
	case *ssa.Phi:
		return x.Edges
	case *ssa.Extract:
		return []ssa.Value{x.Tuple}
	case *ssa.Field:
		return []ssa.Value{x.X}
	case *ssa.FieldAddr:
		return []ssa.Value{x.X}
	case *ssa.Index:
		return []ssa.Value{x.X}
	case *ssa.IndexAddr:
		return []ssa.Value{x.X}
	case *ssa.Slice:
		return []ssa.Value{x.X}
	case *ssa.Range:
		return []ssa.Value{x.X}
	case *ssa.TypeAssert:
		return []ssa.Value{x.X}
	case *ssa.Convert:
		return []ssa.Value{x.X}
	case *ssa.ChangeType:
		return []ssa.Value{x.X}
	case *ssa.ChangeInterface:
		return []ssa.Value{x.X}
	case *ssa.MakeInterface:
		return []ssa.Value{x.X}
	}
	return nil
}

// Computes reports whether what a call returns is computed from its arguments alone: builtins, and methods of values.
func Computes(c *ssa.CallCommon) bool {
	if b, ok := c.Value.(*ssa.Builtin); ok {
		return b.Name() != "recover"
	}
	g := c.StaticCallee()
	return g != nil && g.Signature.Recv() != nil && !IsPointerLike(g.Signature.Recv().Type())
}
