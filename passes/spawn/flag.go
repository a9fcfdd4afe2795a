// This file makes events of guarded flags (E23) and counts (E40).

package spawn

import (
	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/branch"
	"github.com/syncvet/syncvet/internal/place"
	"github.com/syncvet/syncvet/passes/internal/flags"
)

// flagStore is the event of a store to a guarded variable.
func (k *skeleton) flagStore(p facts.PointID, s *ssa.Store) facts.PointID {
	f := k.r.flagsOf()
	if v := f.Moves(s); v != nil && (k.r.counts()[v] || k.r.ended()[v]) {
		p = k.after(p, k.object(facts.EventMoves, s.Addr, s))
	}
	if !f.Guarded(f.Variable(s.Addr)) || len(f.Held(s, s.Addr)) == 0 && (!place.Composes(s) || place.IsZero(s.Val)) {
		return p
	}
	e := withConstant(k.object(facts.EventAtomicWrite, s.Addr, s), s.Val)
	e.Flags |= facts.EventGuarded
	if e.Flags&facts.EventConst != 0 && e.N != 0 && f.Takes(s) {
		e.Flags |= facts.EventTaken
	}
	return k.after(p, e)
}

// flagRead is the event of a load of a guarded variable under its lock.
func (k *skeleton) flagRead(v ssa.Value) (event, bool) {
	load, ok := v.(*ssa.UnOp)
	if !ok || !k.r.flagsOf().ReadsGuarded(load) {
		return event{}, false
	}
	e := k.object(facts.EventAtomicRead, load.X, load)
	e.Flags |= facts.EventGuarded
	return e, true
}

// overwritten reports whether a variable is stored to between a load and the end of a block: then the branch there asks
// what it was before.
func (k *skeleton) overwritten(load *ssa.UnOp, at *ssa.BasicBlock) bool {
	end := at.Instrs[len(at.Instrs)-1]
	for _, b := range k.fn.Blocks {
		for _, instr := range b.Instrs {
			st, ok := instr.(*ssa.Store)
			if ok && k.sameAddr(st.Addr, load.X) && branch.Precedes(load, st) && branch.Precedes(st, end) {
				return true
			}
		}
	}
	return false
}

// flagsOf are the package's guarded variables.
func (r *Result) flagsOf() *flags.Flags {
	if r.flags == nil {
		r.flags = flags.Find(r.Locks)
	}
	return r.flags
}
