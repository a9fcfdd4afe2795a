// This file finds what a way has left empty, such as a batch that was sent when the timer ran out: that it is found
// empty says nothing about the timer then (T96).

package clocks

import (
	"go/token"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/branch"
	"github.com/syncvet/syncvet/internal/fielduse"
	"github.com/syncvet/syncvet/internal/place"
	"github.com/syncvet/syncvet/passes/source"
)

// A leaving is how an instruction leaves a list.
type leaving uint8

const (
	alike   leaving = iota // as it was
	emptied                // empty
	filled                 // perhaps not empty
)

// list is the variable or field that holds a list that is loaded, or where values of a variable come together; nil: it
// is not known.
func list(v ssa.Value) any {
	if phi, ok := v.(*ssa.Phi); ok {
		return phi
	}
	load, ok := v.(*ssa.UnOp)
	if !ok || load.Op != token.MUL {
		return nil
	}
	return holder(load.X)
}

// merged is what has to be empty at the end of the k-th block before another one; not ok: it is filled.
func merged(empty any, b *ssa.BasicBlock, k int) (before any, ok bool) {
	phi, isPhi := empty.(*ssa.Phi)
	if !isPhi || phi.Block() != b {
		return empty, true
	}
	if isEmpty(phi.Edges[k]) {
		return nil, true
	}
	from, ok := phi.Edges[k].(*ssa.Phi)
	return from, ok
}

// holder is the variable or field at an address; nil: it is not known.
func holder(addr ssa.Value) any {
	if f := fielduse.AddressedField(addr); f != (facts.Symbol{}) {
		return f
	}
	if a := place.Variable(addr); a != nil {
		return a
	}
	return nil
}

// emptyAt is the list that is found empty where a block is left for another one; nil: none is.
func emptyAt(b, to *ssa.BasicBlock) any {
	cond, ok := b.Instrs[len(b.Instrs)-1].(*ssa.If)
	if !ok || b.Succs[0] == b.Succs[1] {
		return nil
	}
	v, plain := branch.Positive(cond.Cond)
	cmp, ok := v.(*ssa.BinOp)
	if !ok || !isLen(cmp.X) || !place.IsZero(cmp.Y) {
		return nil
	}
	found := plain == (b.Succs[0] == to) // the comparison holds
	if cmp.Op == token.EQL && found || (cmp.Op == token.NEQ || cmp.Op == token.GTR) && !found {
		return list(cmp.X.(*ssa.Call).Call.Args[0])
	}
	return nil
}

// leaves is how an instruction leaves a list: itself, or by calls by name, or of literals in variables.
func (r *clocks) leaves(i ssa.Instruction, what any) leaving {
	switch x := i.(type) {
	case *ssa.Store:
		if holder(x.Addr) != what {
			return alike
		}
		if isEmpty(x.Val) {
			return emptied
		}
		return filled
	case *ssa.Call:
		g := x.Call.StaticCallee()
		if g == nil {
			if g = r.literalOf(x.Call.Value); g == nil {
				return alike
			}
		}
		if _, own := r.Flow.Source.UnitOf(g); own {
			return r.leftBy(source.Origin(g), what)
		}
	}
	return alike
}

// leftBy is how a function leaves a list: filled if it may fill it anywhere.
func (r *clocks) leftBy(fn *ssa.Function, what any) leaving {
	how := alike
	for _, b := range fn.Blocks {
		for _, i := range b.Instrs {
			s, ok := i.(*ssa.Store)
			if !ok || holder(s.Addr) != what {
				continue
			}
			if !isEmpty(s.Val) {
				return filled
			}
			how = emptied
		}
	}
	return how
}

// literalOf is the literal that is in a variable which is set once; nil: it is not known.
func (r *clocks) literalOf(v ssa.Value) *ssa.Function {
	switch x := v.(type) {
	case *ssa.MakeClosure:
		return x.Fn.(*ssa.Function)
	case *ssa.UnOp:
		if a := place.Variable(x.X); a != nil {
			if s := r.Places.Stored(a); s != nil {
				return r.literalOf(s)
			}
		}
	}
	return nil
}

// isEmpty reports whether a list is empty: nil, made so, or cut to nothing.
func isEmpty(v ssa.Value) bool {
	switch x := v.(type) {
	case *ssa.Const:
		return x.IsNil()
	case *ssa.Slice:
		if n, known := place.Int(x.High); x.High != nil && known {
			return n == 0
		}
	case *ssa.MakeSlice:
		n, known := place.Int(x.Len)
		return known && n == 0
	case *ssa.MakeMap:
		return true
	}
	return false
}
