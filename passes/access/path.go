// This file looks at how an address was obtained (A9).

package access

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/passes/source"
)

// through reports whether a load on the way to an address went through a merged container, or unsafe.
func through(addr ssa.Value) facts.AccessFlags {
	var f facts.AccessFlags
	for range pathDepth {
		switch x := addr.(type) {
		case *ssa.FieldAddr:
			addr = x.X
		case *ssa.IndexAddr:
			addr = x.X
		case *ssa.Slice:
			addr = x.X
		case *ssa.ChangeType:
			addr = x.X
		case *ssa.Convert:
			if b, ok := x.X.Type().Underlying().(*types.Basic); ok && b.Kind() == types.UnsafePointer {
				f |= facts.AccessUnsafe
			}
			return f
		case *ssa.TypeAssert:
			addr = x.X
		case *ssa.Extract:
			addr = x.Tuple
		case *ssa.UnOp:
			if x.Op == token.ARROW {
				return f | facts.AccessElement
			}
			if inElement(x.X) {
				f |= facts.AccessElement
			}
			addr = x.X
		case *ssa.Lookup, *ssa.Next, *ssa.Select:
			return f | facts.AccessElement
		default:
			return f
		}
	}
	return f
}

// inElement reports whether an address lies in an element of a slice or array that other indices may mean too.
func inElement(addr ssa.Value) bool {
	for {
		switch x := addr.(type) {
		case *ssa.FieldAddr:
			addr = x.X
		case *ssa.IndexAddr:
			if _, ok := x.Index.(*ssa.Const); !ok || !onlyConstant(x) {
				return true
			}
			addr = x.X
		default:
			return false
		}
	}
}

// onlyConstant reports whether an element of an array is meant: of arrays, as of slices, all elements are one abstract
// element.
func onlyConstant(x *ssa.IndexAddr) bool {
	p, ok := source.Core(x.X.Type()).(*types.Pointer)
	if !ok {
		return false
	}
	a, ok := source.Core(p.Elem()).(*types.Array)
	return ok && a.Len() == 1
}
