// This file finds the conditions about parameters that decide which locks a function takes (E38): callers that give
// constants know which.

package cond

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

// Decided lists the conditions of the function that have numbers: what branches test, and whether control came to a
// defer statement.
func (f *Function) Decided() []Decided {
	var list []Decided
	seen := map[int64]bool{}
	for _, b := range f.fn.DomPreorder() {
		cond, ok := b.Instrs[len(b.Instrs)-1].(*ssa.If)
		if !ok {
			continue
		}
		name, negated := f.Name(cond.Cond)
		if n := f.numbers[name]; n != 0 && !seen[n] {
			seen[n] = true
			list = append(list, Decided{Number: uint32(n), Cond: cond, Value: !negated})
		}
	}
	for _, d := range f.defers {
		if n := f.maybe[d]; n != 0 {
			list = append(list, Decided{Number: uint32(n), Block: d.Block()})
		}
	}
	slices.SortFunc(list, func(a, b Decided) int { return int(a.Number) - int(b.Number) })
	return list
}

// locksByParameter reports whether a condition about a parameter decides which locks a function takes.
func (f *Function) locksByParameter() bool {
	return len(f.pkg.locks.Sites(f.fn)) > 0 && slices.ContainsFunc(f.fn.Blocks, func(b *ssa.BasicBlock) bool {
		cond, ok := b.Instrs[len(b.Instrs)-1].(*ssa.If)
		return ok && f.decidesLock(cond)
	})
}

// decidesLock reports whether a branch outside loops is about a parameter, and an operation of a mutex lies behind one
// of its sides.
func (f *Function) decidesLock(cond *ssa.If) bool {
	if !f.ofParameter(cond.Cond) || f.graph.Cyclic(cond.Block()) {
		return false
	}
	for _, b := range f.fn.Blocks {
		for _, instr := range b.Instrs {
			call, ok := instr.(ssa.CallInstruction)
			if !ok {
				continue
			}
			if _, ok := f.pkg.locks.Site(call); ok && behind(b, cond) {
				return true
			}
		}
	}
	return false
}

// decidesWait reports whether a branch outside loops asks whether a field is set, leads to the function's end on one
// side, and to a wait for goroutines on the other one (E39).
func (f *Function) decidesWait(cond *ssa.If) bool {
	b := cond.Block()
	if branch.AskedField(cond.Cond) == nil || f.graph.Cyclic(b) {
		return false
	}
	waits := func(at *ssa.BasicBlock) bool {
		return slices.ContainsFunc(f.fn.Blocks, func(x *ssa.BasicBlock) bool {
			return (x == at || branch.Reaches(at, x)) && slices.ContainsFunc(x.Instrs, f.pkg.talk.Waits)
		})
	}
	return waits(b.Succs[0]) != waits(b.Succs[1])
}

// behind reports whether control comes to a block by one side of a branch only.
func behind(b *ssa.BasicBlock, cond *ssa.If) bool {
	return slices.ContainsFunc(cond.Block().Succs, func(side *ssa.BasicBlock) bool {
		c, _ := branch.Behind(side)
		return c == cond && side.Dominates(b)
	})
}

// ofParameter reports whether a condition is a parameter, or compares one with a constant.
func (f *Function) ofParameter(v ssa.Value) bool {
	switch x := v.(type) {
	case *ssa.UnOp:
		return x.Op == token.NOT && f.ofParameter(x.X) || f.isParameter(x)
	case *ssa.BinOp:
		_, right := x.Y.(*ssa.Const)
		return right && f.isParameter(x.X)
	}
	return f.isParameter(v)
}

// isParameter reports whether a value is a parameter, also one that function literals capture and nobody changes.
func (f *Function) isParameter(v ssa.Value) bool {
	if load, ok := v.(*ssa.UnOp); ok && load.Op == token.MUL {
		if a := place.Variable(load.X); a != nil && a.Parent() == f.fn {
			v = f.pkg.locks.Places.Stored(a)
		}
	}
	_, ok := v.(*ssa.Parameter)
	return ok
}
