// This file finds wake-ups that are lost because one is woken where all may go on, and because a local condition is
// signalled before
// anybody waits for it (T19 d, e).

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

// onlyOne are the calls of Signal that wake one of several goroutines which all wait until a flag is set that nobody
// ever takes back.
func (r *wakeups) onlyOne(name facts.Symbol, u *fielduse.Uses, loops []*waitLoop) []Lost {
	if len(loops) == 0 || slices.ContainsFunc(loops, func(l *waitLoop) bool { return !l.latch() || r.wakesOn(l, name) }) {
		return nil
	}
	if !slices.ContainsFunc(loops, func(l *waitLoop) bool { return r.several(l.wait.Parent(), 0) }) {
		return nil
	}
	var found ssa.CallInstruction
	for _, s := range u.Of(fielduse.Signals) {
		c, ok := s.Instr.(ssa.CallInstruction)
		if !ok || c.Common().StaticCallee() == nil || c.Common().StaticCallee().Name() != "Signal" || r.IsTest(c.Parent()) {
			return nil // somebody wakes all
		}
		if r.Flow.Graph(c.Parent()).Cyclic(c.Block()) {
			return nil // one after the other
		}
		found = c
	}
	if found == nil || r.takenBack(loops[0]) {
		return nil
	}
	return []Lost{r.lost(Lost{Kind: OnlyOne, Cond: name}, found, loops[:1])}
}

// onlyOneAtEnd are the calls of Signal behind a store of what ends the loops of several goroutines for good, whatever
// else these wait for: the one that is woken leaves its loop, and wakes nobody.
func (r *wakeups) onlyOneAtEnd(name facts.Symbol, u *fielduse.Uses, loops []*waitLoop) []Lost {
	signals := u.Of(fielduse.Signals)
	if slices.ContainsFunc(signals, func(s fielduse.Use) bool {
		c, ok := s.Instr.(ssa.CallInstruction)
		return !ok || c.Common().StaticCallee() == nil || c.Common().StaticCallee().Name() != "Signal"
	}) {
		return nil // somebody may wake all
	}
	for _, l := range loops {
		fn := l.wait.Parent()
		if l.vague || l.latch() || r.wakesOn(l, name) || !r.several(fn, 0) || r.takenBack(l) ||
			slices.ContainsFunc(r.Callers(fn), func(c ssa.CallInstruction) bool {
				return slices.ContainsFunc(signals, func(s fielduse.Use) bool { return s.Instr.Parent() == c.Parent() })
			}) {
			continue
		}
		for _, s := range signals {
			b := s.Instr.Block()
			if r.IsTest(b.Parent()) || r.Flow.Graph(b.Parent()).Cyclic(b) || !l.endedBefore(s.Instr) {
				continue
			}
			return []Lost{r.lost(Lost{Kind: OnlyOne, Cond: name}, s.Instr, []*waitLoop{l})}
		}
	}
	return nil
}

// endedBefore reports whether an instruction comes, on every way, behind a store that ends a loop.
func (l *waitLoop) endedBefore(at ssa.Instruction) bool {
	return fielduse.AnyInstr(at.Parent(), func(i ssa.Instruction) bool {
		_, ends := l.ended(i)
		return ends && branch.Precedes(i, at)
	})
}

// latch reports whether a loop goes on until one flag is set, and asks nothing else.
func (l *waitLoop) latch() bool { return !l.vague && len(l.ends) == 1 && len(l.tests) == 1 }

// wakesOn reports whether the function of a loop wakes the next one.
func (r *wakeups) wakesOn(l *waitLoop, name facts.Symbol) bool {
	return r.signals(l.wait.Parent(), name)
}

// takenBack reports whether the flag that ends a loop may be set to anything else than the constant that ends it.
func (r *wakeups) takenBack(l *waitLoop) bool {
	for _, fn := range r.Flow.Source.Funcs {
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				s, ok := instr.(*ssa.Store)
				if !ok {
					continue
				}
				ends, ok := l.ends[place.StoredName(s.Addr)]
				if !ok {
					continue
				}
				if c, isConst := s.Val.(*ssa.Const); !isConst || c.Value == nil || constant.BoolVal(c.Value) != ends {
					return true
				}
			}
		}
	}
	return false
}

