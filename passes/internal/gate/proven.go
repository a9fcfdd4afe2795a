// This file finds the conditions that branches have found to hold (A20).

package gate

import (
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/branch"
	"github.com/syncvet/syncvet/internal/models"
	"github.com/syncvet/syncvet/internal/place"
)

// A Condition is one before its address is numbered.
type Condition struct {
	Kind facts.CondKind  // what is known
	Addr ssa.Value       // nil for facts.CondAhead
	Test *ssa.BasicBlock // which ends with the branch

	Atomic bool // the variable was read atomically
}

// Proven are the conditions that the branches before a block have found to hold: the nearest of each kind first.
func (f *Function) Proven(b *ssa.BasicBlock) []Condition {
	if list, ok := f.conds[b]; ok {
		return list
	}
	var list []Condition
	if p := b.Idom(); p != nil {
		list = f.Proven(p)
		x, ok := Condition{}, false
		if cond, value := branch.Behind(b); cond != nil {
			x, ok = f.proves(cond.Cond, value)
		} else {
			x, ok = f.either(b)
		}
		if ok && len(list) < MaxConditions {
			x.Test = p
			list = append(slices.Clone(list), x)
		}
	}
	f.conds[b] = list
	return list
}

// either is what each of several branches that lead to a block has found, if that is the same.
func (f *Function) either(b *ssa.BasicBlock) (found Condition, ok bool) {
	for k, p := range b.Preds {
		cond, isIf := p.Instrs[len(p.Instrs)-1].(*ssa.If)
		if !isIf || p.Succs[0] == p.Succs[1] {
			return found, false
		}
		x, ok := f.proves(cond.Cond, p.Succs[0] == b)
		if !ok || k > 0 && (x.Kind != found.Kind || !place.SamePointer(x.Addr, found.Addr)) {
			return found, false
		}
		found = x
	}
	return found, len(b.Preds) > 1
}

// proves is what a Condition with the given truth value says.
func (f *Function) proves(cond ssa.Value, value bool) (Condition, bool) {
	switch x := cond.(type) {
	case *ssa.UnOp:
		if x.Op == token.NOT {
			return f.proves(x.X, !value)
		}
		if x.Op == token.MUL && !value {
			return f.unset(x)
		}
	case *ssa.Call:
		if addr := f.operand(x, models.SyncAtomicRead); addr != nil && !value {
			return f.atomicallyUnset(x, addr)
		}
		return f.counted(x)
	case *ssa.BinOp:
		equal := x.Op == token.EQL && value || x.Op == token.NEQ && !value
		for _, side := range [2][2]ssa.Value{{place.Bits(x.X), x.Y}, {place.Bits(x.Y), x.X}} {
			if call, ok := side[0].(*ssa.Call); ok {
				if addr := f.operand(call, models.SyncAtomicRead); addr != nil && equal && place.IsZero(side[1]) {
					return f.atomicallyUnset(call, addr)
				}
				if k, ok := f.counted(call); ok && !(equal && isFirst(call, side[1])) {
					return k, true
				}
			}
			if load, ok := side[0].(*ssa.UnOp); ok && load.Op == token.MUL && equal && place.IsZero(side[1]) {
				return f.unset(load)
			}
		}
	}
	return Condition{}, false
}

// Unset is the variable of which a condition with the given truth value says that it was found unset while a lock was
// held; nil if it says something else.
func (f *Function) Unset(cond ssa.Value, value bool) ssa.Value {
	if x, ok := f.proves(cond, value); ok && x.Kind == facts.CondUnset && !x.Atomic {
		return x.Addr
	}
	return nil
}

// atomicallyUnset is that an atomic variable was found unset while a lock was held.
func (f *Function) atomicallyUnset(call *ssa.Call, addr ssa.Value) (Condition, bool) {
	return Condition{Kind: facts.CondUnset, Addr: addr, Atomic: true}, len(f.locks.Held(call)) > 0
}

// Changed reports whether an atomic variable may have been changed between a test and an instruction behind it.
func (f *Function) Changed(test *ssa.BasicBlock, instr ssa.Instruction, addr ssa.Value) bool {
	changes := func(i ssa.Instruction) bool {
		call, ok := i.(*ssa.Call)
		if !ok {
			return false
		}
		to := f.operand(call, models.SyncAtomicWrite)
		if to == nil {
			to = f.updated(call)
		}
		return to != nil && place.SamePlace(to, addr)
	}
	for _, b := range f.fn.Blocks {
		if !test.Dominates(b) || b != instr.Block() && !branch.Reaches(b, instr.Block()) {
			continue
		}
		for _, i := range b.Instrs {
			if i == instr {
				break
			}
			if b != test && changes(i) {
				return true
			}
		}
	}
	return false
}

// counted is that a test of what an atomic operation found came out so.
func (f *Function) counted(call *ssa.Call) (Condition, bool) {
	addr := f.updated(call)
	return Condition{Kind: facts.CondCounted, Addr: addr}, addr != nil
}

// unset is that a variable was found unset while a lock was held.
func (f *Function) unset(load *ssa.UnOp) (Condition, bool) {
	addr := f.variable(load)
	return Condition{Kind: facts.CondUnset, Addr: addr}, addr != nil
}
