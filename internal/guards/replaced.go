// This file finds maps and slices that are moved out of their variable, whose old contents nobody else has (G6).

package guards

import (
	"go/constant"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/internal/guards/objects"
	"github.com/syncvet/syncvet/internal/ownership"
	"github.com/syncvet/syncvet/internal/place"
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

// deletes reports whether what a lookup of a map has found is deleted there before any lock is released, and put
// nowhere else: who took it out has it for himself (G62).
func (a *locking) deletes(l *ssa.Lookup) bool {
	return objects.TakenOut(l, sameBase, func(call *ssa.Call) bool { op, ok := a.ops[call]; return ok && !op.lock })
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
// where it is. So it does where a loop filters in place.
func keeps(v, addr ssa.Value) bool { return keepsBut(v, addr, nil) }

// keepsBut is keeps, but for what loops bring that are being looked at.
func keepsBut(v, addr ssa.Value, loops []ssa.Value) bool {
	switch x := v.(type) {
	case *ssa.Slice:
		return keepsBut(x.X, addr, loops)
	case *ssa.UnOp:
		return x.Op == token.MUL && sameVariable(x.X, addr)
	case *ssa.Call:
		return place.IsBuiltin(&x.Call, "append") && keepsBut(x.Call.Args[0], addr, loops)
	case *ssa.Phi:
		return !slices.Contains(loops, v) && slices.ContainsFunc(x.Edges, func(e ssa.Value) bool {
			return keepsBut(e, addr, append(loops, v))
		})
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

// copiedOnWrite reports whether the container that is returned is noted to be handed out, in a flag behind which some
// function replaces it by another one and takes the flag back: who writes calls that first (G33).
func (c *claim) copiedOnWrite() bool {
	ret, ok := c.x.instr.(*ssa.Return)
	if !c.x.leak || !ok {
		return false
	}
	for _, r := range ret.Results {
		list, _ := place.Results(r)
		for _, v := range list {
			if load, ok := v.(*ssa.UnOp); ok && load.Op == token.MUL && c.a.noted(ret.Parent(), load.X) {
				return true
			}
		}
	}
	return false
}

// noted reports whether a function sets a flag behind which another one replaces what a variable holds.
func (a *locking) noted(fn *ssa.Function, held ssa.Value) bool {
	for flag, set := range flagsSet(fn) {
		if set && slices.ContainsFunc(a.funcs, func(f *function) bool { return f != nil && replaces(f.fn, held, flag) }) {
			return true
		}
	}
	return false
}

// flagsSet are the fields with a truth value that a function stores to, and whether it sets them, or may.
func flagsSet(fn *ssa.Function) map[*ssa.FieldAddr]bool {
	list := map[*ssa.FieldAddr]bool{}
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			s, ok := instr.(*ssa.Store)
			if !ok {
				continue
			}
			f, ok := s.Addr.(*ssa.FieldAddr)
			if basic, is := s.Val.Type().Underlying().(*types.Basic); ok && is && basic.Info()&types.IsBoolean != 0 {
				value, fixed := s.Val.(*ssa.Const)
				list[f] = !fixed || constant.BoolVal(value.Value)
			}
		}
	}
	return list
}

// replaces reports whether a function puts another container into a variable where a flag says so, and takes the flag
// back.
func replaces(fn *ssa.Function, held ssa.Value, flag *ssa.FieldAddr) bool {
	asks, resets, replaced := false, false, false
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			switch x := instr.(type) {
			case *ssa.If:
				v := tested(x.Cond)
				asks = asks || v != nil && sameVariable(flag, v)
			case *ssa.Store:
				replaced = replaced || sameVariable(held, x.Addr) && !keeps(x.Val, held)
			}
		}
	}
	for f, set := range flagsSet(fn) {
		resets = resets || !set && sameVariable(flag, f)
	}
	return asks && resets && replaced
}