// tooEarly are the waits for conditions in variables of a function that come, without any test, behind the start of
// the goroutine that wakes
// them.
func (r *wakeups) tooEarly() []Lost {
	var list []Lost
	for _, fn := range r.Flow.Source.Funcs {
		if r.IsTest(fn) {
			continue
		}
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				call, ok := instr.(*ssa.Call)
				if !ok || r.Flow.Graph(fn).Cyclic(b) {
					continue
				}
				row := r.Flow.Model(call)
				if row == nil || row.Sync != models.SyncCondWait {
					continue
				}
				cond := localCond(call)
				if cond != nil && r.lockedBefore(call) && r.signalledBy(call, cond) {
					name, _ := place.Name(call.Call.Args[0])
					list = append(list, r.lost(Lost{Kind: Untested, Cond: name}, call, nil))
				}
			}
		}
	}
	return list
}

// localCond is the call that makes the condition of a wait, where the function itself does; nil for others.
func localCond(call ssa.CallInstruction) ssa.Value {
	v := call.Common().Args[0]
	if load, ok := v.(*ssa.UnOp); ok {
		if a := place.Variable(load.X); a != nil {
			return a
		}
	}
	if c, ok := v.(*ssa.Call); ok {
		return c
	}
	return nil
}

// lockedBefore reports whether the lock is taken in the block of a wait, and nothing is asked in between.
func (r *wakeups) lockedBefore(wait *ssa.Call) bool {
	locked := false
	for _, i := range wait.Block().Instrs {
		if i == ssa.Instruction(wait) {
			break
		}
		if c, ok := i.(ssa.CallInstruction); ok {
			row := r.Flow.Model(c)
			locked = row != nil && row.Sync == models.SyncLock
		}
	}
	return locked
}

// signalledBy reports whether all who signal a condition of the function are goroutines that are started surely
// before the lock is taken, and that wait
// for nothing.
func (r *wakeups) signalledBy(wait *ssa.Call, cond ssa.Value) bool {
	found := false
	for _, u := range *cond.Referrers() {
		m, ok := u.(*ssa.MakeClosure)
		if !ok {
			continue
		}
		fn := m.Fn.(*ssa.Function)
		if len(*m.Referrers()) != 1 {
			return false
		}
		g := (*m.Referrers())[0]
		if !slices.Contains(r.Started(g), ssa.Value(m)) || !r.justSignals(fn) || !r.locksBetween(g, wait) {
			return false
		}
		found = true
	}
	return found
}

// locksBetween reports whether a go statement stands surely before the lock of a wait: in a block that dominates the
// wait's, or before the last
// lock in that block.
func (r *wakeups) locksBetween(g ssa.Instruction, wait *ssa.Call) bool {
	if g.Block() != wait.Block() {
		return g.Block().Dominates(wait.Block())
	}
	after := false
	for _, i := range wait.Block().Instrs {
		after = after || i == g
		if c, ok := i.(*ssa.Call); ok && after {
			if row := r.Flow.Model(c); row != nil && row.Sync == models.SyncLock {
				return true
			}
		}
	}
	return false
}

// justSignals reports whether a function signals and, locks aside, waits for nothing: it has no receives, sends,
// selects or calls of this package.
func (r *wakeups) justSignals(fn *ssa.Function) bool {
	signals := false
	for _, b := range fn.Blocks {
		for _, i := range b.Instrs {
			switch x := i.(type) {
			case *ssa.Send, *ssa.Select:
				return false
			case *ssa.UnOp:
				if x.Op.String() == "<-" {
					return false
				}
			case ssa.CallInstruction:
				row := r.Flow.Model(x)
				switch {
				case row != nil && row.Sync == models.SyncCondSignal:
					signals = true
				case row != nil && (row.Sync == models.SyncWait || row.Sync == models.SyncCondWait):
					return false
				case row == nil && !r.foreignCall(x):
					return false
				}
			}
		}
	}
	return signals
}
