// This file finds what happens while a timer is stopped (A14).

package access

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/models"
)

// findTimers collects the calls that stop and reset timers.
func (c *collector) findTimers() {
	for _, b := range c.fn.Blocks {
		for _, instr := range b.Instrs {
			call, ok := instr.(*ssa.Call)
			if !ok {
				continue
			}
			switch row := c.r.flow.Model(call); {
			case row == nil:
			case row.Sync == models.SyncStop:
				c.stops = append(c.stops, call)
			case row.Sync == models.SyncReset:
				c.resets = append(c.resets, call)
			}
		}
	}
}

// paused reports whether an instruction lies between Stop and Reset of one timer.
func (c *collector) paused(instr ssa.Instruction) facts.AccessFlags {
	for _, stop := range c.stops {
		for _, reset := range c.resets {
			if t := c.timer(stop); t != 0 && t == c.timer(reset) && before(stop, instr) && before(instr, reset) {
				return facts.AccessPaused
			}
		}
	}
	return 0
}

// timer is the value number of the timer that a call acts on.
func (c *collector) timer(call *ssa.Call) uint32 { return c.r.locks.Number(c.fn, call.Call.Args[0]) }

// before reports whether an instruction comes before another on every way to that.
func before(x, y ssa.Instruction) bool {
	if x.Block() != y.Block() {
		return x.Block().Dominates(y.Block())
	}
	return slices.Index(x.Block().Instrs, x) < slices.Index(y.Block().Instrs, y)
}
