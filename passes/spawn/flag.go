// This file makes events of loads of guarded flags (E23), and of the answers of functions that say what they hold
// (E24).

package spawn

import (
	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/branch"
)

// flagRead is the event of a load of a guarded variable under its lock.
func (d *edges) flagRead(v ssa.Value) (event, bool) {
	load, ok := v.(*ssa.UnOp)
	if !ok || !d.r.counts.Flags().ReadsGuarded(load) {
		return event{}, false
	}
	e := d.object(facts.EventAtomicRead, load.X, load)
	e.Flags |= facts.EventGuarded
	return e, true
}

// overwritten reports whether a variable is stored to between a load and the end of a block: then the branch there asks
// what it was before.
func (d *edges) overwritten(load *ssa.UnOp, at *ssa.BasicBlock) bool {
	end := at.Instrs[len(at.Instrs)-1]
	for _, b := range d.fn.Blocks {
		for _, instr := range b.Instrs {
			st, ok := instr.(*ssa.Store)
			if ok && d.r.Locks.SameAddress(d.fn, st.Addr, load.X) && branch.Precedes(load, st) && branch.Precedes(st, end) {
				return true
			}
		}
	}
	return false
}

// flagAnswer is the event of a call that returned what a guarded variable holds.
func (d *edges) flagAnswer(call *ssa.Call) (event, bool) {
	fn := call.Call.StaticCallee()
	if fn == nil || len(call.Call.Args) == 0 {
		return event{}, false
	}
	field := d.r.getterOf(fn)
	if field == 0 {
		return event{}, false
	}
	e := d.event(facts.EventAtomicRead, call)
	e.Addr, e.Off = d.r.flow.Value(d.fn, call.Call.Args[0], 0), field-1
	e.Flags |= facts.EventGuarded
	return e, true
}
