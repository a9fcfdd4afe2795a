// This file finds what happens while a timer is stopped (A14).

package access

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/branch"
	"github.com/syncvet/syncvet/internal/models"
	"github.com/syncvet/syncvet/passes/locks"
)

// A timers is the calls of one function that stop and reset timers.
type timers struct {
	fn     *ssa.Function // the function
	locks  *locks.Result // what values are the same
	stops  []*ssa.Call   // that stop a timer which the function resets
	resets []*ssa.Call   // that reset them
}

// findTimers collects the calls that stop and reset timers.
func findTimers(l *locks.Result, fn *ssa.Function) *timers {
	c := &timers{fn: fn, locks: l}
	for _, b := range c.fn.Blocks {
		for _, instr := range b.Instrs {
			call, ok := instr.(*ssa.Call)
			if !ok {
				continue
			}
			switch row := c.locks.Flow.Model(call); {
			case row == nil:
			case row.Sync == models.SyncStop:
				c.stops = append(c.stops, call)
			case row.Sync == models.SyncReset:
				c.resets = append(c.resets, call)
			}
		}
	}
	return c
}

// paused reports whether an instruction lies between Stop and Reset of one timer, or behind a Stop whose result is
// tested.
func (c *timers) paused(instr ssa.Instruction) facts.AccessFlags {
	for _, stop := range c.stops {
		for _, reset := range c.resets {
			within := branch.Precedes(stop, instr) && branch.Precedes(instr, reset)
			if t := c.timer(stop); within && t != 0 && t == c.timer(reset) {
				return facts.AccessPaused
			}
		}
	}
	if slices.ContainsFunc(c.stops, func(stop *ssa.Call) bool { return decides(stop) && branch.Precedes(stop, instr) }) {
		return facts.AccessStopped
	}
	return 0
}

// decides reports whether a branch tests the result of a call.
func decides(call *ssa.Call) bool {
	tests := func(r ssa.Instruction) bool {
		_, ok := r.(*ssa.If)
		return ok
	}
	return slices.ContainsFunc(*call.Referrers(), func(r ssa.Instruction) bool {
		not, ok := r.(*ssa.UnOp)
		return tests(r) || ok && slices.ContainsFunc(*not.Referrers(), tests)
	})
}

// timer is the value number of the timer that a call acts on.
func (c *timers) timer(call *ssa.Call) uint32 { return c.locks.Number(c.fn, call.Call.Args[0]) }
