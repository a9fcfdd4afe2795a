// This file takes negations off conditions, and says what they tell of the values that they test.

package branch

import (
	"go/token"
	"math"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/internal/place"
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

// Found is the same, and the error that a condition finds to be a package-level one, as io.EOF: it is set then.
// Approximation: package-level errors are set.
func Found(cond ssa.Value, value bool) (v ssa.Value, set, ok bool) {
	cond, sense := Positive(cond)
	value = value == sense
	switch x := cond.(type) {
	case *ssa.BinOp:
		if value == (x.Op == token.EQL) && (x.Op == token.EQL || x.Op == token.NEQ) {
			if isKnownError(x.Y) {
				return x.X, true, true
			}
			if isKnownError(x.X) {
				return x.Y, true, true
			}
		}
	case *ssa.Call:
		if f := x.Call.StaticCallee(); value && f != nil && f.String() == "errors.Is" && isKnownError(x.Call.Args[1]) {
			return x.Call.Args[0], true, true
		}
	}
	return Asked(cond, value)
}

// isKnownError reports whether a value is what a package-level variable of type error holds.
func isKnownError(v ssa.Value) bool {
	load, ok := v.(*ssa.UnOp)
	if !ok || load.Op != token.MUL || !place.IsError(load.Type()) {
		return false
	}
	_, ok = load.X.(*ssa.Global)
	return ok
}

// tested is the value that a condition tests for nil or truth, and whether it is set if the condition has a value.
func tested(cond ssa.Value, value bool) (v ssa.Value, set bool) {
	v, sense := Positive(cond)
	if w, set, ok := Found(v, value == sense); ok {
		return w, set
	}
	return v, value == sense
}

// Told is whether a value is set in a block, neither nil nor false, if a test on every way there tells.
func Told(v ssa.Value, at *ssa.BasicBlock) (set, known bool) { return told(v, at, math.MaxInt) }

// told is Told from so many blocks before at most. No test is before the block in which the value is computed.
func told(v ssa.Value, at *ssa.BasicBlock, most int) (set, known bool) {
	home := (*ssa.BasicBlock)(nil)
	if i, ok := v.(ssa.Instruction); ok {
		home = i.Block()
	}
	for b := at; b != nil && b != home && most > 0; b, most = b.Idom(), most-1 {
		if len(b.Preds) != 1 {
			continue
		}
		if c := condition(b.Preds[0]); c != nil && c.Block().Succs[0] != c.Block().Succs[1] {
			if w, set := tested(c.Cond, c.Block().Succs[0] == b); w == v {
				return set, true
			}
		}
	}
	return false, false
}
