// This file takes negations off conditions, and says what they tell of the values that they test.

package branch

import (
	"go/token"

	"golang.org/x/tools/go/ssa"
)

// Positive takes negations off a condition; sense is the truth value of what is left for which the condition holds.
func Positive(cond ssa.Value) (v ssa.Value, sense bool) {
	v, sense = cond, true
	for {
		u, ok := v.(*ssa.UnOp)
		if !ok || u.Op != token.NOT {
			return v, sense
		}
		v, sense = u.X, !sense
	}
}

// Asked is the value that a condition tests for nil or truth, and whether it is set if the condition has a value.
func Asked(cond ssa.Value, value bool) (v ssa.Value, set, ok bool) {
	switch x := cond.(type) {
	case *ssa.UnOp:
		if x.Op == token.NOT {
			return Asked(x.X, !value)
		}
	case *ssa.BinOp:
		c, isConst := x.Y.(*ssa.Const)
		if !isConst || !c.IsNil() || x.Op != token.EQL && x.Op != token.NEQ {
			return nil, false, false
		}
		return x.X, value == (x.Op == token.NEQ), true
	}
	return cond, value, true
}

// Told is whether a value is set in a block, neither nil nor false, if a test on every way there tells.
func Told(v ssa.Value, at *ssa.BasicBlock) (set, known bool) {
	for b := at; b != nil; b = b.Idom() {
		if len(b.Preds) != 1 {
			continue
		}
		up := b.Preds[0]
		cond, ok := up.Instrs[len(up.Instrs)-1].(*ssa.If)
		if !ok || up.Succs[0] == up.Succs[1] {
			continue
		}
		if w, set, ok := Asked(cond.Cond, up.Succs[0] == b); ok && w == v {
			return set, true
		}
	}
	return false, false
}
