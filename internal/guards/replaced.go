// This file finds maps and slices that are moved out of their variable, whose old contents nobody else has (G6).

package guards

import (
	"go/token"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/internal/guards/objects"
	"github.com/syncvet/syncvet/internal/ownership"
)

// movedOut reports whether the variable that a container was loaded from is set to another one before any lock is
// released: who took it out has it for himself (G7).
func (a *locking) movedOut(load *ssa.UnOp) bool {
	b := load.Block()
	after := false
	for _, instr := range b.Instrs {
		switch x := instr.(type) {
		case *ssa.UnOp:
			after = after || x == load
		case *ssa.Store:
			if after && sameVariable(x.Addr, load.X) && !keeps(x.Val, load.X) {
				return true
			}
		case *ssa.Call:
			if op, ok := a.ops[x]; ok && after && !op.lock {
				return false
			}
			if after && a.replacer().By(x, load.X, sameBase) {
				return true
			}
		}
	}
	return false
}

// replacer knows the functions looked at.
func (a *locking) replacer() *ownership.Replacer {
	return &ownership.Replacer{
		Body: func(fn *ssa.Function) *ssa.Function {
			if g := a.own(fn); g != nil {
				return g.fn
			}
			return nil
		},
		Locks: func(call ssa.CallInstruction) bool {
			_, ok := a.ops[call]
			return ok
		},
	}
}

// sameBase reports whether two pointers are one value, or were loaded from one variable.
func sameBase(x, y ssa.Value) bool {
	if x == y {
		return true
	}
	p, ok := x.(*ssa.UnOp)
	q, too := y.(*ssa.UnOp)
	return ok && too && p.Op == token.MUL && q.Op == token.MUL && sameVariable(p.X, q.X)
}

// keeps reports whether a value is a part of the slice that a variable holds, or is appended to it: the array stays
// where it is.
func keeps(v, addr ssa.Value) bool {
	switch x := v.(type) {
	case *ssa.Slice:
		return keeps(x.X, addr)
	case *ssa.UnOp:
		return x.Op == token.MUL && sameVariable(x.X, addr)
	case *ssa.Call:
		b, ok := x.Call.Value.(*ssa.Builtin)
		return ok && b.Name() == "append" && keeps(x.Call.Args[0], addr)
	}
	return false
}

func sameVariable(x, y ssa.Value) bool {
	switch x := x.(type) {
	case *ssa.FieldAddr:
		y, ok := y.(*ssa.FieldAddr)
		return ok && objects.FieldOf(x) == objects.FieldOf(y)
	case *ssa.Global:
		return x == y
	}
	return false
}
