// This file finds flags that end a wait and are set without waking anybody (T19 a).

package wakes

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/branch"
	"github.com/syncvet/syncvet/internal/fielduse"
)

// unwoken are the flags that end a wait and are set by functions that wake nobody afterwards, nor do their callers.
func (r *wakeups) unwoken(name facts.Symbol, u *fielduse.Uses, loops []*waitLoop) []Lost {
	var list []Lost
	for _, l := range loops {
		if l.vague || r.heartbeat(name, u, l) {
			continue
		}
		for k, fn := range r.Flow.Source.Funcs {
			if k >= r.Flow.Source.Pkg.Source.Own || r.IsTest(fn) {
				continue
			}
			for _, b := range fn.Blocks {
				for _, instr := range b.Instrs {
					flag, ok := l.ended(instr)
					known := func(x Lost) bool { return x.Flag == flag && x.Unit == k }
					if ok && !r.wakes(instr, name, 0) && !slices.ContainsFunc(list, known) {
						list = append(list, r.lost(Lost{Kind: Unwoken, Cond: name, Flag: flag}, instr, []*waitLoop{l}))
					}
				}
			}
		}
	}
	return list
}

// wakes reports whether somebody is woken after an instruction, or before it while a lock is held that still is: in its
// function, or in one that calls it.
func (r *wakeups) wakes(at ssa.Instruction, name facts.Symbol, depth int) bool {
	fn := at.Parent()
	if r.wakesHere(at, name) {
		return true
	}
	if depth >= maxCallers {
		return true
	}
	if fn.Parent() != nil {
		return len(r.OnlyStarts(fn)) == 0 // who runs another function literal, and what then, is not known
	}
	return slices.ContainsFunc(r.Callers(fn), func(c ssa.CallInstruction) bool {
		_, deferred := c.(*ssa.Defer)
		return !r.IsTest(c.Parent()) && (deferred || r.wakes(c, name, depth+1))
	})
}

// wakesHere is the same within the function.
func (r *wakeups) wakesHere(at ssa.Instruction, name facts.Symbol) bool {
	behind, before := branch.Reached(at.Block(), branch.Succs), branch.Reached(at.Block(), branch.Preds)
	for _, b := range at.Parent().Blocks {
		passed := false
		for _, i := range b.Instrs {
			passed = passed || i == at
			if i == at || !r.signalsIn(i, name) { // what a call does behind it was asked there
				continue
			}
			if _, deferred := i.(*ssa.Defer); deferred || behind[b] || passed && b == at.Block() {
				return true
			}
			earlier := before[b] || b == at.Block() && !passed
			held := func(s uint32) bool { return slices.Contains(r.locks.Held(at), s) }
			if earlier && slices.ContainsFunc(r.locks.Held(i), held) {
				return true
			}
		}
	}
	return false
}

// heartbeat reports whether somebody wakes those who wait without having changed what they wait for: then nobody else
// needs to.
func (r *wakeups) heartbeat(name facts.Symbol, u *fielduse.Uses, l *waitLoop) bool {
	return slices.ContainsFunc(u.Of(fielduse.Signals), func(s fielduse.Use) bool {
		fn := s.Instr.Parent()
		for fn.Parent() != nil {
			fn = fn.Parent()
		}
		return !r.changes(fn, l) && !r.changesBelow(fn, l) &&
			!slices.ContainsFunc(r.Callers(fn), func(c ssa.CallInstruction) bool { return r.changes(c.Parent(), l) })
	})
}

// changesBelow reports whether a function that a function calls by name does.
func (r *wakeups) changesBelow(fn *ssa.Function, l *waitLoop) bool {
	return slices.ContainsFunc(fn.Blocks, func(b *ssa.BasicBlock) bool {
		return slices.ContainsFunc(b.Instrs, func(i ssa.Instruction) bool {
			c, ok := i.(ssa.CallInstruction)
			if !ok || c.Common().StaticCallee() == nil {
				return false
			}
			_, own := r.Flow.Source.UnitOf(c.Common().StaticCallee())
			return own && r.changes(c.Common().StaticCallee(), l)
		})
	})
}
