// This file names places (P1).

package place

import (
	"go/token"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/passes/source"
)

// A namer looks for one name.
type namer struct {
	left int // steps it may still take
}

// Name names the memory at an address, and says what kind of variable it is.
func Name(addr ssa.Value) (facts.Symbol, facts.VarKind) {
	n := namer{nameSteps}
	return n.name(addr)
}

func (n *namer) name(addr ssa.Value) (facts.Symbol, facts.VarKind) {
	switch addr := addr.(type) {
	case *ssa.FieldAddr:
		return source.FieldSymbol(addr.X.Type(), addr.Field), facts.VarField
	case *ssa.IndexAddr:
		return n.container(addr.X), facts.VarSlice
	case *ssa.Global:
		return source.GlobalSymbol(addr), facts.VarGlobal
	case *ssa.FreeVar:
		return source.LocalSymbol(addr.Name()), facts.VarCaptured
	case *ssa.Alloc:
		if IsVariable(addr) {
			return source.LocalSymbol(addr.Comment), facts.VarCaptured
		}
		return facts.Symbol{}, facts.VarPointee
	case *ssa.Phi: // a variable that each iteration of a loop has anew
		if a, ok := addr.Edges[0].(*ssa.Alloc); ok && IsVariable(a) {
			return n.name(a)
		}
	}
	return n.holder(addr), facts.VarPointee
}

// container names what an element is selected from: an array by its address, a slice by what holds it.
func (n *namer) container(x ssa.Value) facts.Symbol {
	switch x.(type) {
	case *ssa.FieldAddr, *ssa.IndexAddr, *ssa.Global, *ssa.FreeVar, *ssa.Alloc:
		s, _ := n.name(x)
		return s
	}
	return n.holder(x)
}

// IsVariable reports whether an allocation is a declared variable.
func IsVariable(a *ssa.Alloc) bool {
	switch a.Comment {
	case "", "new", "complit", "slicelit", "varargs", "makeslice":
		return false
	}
	return token.IsIdentifier(a.Comment)
}

// Holder names the variable or field that a value was taken from; the zero symbol if there is none in sight.
func Holder(v ssa.Value) facts.Symbol {
	n := namer{nameSteps}
	return n.holder(v)
}

func (n *namer) holder(v ssa.Value) facts.Symbol {
	if n.left == 0 {
		return facts.Symbol{}
	}
	n.left--
	switch v := v.(type) {
	case *ssa.UnOp:
		if v.Op == token.MUL {
			s, _ := n.name(v.X)
			return s
		}
	case *ssa.Parameter:
		return source.LocalSymbol(v.Name())
	case *ssa.FreeVar:
		return source.LocalSymbol(v.Name())
	case *ssa.Field:
		return source.FieldSymbol(v.X.Type(), v.Field)
	case *ssa.Phi:
		for _, e := range v.Edges {
			if s := n.holder(e); s != (facts.Symbol{}) {
				return s
			}
		}
	case *ssa.Slice:
		return n.container(v.X)
	case *ssa.ChangeType:
		return n.holder(v.X)
	case *ssa.Convert:
		return n.holder(v.X)
	case *ssa.MakeInterface:
		return n.holder(v.X)
	case *ssa.TypeAssert:
		return n.holder(v.X)
	case *ssa.Lookup:
		return n.holder(v.X)
	case *ssa.Extract:
		return n.holder(v.Tuple)
	case *ssa.Next:
		return n.holder(v.Iter)
	case *ssa.Range:
		return n.holder(v.X)
	case *ssa.Alloc, *ssa.Global:
		s, _ := n.name(v)
		return s
	case *ssa.Call:
		if b, ok := v.Call.Value.(*ssa.Builtin); ok && b.Name() == "append" {
			return n.holder(v.Call.Args[0])
		}
	}
	return facts.Symbol{}
}
