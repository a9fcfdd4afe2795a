// This file recognises variables that count up from zero, and loops that count down to it.

package branch

import (
	"go/token"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/internal/place"
)

// AddsOne reports whether an operation adds one to a variable's value.
func AddsOne(x *ssa.BinOp) bool {
	n, ok := place.Int(x.Y)
	_, isPhi := x.X.(*ssa.Phi)
	return x.Op == token.ADD && ok && n == 1 && isPhi
}

// Counter is what a variable may hold that starts at zero, outside loops, and to which one operation alone adds; nil if
// it is not so.
func Counter(sum *ssa.BinOp) map[ssa.Value]bool {
	set := map[ssa.Value]bool{}
	zero := false
	// none has been started yet where control comes to an edge of zero
	before := func(phi *ssa.Phi, i int) bool {
		n, isConst := place.Int(phi.Edges[i])
		return isConst && n == 0 && !follows(sum.Block(), phi.Block().Preds[i])
	}
	for work := []ssa.Value{sum.X}; len(work) > 0; {
		v := work[len(work)-1]
		work = work[:len(work)-1]
		if set[v] || v == ssa.Value(sum) {
			continue
		}
		phi, ok := v.(*ssa.Phi)
		if !ok {
			return nil
		}
		set[v] = true
		for i, e := range phi.Edges {
			if _, isConst := e.(*ssa.Const); !isConst {
				work = append(work, e)
				continue
			}
			if !before(phi, i) {
				return nil
			}
			zero = true
		}
	}
	if !zero {
		return nil
	}
	for grown := true; grown; { // where ways meet behind the loop
		grown = false
		for v := range set {
			for _, use := range *v.Referrers() {
				next, ok := use.(*ssa.Phi)
				if !ok || set[next] {
					continue
				}
				all := true
				for i, e := range next.Edges {
					all = all && (set[e] || before(next, i))
				}
				if all {
					set[next], grown = true, true
				}
			}
		}
	}
	return set
}

// Countdown is the number from which a loop counts down to zero that a block decides at its head; nil if it does not.
func Countdown(b *ssa.BasicBlock) ssa.Value {
	cond, ok := b.Instrs[len(b.Instrs)-1].(*ssa.If)
	if !ok {
		return nil
	}
	cmp, ok := cond.Cond.(*ssa.BinOp)
	if !ok || cmp.Op != token.GTR && cmp.Op != token.NEQ {
		return nil
	}
	left, ok := cmp.X.(*ssa.Phi)
	if n, isConst := place.Int(cmp.Y); !ok || !isConst || n != 0 || left.Block() != b {
		return nil
	}
	var from ssa.Value
	for i, e := range left.Edges {
		if !b.Dominates(b.Preds[i]) {
			if from != nil {
				return nil
			}
			from = e
			continue
		}
		step, ok := e.(*ssa.BinOp)
		if !ok || step.Op != token.SUB || step.X != ssa.Value(left) {
			return nil
		}
		if n, isConst := place.Int(step.Y); !isConst || n != 1 {
			return nil
		}
	}
	return from
}

// follows reports whether control may come from one block to another, which may be the same.
func follows(from, to *ssa.BasicBlock) bool { return from == to || Reaches(from, to) }
