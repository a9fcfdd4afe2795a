// This file finds what all goroutines are given that one activation starts by one statement (E53).

package spawn

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/internal/branch"
	"github.com/syncvet/syncvet/passes/source"
)

// givesAlike reports whether a go statement is in a loop and gives the same in all rounds, and which captured variables
// of the function stay as they are.
func (x *siteFinder) givesAlike(at ssa.CallInstruction) (alike bool, vars []uint32) {
	if at == nil || !x.graph.Cyclic(at.Block()) {
		return false, nil
	}
	c := at.Common()
	for _, v := range append([]ssa.Value{c.Value}, c.Args...) {
		if m, ok := v.(*ssa.MakeClosure); ok {
			for _, b := range m.Bindings {
				if a, ok := b.(*ssa.Alloc); !ok {
					if !x.same(b, at.Block(), 0) {
						return false, nil
					}
				} else if x.same(a, at.Block(), 0) {
					if o, ok := x.r.flow.Obj(x.fn, a); ok {
						vars = append(vars, uint32(o))
					}
				} else if x.inRound(a.Block(), at.Block()) && leads(a) {
					return false, nil // a variable of the round: what it holds counts as given
				}
			}
		} else if !x.same(v, at.Block(), 0) {
			return false, nil
		}
	}
	slices.Sort(vars)
	return true, slices.Compact(vars)
}

// leads reports whether a variable holds more than a number, a truth value or a text.
func leads(a *ssa.Alloc) bool {
	_, basic := source.Core(a.Type().(*types.Pointer).Elem()).(*types.Basic)
	return !basic
}

// setEarlier are the captured variables of the function that it sets before a call only.
func (x *siteFinder) setEarlier(at ssa.CallInstruction) (vars []uint32) {
	late := func(r ssa.Instruction) bool {
		_, ok := r.(*ssa.Store)
		return ok && !branch.Precedes(r, at)
	}
	for _, b := range x.fn.Blocks {
		for _, instr := range b.Instrs {
			if a, ok := instr.(*ssa.Alloc); ok && a.Heap && !slices.ContainsFunc(*a.Referrers(), late) {
				if o, ok := x.r.flow.Obj(x.fn, a); ok {
					vars = append(vars, uint32(o))
				}
			}
		}
	}
	slices.Sort(vars)
	return slices.Compact(vars)
}

// same reports whether a value is the same in all rounds of the innermost loop around a block, or leads to no memory.
func (x *siteFinder) same(v ssa.Value, at *ssa.BasicBlock, depth int) bool {
	if b, ok := source.Core(v.Type()).(*types.Basic); ok && b.Kind() != types.UnsafePointer {
		return true
	}
	instr, ok := v.(ssa.Instruction)
	if !ok {
		return true
	}
	if a, ok := v.(*ssa.Alloc); ok {
		return !x.inRound(a.Block(), at) && x.setBefore(a, at)
	}
	if !x.inRound(instr.Block(), at) {
		return true
	}
	if depth == maxSame {
		return false
	}
	switch v := v.(type) {
	case *ssa.UnOp:
		_, variable := v.X.(*ssa.Alloc)
		return v.Op == token.MUL && variable && x.same(v.X, at, depth+1)
	case *ssa.FieldAddr:
		return x.same(v.X, at, depth+1)
	case *ssa.MakeInterface:
		return x.same(v.X, at, depth+1)
	case *ssa.ChangeType:
		return x.same(v.X, at, depth+1)
	case *ssa.ChangeInterface:
		return x.same(v.X, at, depth+1)
	}
	return false
}

// setBefore reports whether the innermost loop around a block does not set a variable.
func (x *siteFinder) setBefore(a *ssa.Alloc, at *ssa.BasicBlock) bool {
	return !slices.ContainsFunc(*a.Referrers(), func(r ssa.Instruction) bool {
		s, ok := r.(*ssa.Store)
		return ok && s.Addr == ssa.Value(a) && x.inRound(s.Block(), at)
	})
}

// inRound reports whether a block is in the innermost loop around another one: what is computed there may be something
// else in each round.
func (x *siteFinder) inRound(b, at *ssa.BasicBlock) bool { return x.graph.Innermost(at)[b] }
