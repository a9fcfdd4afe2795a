// This file recognises what runs behind a test of a variable that others may set (L17).

package flow

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/internal/place"
)

// Tested reports whether a branch that every way to an instruction passes tests a field, a package-level or a captured
// variable: a flag, a number, or something that may be nil; or what a function says that answers yes or no.
func Tested(instr ssa.Instruction) bool {
	for b := instr.Block().Idom(); b != nil; b = b.Idom() {
		if cond, ok := b.Instrs[len(b.Instrs)-1].(*ssa.If); ok && asks(cond.Cond, maxAsked) {
			return true
		}
	}
	return false
}

// asks reports whether a condition is about a variable.
func asks(v ssa.Value, depth int) bool {
	if depth == 0 {
		return false
	}
	switch x := v.(type) {
	case *ssa.UnOp:
		if x.Op != token.MUL {
			return asks(x.X, depth-1)
		}
		return isState(x.Type()) && isPlace(x.X)
	case *ssa.BinOp:
		return asks(x.X, depth-1) || asks(x.Y, depth-1)
	case *ssa.Phi:
		for _, e := range x.Edges {
			if asks(e, depth-1) {
				return true
			}
		}
	case *ssa.Call:
		return place.IsBool(x.Type())
	case *ssa.Extract:
		switch x.Tuple.(type) {
		case *ssa.Call, *ssa.Lookup:
			return place.IsBool(x.Type())
		}
	}
	return false
}

// isPlace reports whether an address is that of a field, a package-level or a captured variable.
func isPlace(addr ssa.Value) bool {
	switch addr.(type) {
	case *ssa.FieldAddr, *ssa.Global, *ssa.FreeVar:
		return true
	}
	return false
}

// isState reports whether a type is one of flags, numbers, or what may be nil.
func isState(t types.Type) bool {
	if b, ok := t.Underlying().(*types.Basic); ok {
		return b.Info()&(types.IsBoolean|types.IsInteger) != 0
	}
	return Nillable(t)
}

// Nillable reports whether nil is a value of a type that cannot be used.
func Nillable(t types.Type) bool {
	switch t.Underlying().(type) {
	case *types.Pointer, *types.Interface, *types.Map, *types.Signature:
		return true
	}
	return false
}
