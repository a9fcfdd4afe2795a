// This file recognises deferred functions that have nothing to do: they clean up where an error is returned, and none
// is (E29).

package spawn

import (
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/internal/place"
)

// settled reports whether a deferred function does nothing where control is about to run it in a block: all that it
// does is behind a test for an error that is nil there.
func (k *skeleton) settled(d *ssa.Defer, at *ssa.BasicBlock) bool {
	c, ok := d.Call.Value.(*ssa.MakeClosure)
	if !ok {
		return false
	}
	v := testedFirst(c.Fn.(*ssa.Function))
	i := slices.Index(c.Fn.(*ssa.Function).FreeVars, v)
	if v == nil || i < 0 {
		return false
	}
	x, ok := c.Bindings[i].(*ssa.Alloc)
	return ok && returnsNil(x, at) && !k.setByDeferred(x)
}

// testedFirst is the captured variable without which a function does nothing: it begins with a test, and does nothing
// where the variable is nil. Nil if there is none.
func testedFirst(fn *ssa.Function) *ssa.FreeVar {
	if len(fn.Blocks) == 0 {
		return nil
	}
	var load *ssa.UnOp
	for _, instr := range fn.Blocks[0].Instrs {
		switch instr := instr.(type) {
		case *ssa.UnOp:
			if load != nil || instr.Op != token.MUL {
				return nil
			}
			load = instr
		case *ssa.BinOp, *ssa.DebugRef:
		case *ssa.If:
			cond, ok := instr.Cond.(*ssa.BinOp)
			if !ok || load == nil || cond.X != ssa.Value(load) || !place.IsNil(cond.Y) || cond.Op != token.NEQ && cond.Op != token.EQL {
				return nil
			}
			isNil := fn.Blocks[0].Succs[0]
			if cond.Op == token.NEQ {
				isNil = fn.Blocks[0].Succs[1]
			}
			v, ok := load.X.(*ssa.FreeVar)
			if !ok || !ends(isNil) {
				return nil
			}
			return v
		default:
			return nil
		}
	}
	return nil
}

// ends reports whether a block does nothing but return.
func ends(b *ssa.BasicBlock) bool {
	return !slices.ContainsFunc(b.Instrs, func(instr ssa.Instruction) bool {
		switch instr.(type) {
		case *ssa.Return, *ssa.RunDefers, *ssa.DebugRef:
			return false
		}
		return true
	})
}

// returnsNil reports whether a variable is nil when a block runs what was deferred: the block has set it to nil last.
func returnsNil(x *ssa.Alloc, b *ssa.BasicBlock) bool {
	isNil := false
	for _, instr := range b.Instrs {
		switch instr := instr.(type) {
		case *ssa.Store:
			if instr.Addr == ssa.Value(x) {
				isNil = place.IsNil(instr.Val)
			}
		case *ssa.RunDefers:
			return isNil
		case ssa.CallInstruction:
			isNil = false // it may be of a function that has captured the variable
		}
	}
	return false
}

// setByDeferred reports whether a deferred function may set a variable: one that has captured it stores to it, or gives
// its address away.
func (k *skeleton) setByDeferred(x *ssa.Alloc) bool {
	return slices.ContainsFunc(k.defers, func(d *ssa.Defer) bool {
		c, ok := d.Call.Value.(*ssa.MakeClosure)
		if !ok {
			return slices.Contains(d.Call.Args, ssa.Value(x))
		}
		i := slices.Index(c.Bindings, ssa.Value(x))
		return i >= 0 && slices.ContainsFunc(*c.Fn.(*ssa.Function).FreeVars[i].Referrers(), func(r ssa.Instruction) bool {
			load, ok := r.(*ssa.UnOp)
			return !ok || load.Op != token.MUL
		})
	})
}
