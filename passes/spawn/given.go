// This file finds the conditions about parameters that decide which locks a function takes (E38): callers that give
// constants know which.

package spawn

import (
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/internal/branch"
	"github.com/syncvet/syncvet/internal/place"
)

// A Decided is a condition with a number, as EventTest refers to it.
type Decided struct {
	Number uint32 // from one
	// where it is true; nil: where Cond has the value Value
	Block *ssa.BasicBlock
	Cond  *ssa.If // not nil if Block is nil
	Value bool
}

// Decided lists the conditions of a function that have numbers: what branches test, and whether control came to a defer
// statement.
func (r *Result) Decided(fn *ssa.Function) []Decided {
	i, ok := r.src.UnitOf(fn)
	if !ok || i >= len(r.bodies) || r.bodies[i] == nil {
		return nil
	}
	k := r.bodies[i]
	var list []Decided
	seen := map[int64]bool{}
	for _, b := range fn.DomPreorder() {
		cond, ok := b.Instrs[len(b.Instrs)-1].(*ssa.If)
		if !ok {
			continue
		}
		name, negated := k.condition(cond.Cond)
		if n := k.conditions[name]; n != 0 && !seen[n] {
			seen[n] = true
			list = append(list, Decided{Number: uint32(n), Cond: cond, Value: !negated})
		}
	}
	for _, d := range k.defers {
		if n := k.maybe[d]; n != 0 {
			list = append(list, Decided{Number: uint32(n), Block: d.Block()})
		}
	}
	slices.SortFunc(list, func(a, b Decided) int { return int(a.Number) - int(b.Number) })
	return list
}

// locksByParameter reports whether a condition about a parameter decides which locks a function takes.
func (k *skeleton) locksByParameter() bool {
	return len(k.r.Locks.Sites(k.fn)) > 0 && slices.ContainsFunc(k.fn.Blocks, func(b *ssa.BasicBlock) bool {
		cond, ok := b.Instrs[len(b.Instrs)-1].(*ssa.If)
		return ok && k.decidesLock(cond)
	})
}

// decidesLock reports whether a branch outside loops is about a parameter, and an operation of a mutex lies behind one
// of its sides.
func (k *skeleton) decidesLock(cond *ssa.If) bool {
	if !ofParameter(cond.Cond) || k.graph.Cyclic(cond.Block()) {
		return false
	}
	for _, b := range k.fn.Blocks {
		for _, instr := range b.Instrs {
			call, ok := instr.(ssa.CallInstruction)
			if !ok {
				continue
			}
			if _, ok := k.r.Locks.Site(call); ok && behind(b, cond) {
				return true
			}
		}
	}
	return false
}

// decidesWait reports whether a branch outside loops asks whether a field is set, leads to the function's end on one
// side, and to a wait for goroutines on the other one (E39).
func (k *skeleton) decidesWait(cond *ssa.If) bool {
	b := cond.Block()
	if AskedField(cond.Cond) == nil || k.graph.Cyclic(b) {
		return false
	}
	waits := func(at *ssa.BasicBlock) bool {
		return slices.ContainsFunc(k.fn.Blocks, func(x *ssa.BasicBlock) bool {
			return (x == at || branch.Reaches(at, x)) && slices.ContainsFunc(x.Instrs, k.r.Waits)
		})
	}
	return waits(b.Succs[0]) != waits(b.Succs[1])
}

// AskedField is the field whose truth value, or being nil, is a condition; nil for others.
func AskedField(v ssa.Value) *ssa.FieldAddr {
	v, _ = branch.Positive(v)
	if x, ok := v.(*ssa.BinOp); ok && (x.Op == token.EQL || x.Op == token.NEQ) && place.IsZero(x.Y) {
		v = x.X
	}
	load, ok := v.(*ssa.UnOp)
	if !ok || load.Op != token.MUL {
		return nil
	}
	f, _ := load.X.(*ssa.FieldAddr)
	return f
}

// behind reports whether control comes to a block by one side of a branch only.
func behind(b *ssa.BasicBlock, cond *ssa.If) bool {
	return slices.ContainsFunc(cond.Block().Succs, func(side *ssa.BasicBlock) bool {
		c, _ := branch.Behind(side)
		return c == cond && side.Dominates(b)
	})
}

// ofParameter reports whether a condition is a parameter, or compares one with a constant.
func ofParameter(v ssa.Value) bool {
	switch x := v.(type) {
	case *ssa.Parameter:
		return true
	case *ssa.UnOp:
		return x.Op == token.NOT && ofParameter(x.X)
	case *ssa.BinOp:
		_, left := x.X.(*ssa.Parameter)
		_, right := x.Y.(*ssa.Const)
		return left && right
	}
	return false
}
