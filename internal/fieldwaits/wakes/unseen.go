// This file finds wake-ups behind an atomic store that hold no lock (T92).

package wakes

import (
	"go/constant"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/branch"
	"github.com/syncvet/syncvet/internal/fielduse"
	"github.com/syncvet/syncvet/internal/models"
	"github.com/syncvet/syncvet/internal/place"
)

// storedUnlocked are the wake-ups behind an atomic store of what a loop around a wait asks, where no lock is held from
// the store on: both come between the question and the wait.
func (r *wakeups) storedUnlocked(name facts.Symbol, u *fielduse.Uses, loops []*waitLoop) []Lost {
	var list []Lost
	for _, x := range u.Of(fielduse.Signals) {
		wake, ok := x.Instr.(*ssa.Call)
		if !ok || r.IsTest(wake.Parent()) || !r.unlocked(wake, 0) {
			continue
		}
		if r.Flow.Graph(wake.Parent()).Cyclic(wake.Block()) {
			return nil // it comes again
		}
		for _, l := range loops {
			ends := func(i ssa.Instruction) bool {
				c, ok := i.(*ssa.Call)
				return ok && branch.Precedes(c, wake) && r.stores(l, c) && r.unlocked(c, 0) && !r.maySync(c, wake)
			}
			if l.wait.Parent() != wake.Parent() && fielduse.AnyInstr(wake.Parent(), ends) {
				list = append(list, r.lost(Lost{Kind: Unlocked, Cond: name}, wake, []*waitLoop{l}))
				break
			}
		}
	}
	return list
}

// stores reports whether a call stores into an atomic that a loop asks: not the value on which that goes on.
func (r *wakeups) stores(l *waitLoop, c *ssa.Call) bool {
	row := r.Flow.Model(c)
	if row == nil || row.Sync != models.SyncAtomicWrite && row.Sync != models.SyncAtomicRMW {
		return false
	}
	ends, asked := r.atomics(l)[fielduse.AddressedField(c.Call.Args[0])]
	if !asked || ends == nil {
		return asked
	}
	v, ok := c.Call.Args[len(c.Call.Args)-1].(*ssa.Const)
	return !ok || v.Value == nil || v.Value.Kind() != constant.Bool || constant.BoolVal(v.Value) == *ends
}

// atomics are the fields with atomics that a loop asks, with the truth value that ends it; nil: they are compared.
func (r *wakeups) atomics(l *waitLoop) map[facts.Symbol]*bool {
	found := map[facts.Symbol]*bool{}
	in := branch.Around(l.wait.Block())
	for b := range in {
		c, ok := b.Instrs[len(b.Instrs)-1].(*ssa.If)
		if !ok || in[b.Succs[0]] && in[b.Succs[1]] {
			continue
		}
		cond, plain := branch.Positive(c.Cond)
		ends := plain == in[b.Succs[1]]
		values := []ssa.Value{cond}
		if cmp, ok := cond.(*ssa.BinOp); ok {
			values = []ssa.Value{cmp.X, cmp.Y}
		}
		for _, v := range values {
			load, ok := v.(*ssa.Call)
			if !ok {
				continue
			}
			if row := r.Flow.Model(load); row != nil && row.Sync == models.SyncAtomicRead {
				f := fielduse.AddressedField(load.Call.Args[0])
				if found[f] = nil; v == cond {
					found[f] = &ends
				}
			}
		}
	}
	delete(found, facts.Symbol{})
	return found
}

// unlocked reports whether nobody holds a lock at an instruction: its function does not, nor do those that call it.
func (r *wakeups) unlocked(at ssa.Instruction, depth int) bool {
	if len(r.locks.Held(at)) > 0 || r.locks.MayHeld(at) || depth > maxCallers {
		return false
	}
	calls := r.Callers(at.Parent())
	if m := place.Closure(at.Parent()); m != nil {
		for _, i := range *m.Referrers() {
			c, ok := i.(ssa.CallInstruction)
			if !ok {
				return false
			}
			calls = append(calls, c)
		}
	}
	return !slices.ContainsFunc(calls, func(c ssa.CallInstruction) bool {
		return len(r.Started(c)) == 0 && !r.IsTest(c.Parent()) && !r.unlocked(c, depth+1)
	})
}

// maySync reports whether something between two instructions may lock: a lock, or a call into the package, or of what
// is not known.
func (r *wakeups) maySync(from, to ssa.Instruction) bool {
	behind, before := branch.Reached(from.Block(), branch.Succs), branch.Reached(to.Block(), branch.Preds)
	return fielduse.AnyInstr(from.Parent(), func(i ssa.Instruction) bool {
		c, ok := i.(*ssa.Call)
		b := i.Block()
		if !ok || b != from.Block() && !behind[b] || b != to.Block() && !before[b] ||
			b == from.Block() && !branch.Precedes(from, i) || b == to.Block() && !branch.Precedes(i, to) {
			return false
		}
		row := r.Flow.Model(c)
		return row == nil && !r.foreignCall(c) || row != nil && row.Sync == models.SyncLock
	})
}
