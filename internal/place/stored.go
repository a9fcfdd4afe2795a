// This file tells of stores: which one comes right before a load, and which fill a composite literal.

package place

import (
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// StoredBefore is what was last stored in the same block to a variable that is loaded, if nobody else has the variable;
// nil otherwise.
func StoredBefore(load *ssa.UnOp) ssa.Value {
	a := Variable(load.X)
	if a == nil || load.Op != token.MUL {
		return nil
	}
	for _, r := range *a.Referrers() {
		switch r := r.(type) {
		case *ssa.UnOp, *ssa.DebugRef:
		case *ssa.Store:
			if r.Val == ssa.Value(a) {
				return nil
			}
		default:
			return nil
		}
	}
	var last ssa.Value
	for _, instr := range load.Block().Instrs {
		if instr == ssa.Instruction(load) {
			break
		}
		if s, ok := instr.(*ssa.Store); ok && s.Addr == ssa.Value(a) {
			last = s.Val
		}
	}
	return last
}

// StoredJustBefore is what was last stored in the same block to a variable that is loaded, if nobody else has the
// variable or nothing is called in between; nil otherwise. That another goroutine stores meanwhile would be a race.
func StoredJustBefore(load *ssa.UnOp) ssa.Value {
	if v := StoredBefore(load); v != nil || load.Op != token.MUL {
		return v
	}
	var last ssa.Value
	for _, instr := range load.Block().Instrs {
		switch i := instr.(type) {
		case *ssa.Store:
			if last = nil; i.Addr == load.X {
				last = i.Val
			}
		case *ssa.UnOp:
			if instr == ssa.Instruction(load) {
				return last
			}
			if i.Op == token.ARROW {
				last = nil
			}
		case ssa.CallInstruction, *ssa.Send, *ssa.Select, *ssa.RunDefers:
			last = nil
		}
	}
	return nil
}

// Composes reports whether a store is part of a composite literal.
func Composes(s *ssa.Store) bool {
	x, ok := s.Addr.(*ssa.FieldAddr)
	if !ok {
		return false
	}
	a, ok := x.X.(*ssa.Alloc)
	return ok && a.Comment == "complit"
}

// FirstStore reports whether a store follows its variable's allocation at once.
func FirstStore(s *ssa.Store) bool {
	a := s.Addr.(*ssa.Alloc)
	return a.Block() == s.Block() && !slices.ContainsFunc(*a.Referrers(), func(r ssa.Instruction) bool {
		_, captured := r.(*ssa.MakeClosure)
		return captured && r.Block() == s.Block() &&
			slices.Index(s.Block().Instrs, r) < slices.Index(s.Block().Instrs, ssa.Instruction(s))
	})
}

// StoresBack reports whether a store only puts back what was loaded from the same address, with nothing stored or
// called in between but other such stores: returning named results means that, and compilers leave it out.
func StoresBack(s *ssa.Store) bool {
	load, ok := s.Val.(*ssa.UnOp)
	if !ok || load.Op != token.MUL || load.X != s.Addr || load.Block() != s.Block() {
		return false
	}
	between := false
	for _, instr := range s.Block().Instrs {
		switch x := instr.(type) {
		case *ssa.Store:
			if x == s {
				return between
			}
			if between && !StoresBack(x) {
				return false
			}
		case ssa.CallInstruction:
			if between {
				return false
			}
		}
		between = between || instr == ssa.Instruction(load)
	}
	return false
}
