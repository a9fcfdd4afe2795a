// This file recognises deferred functions that have nothing to do, as a variable says that they test first.

package branch

import (
	"go/constant"
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/internal/place"
)

// Settled reports whether a deferred function does nothing where control is about to run it in a block: it tests a
// variable before all else, which the block has set so last, and no other deferred function sets.
func Settled(d *ssa.Defer, at *ssa.BasicBlock) bool {
	c, ok := d.Call.Value.(*ssa.MakeClosure)
	if !ok {
		return false
	}
	fn := c.Fn.(*ssa.Function)
	v, idle := testedFirst(fn)
	i := slices.Index(fn.FreeVars, v)
	if v == nil || i < 0 {
		return false
	}
	x, ok := c.Bindings[i].(*ssa.Alloc)
	return ok && setTo(x, at, idle) && !setByDeferred(x)
}

// setByDeferred reports whether a deferred function may set a variable: one that has captured it stores to it, or gives
// its address away.
func setByDeferred(x *ssa.Alloc) bool {
	sets := func(c *ssa.MakeClosure, v *ssa.FreeVar) bool {
		stored := slices.ContainsFunc(*v.Referrers(), func(r ssa.Instruction) bool {
			load, ok := r.(*ssa.UnOp)
			return !ok || load.Op != token.MUL
		})
		return stored && slices.ContainsFunc(*c.Referrers(), func(r ssa.Instruction) bool {
			_, deferred := r.(*ssa.Defer)
			return deferred
		})
	}
	return slices.ContainsFunc(*x.Referrers(), func(r ssa.Instruction) bool {
		switch r := r.(type) {
		case *ssa.Defer:
			return true
		case *ssa.MakeClosure:
			return sets(r, r.Fn.(*ssa.Function).FreeVars[slices.Index(r.Bindings, ssa.Value(x))])
		}
		return false
	})
}

// testedFirst is the captured variable without which a function does nothing: it begins with a test, of a truth value
// or for nil, and does nothing where the values for which idle holds are found. Nil if there is none.
func testedFirst(fn *ssa.Function) (v *ssa.FreeVar, idle func(ssa.Value) bool) {
	if len(fn.Blocks) == 0 {
		return nil, nil
	}
	b := fn.Blocks[0]
	cond := condition(b)
	if cond == nil {
		return nil, nil
	}
	var load *ssa.UnOp
	for _, instr := range b.Instrs {
		switch x := instr.(type) {
		case *ssa.UnOp:
			if x.Op == token.MUL && load == nil {
				load = x
			} else if x.Op != token.NOT {
				return nil, nil
			}
		case *ssa.BinOp, *ssa.DebugRef, *ssa.If:
		default:
			return nil, nil
		}
	}
	tested, set, ok := Asked(cond.Cond, true)
	side := slices.IndexFunc(b.Succs, endsAtOnce)
	if !ok || side < 0 || load == nil || tested != ssa.Value(load) {
		return nil, nil
	}
	v, _ = load.X.(*ssa.FreeVar)
	return v, func(x ssa.Value) bool {
		c, isConst := x.(*ssa.Const)
		isSet := isConst && c.Value != nil && c.Value.Kind() == constant.Bool && constant.BoolVal(c.Value)
		return (isSet || place.IsZero(x)) && isSet == (set == (side == 0))
	}
}

// endsAtOnce reports whether a block does nothing but return.
func endsAtOnce(b *ssa.BasicBlock) bool {
	return !slices.ContainsFunc(b.Instrs, func(instr ssa.Instruction) bool {
		switch instr.(type) {
		case *ssa.Return, *ssa.RunDefers, *ssa.DebugRef:
			return false
		}
		return true
	})
}

// setTo reports whether a block has set a variable last to what a function holds of, when it runs what was deferred.
func setTo(x *ssa.Alloc, b *ssa.BasicBlock, holds func(ssa.Value) bool) bool {
	is := false
	for _, instr := range b.Instrs {
		switch instr := instr.(type) {
		case *ssa.Store:
			if instr.Addr == ssa.Value(x) {
				is = holds(instr.Val)
			}
		case *ssa.RunDefers:
			return is
		case ssa.CallInstruction:
			is = false // it may be of a function that has captured the variable
		}
	}
	return false
}
