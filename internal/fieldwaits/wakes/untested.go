// This file finds waits without a test of whether what they wait for has come already (T19 b, f).

package wakes

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/branch"
	"github.com/syncvet/syncvet/internal/fielduse"
	"github.com/syncvet/syncvet/internal/models"
)

// untested reports whether a function locks and waits without having looked at anything, and nobody who calls it has.
func (r *wakeups) untested(wait *ssa.Call) bool {
	fn := wait.Parent()
	locks, looks := false, false
	for b := wait.Block(); b != nil; b = b.Idom() {
		for _, i := range b.Instrs {
			if i == ssa.Instruction(wait) {
				break
			}
			switch x := i.(type) {
			case *ssa.Go:
				looks = true
			case ssa.CallInstruction:
				row := r.Flow.Model(x)
				locks = locks || row != nil && row.Sync == models.SyncLock
				looks = looks || row == nil || row.Sync == models.SyncNone
			case *ssa.If:
				looks = true
			}
		}
	}
	if !locks || looks || fn.Parent() != nil {
		return false
	}
	for _, c := range r.Callers(fn) {
		if c.Block() != c.Parent().Blocks[0] {
			return false
		}
	}
	return true
}

// testedBefore reports whether a function waits behind the test of a field that it has made before it took the lock,
// and who wakes for the condition sets that field: it may do so in between.
func (r *wakeups) testedBefore(wait *ssa.Call, u *fielduse.Uses) bool {
	for b, locked := wait.Block(), false; b != nil; b = b.Idom() {
		passed := b != wait.Block()
		for k := len(b.Instrs) - 1; k >= 0; k-- {
			switch x := b.Instrs[k].(type) {
			case *ssa.If:
				if !locked || b.Succs[0].Dominates(wait.Block()) == b.Succs[1].Dominates(wait.Block()) {
					return false
				}
				f := testedField(x.Cond)
				return f != (facts.Symbol{}) && r.setsAndWakes(f, u)
			case *ssa.Call:
				passed = passed || x == wait
				row := r.Flow.Model(x)
				locked = locked || passed && row != nil && row.Sync == models.SyncLock
			}
		}
	}
	return false
}

// testedField is the field that a condition asks: a truth value, or one kept in an atomic.
func testedField(cond ssa.Value) facts.Symbol {
	v, _ := branch.Positive(cond)
	if f := fielduse.LoadedField(v); f != (facts.Symbol{}) {
		return f
	}
	if c, ok := v.(*ssa.Call); ok && len(c.Call.Args) == 1 {
		return fielduse.AddressedField(c.Call.Args[0])
	}
	return facts.Symbol{}
}

// setsAndWakes reports whether a function that wakes for a condition stores to a field, or into the atomic there.
func (r *wakeups) setsAndWakes(f facts.Symbol, u *fielduse.Uses) bool {
	return slices.ContainsFunc(u.Of(fielduse.Signals), func(x fielduse.Use) bool {
		return slices.ContainsFunc(x.Instr.Parent().Blocks, func(b *ssa.BasicBlock) bool {
			return slices.ContainsFunc(b.Instrs, func(i ssa.Instruction) bool {
				switch i := i.(type) {
				case *ssa.Store:
					return fielduse.AddressedField(i.Addr) == f
				case *ssa.Call:
					return len(i.Call.Args) == 2 && fielduse.AddressedField(i.Call.Args[0]) == f
				}
				return false
			})
		})
	})
}
