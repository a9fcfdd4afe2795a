// This file recognises appends that move the end of a slice down over what is taken out.

package flow

import (
	"go/token"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/internal/place"
)

// closesGap reports whether an append takes elements out of a slice in place, as append(x[:i], x[i+1:]...) does: the
// result is no longer than x, so there is no new array, and what is moved lies in the array already (L29).
func closesGap(v *ssa.Call) bool {
	if len(v.Call.Args) != 2 {
		return false
	}
	head, ok := v.Call.Args[0].(*ssa.Slice)
	tail, too := v.Call.Args[1].(*ssa.Slice)
	if !ok || !too || head.Low != nil || head.High == nil || head.Max != nil || tail.High != nil || tail.Low == nil {
		return false
	}
	return sameSlice(head.X, tail.X) && notBelow(tail.Low, head.High)
}

// notBelow reports whether one number is another one, or that and a constant.
func notBelow(v, than ssa.Value) bool {
	if v == than {
		return true
	}
	n, constant := place.Int(v)
	if m, ok := place.Int(than); ok && constant {
		return n >= m
	}
	b, ok := v.(*ssa.BinOp)
	if !ok || b.Op != token.ADD {
		return false
	}
	more, ok := place.Int(b.Y)
	return ok && more >= 0 && b.X == than
}

// sameSlice reports whether two values are one, or were loaded one after the other from one field or variable.
func sameSlice(x, y ssa.Value) bool {
	if x == y {
		return true
	}
	p, ok := x.(*ssa.UnOp)
	q, too := y.(*ssa.UnOp)
	if !ok || !too || p.Op != token.MUL || q.Op != token.MUL || p.Block() != q.Block() || !samePlace(p.X, q.X) {
		return false
	}
	between := false
	for _, instr := range p.Block().Instrs {
		switch instr.(type) {
		case *ssa.Store, ssa.CallInstruction, *ssa.MapUpdate, *ssa.Send, *ssa.Select:
			if between {
				return false
			}
		}
		if instr == ssa.Instruction(p) || instr == ssa.Instruction(q) {
			if between {
				return true
			}
			between = true
		}
	}
	return false
}

// samePlace reports whether two addresses are one, or select one field of one value.
func samePlace(x, y ssa.Value) bool {
	f, ok := x.(*ssa.FieldAddr)
	g, too := y.(*ssa.FieldAddr)
	return x == y || ok && too && f.Field == g.Field && (f.X == g.X || sameSlice(f.X, g.X))
}
