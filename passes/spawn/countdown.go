// This file recognises loops that count down what others have counted up (E28): "for active > 0 { <-done; active-- }".

package spawn

import (
	"go/token"

	"golang.org/x/tools/go/ssa"
)

// countsDown tells whether a loop that one block decides compares a variable which it lowers, and which is raised
// outside of it.
func (k *skeleton) countsDown(at *ssa.BasicBlock, in map[*ssa.BasicBlock]bool) bool {
	cond, ok := at.Instrs[len(at.Instrs)-1].(*ssa.If).Cond.(*ssa.BinOp)
	if !ok {
		return false
	}
	load, ok := cond.X.(*ssa.UnOp)
	if !ok || load.Op != token.MUL {
		return false
	}
	v := k.r.flagsOf().variable(load.X)
	if v == nil || !k.r.raised()[v] {
		return false
	}
	for b := range in {
		for _, instr := range b.Instrs {
			if s, ok := instr.(*ssa.Store); ok && k.r.steps(s, token.SUB) == v {
				return true
			}
		}
	}
	return false
}

// steps is the variable to which a store adds something, or from which it takes something; nil for other stores.
func (r *Result) steps(s *ssa.Store, by token.Token) variable {
	x, ok := s.Val.(*ssa.BinOp)
	if !ok || x.Op != by {
		return nil
	}
	load, ok := x.X.(*ssa.UnOp)
	if !ok || load.Op != token.MUL {
		return nil
	}
	if v := r.flagsOf().variable(s.Addr); v != nil && r.flagsOf().variable(load.X) == v {
		return v
	}
	return nil
}

// raised are the variables of the package that something is added to.
func (r *Result) raised() map[variable]bool {
	if r.counters == nil {
		r.counters = map[variable]bool{}
		for _, fn := range r.src.Funcs {
			for _, b := range fn.Blocks {
				for _, instr := range b.Instrs {
					if s, ok := instr.(*ssa.Store); ok {
						if v := r.steps(s, token.ADD); v != nil {
							r.counters[v] = true
						}
					}
				}
			}
		}
	}
	return r.counters
}
