// This file finds the loops that take every element of a slice.

package branch

import (
	"go/token"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/internal/place"
)

// EachIndex reports whether an element has the index that the head of its loop counts from the first to the last one.
func EachIndex(x *ssa.IndexAddr, head *ssa.BasicBlock) bool {
	cond, ok := head.Instrs[len(head.Instrs)-1].(*ssa.If)
	if !ok {
		return false
	}
	less, ok := cond.Cond.(*ssa.BinOp)
	if !ok || less.Op != token.LSS || less.X != x.Index {
		return false
	}
	n, ok := less.Y.(*ssa.Call)
	if !ok || !place.IsBuiltin(&n.Call, "len") || !place.SameLoad(n.Call.Args[0], x.X) {
		return false
	}
	if next, ok := less.X.(*ssa.BinOp); ok { // range: counts from -1, before it compares
		phi, counts := next.X.(*ssa.Phi)
		return counts && phi.Block() == head && AddsOne(next) && startsAt(phi, -1)
	}
	phi, ok := less.X.(*ssa.Phi)
	return ok && phi.Block() == head && everyOne(phi, head) && startsAt(phi, 0)
}

// startsAt reports whether a counter of a loop starts at a number.
func startsAt(phi *ssa.Phi, n int64) bool {
	for i, p := range phi.Block().Preds {
		if k, ok := place.Int(phi.Edges[i]); !phi.Block().Dominates(p) && (!ok || k != n) {
			return false
		}
	}
	return true
}

// everyOne reports whether a counter is raised by one in each round.
func everyOne(phi *ssa.Phi, head *ssa.BasicBlock) bool {
	for i, p := range head.Preds {
		if !head.Dominates(p) {
			continue
		}
		next, ok := phi.Edges[i].(*ssa.BinOp)
		if !ok || !AddsOne(next) || next.X != ssa.Value(phi) {
			return false
		}
	}
	return true
}

// Each is the slice of which a loop takes every element, one in each round, where a value is the element of the round;
// nil if it is not.
func Each(v ssa.Value) ssa.Value {
	load, ok := v.(*ssa.UnOp)
	if !ok || load.Op != token.MUL {
		return nil
	}
	x, ok := load.X.(*ssa.IndexAddr)
	if !ok || x.Index.Referrers() == nil {
		return nil
	}
	for _, instr := range *x.Index.Referrers() {
		less, ok := instr.(*ssa.BinOp)
		if ok && less.Block().Dominates(load.Block()) && EachIndex(x, less.Block()) {
			return x.X
		}
	}
	return nil
}
