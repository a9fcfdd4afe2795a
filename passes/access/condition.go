// This file finds the conditions under which accesses and calls happen that tell goroutines apart by values (A20).

package access

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/branch"
	"github.com/syncvet/syncvet/internal/place"
	"github.com/syncvet/syncvet/passes/flow"
	"github.com/syncvet/syncvet/passes/internal/ended"
	"github.com/syncvet/syncvet/passes/internal/gate"
)

// A conditions finds those of one function.
type conditions struct {
	r       *pack          // the package
	fn      *ssa.Function  // the function
	gate    *gate.Function // what tests have found about variables
	once    []onceStart    // what starts a goroutine once
	overs   []ended.Over   // where literals have ended
	fillers []*ssa.Call    // of functions that fill in a variable
}

func newConditions(r *pack, fn *ssa.Function, g *gate.Function) *conditions {
	c := &conditions{r: r, fn: fn, gate: g}
	c.findStarts()
	c.findOvers()
	c.findFillers()
	return c
}

// An onceStart is a statement that starts a goroutine once for each object.
type onceStart struct {
	instr ssa.Instruction // the go statement
	from  *ssa.BasicBlock // where what happens once begins
}

// findStarts finds the function's statements that start a goroutine once.
func (c *conditions) findStarts() {
	for _, b := range c.fn.Blocks {
		for _, instr := range b.Instrs {
			if g, ok := instr.(*ssa.Go); ok {
				if addr, from := c.r.flow.StartedOnce(g); addr != nil {
					c.once = append(c.once, onceStart{g, from})
				}
			}
		}
	}
}

// of are those under which an instruction runs.
func (c *conditions) of(instr ssa.Instruction) []facts.Cond {
	var list []facts.Cond
	for _, x := range c.gate.Proven(instr.Block()) {
		if x.Atomic && c.gate.Changed(x.Test, instr, x.Addr) {
			continue // others may have seen it since
		}
		if x.Kind == facts.CondUnset && flow.SetBetween(x.Test, instr, x.Addr) {
			x.Kind = facts.CondFirst
		}
		if n, off, ok := c.r.flow.Addr(c.fn, x.Addr); ok {
			list = append(list, facts.Cond{Kind: x.Kind, Addr: n, Off: off})
			if x.Kind == facts.CondUnset && !x.Atomic && storesTo(instr, x.Addr) && c.gate.StillHeld(x.Test, instr) {
				list = append(list, facts.Cond{Kind: facts.CondFirstSet, Addr: n, Off: off})
			}
			if x.Kind == facts.CondFirst && c.gate.StillHeld(x.Test, instr) {
				list = append(list, facts.Cond{Kind: facts.CondSetting, Addr: n, Off: off})
			}
		}
	}
	if slices.ContainsFunc(c.once, func(s onceStart) bool { return s.ahead(instr) }) {
		list = append(list, facts.Cond{Kind: facts.CondAhead})
	}
	return append(list, c.overAt(instr)...)
}

// storesTo reports whether an instruction stores to a place.
func storesTo(instr ssa.Instruction, addr ssa.Value) bool {
	s, ok := instr.(*ssa.Store)
	return ok && place.SamePlace(s.Addr, addr)
}

// ahead reports whether an instruction runs once for each object, like the start, and not behind it.
func (s onceStart) ahead(instr ssa.Instruction) bool {
	b, at := instr.Block(), s.instr.Block()
	if !s.from.Dominates(b) || branch.Reaches(at, b) {
		return false
	}
	return b != at || slices.Index(b.Instrs, instr) < slices.Index(b.Instrs, s.instr)
}

// findOvers finds those of a function.
func (c *conditions) findOvers() {
	for _, b := range c.fn.Blocks {
		for _, instr := range b.Instrs {
			if m, ok := instr.(*ssa.MakeClosure); ok && !c.r.flow.Graph(c.fn).Cyclic(b) {
				c.overs = append(c.overs, c.r.ended.Overs(m)...)
			}
		}
	}
}

// overAt are the conditions of what comes behind the end of literals.
func (c *conditions) overAt(instr ssa.Instruction) []facts.Cond {
	var list []facts.Cond
	for _, o := range c.overs {
		if !o.Before(instr) {
			continue
		}
		if n, off, ok := c.r.flow.Addr(c.fn, o.Lit); ok {
			list = append(list, facts.Cond{Kind: facts.CondOver, Addr: n, Off: off})
		}
	}
	return list
}

// ofCall are those under which a call is made, and what is known where it is made.
func (c *conditions) ofCall(call ssa.CallInstruction) []facts.Cond {
	return slices.Concat(
		c.of(call), c.gate.StillTested(call), c.filled(call), c.present(call), c.r.signals.RelativeToArgs(c.fn, call),
	)
}

// ofAccess are those under which an access happens.
func (c *conditions) ofAccess(at ssa.Instruction) []facts.Cond {
	return slices.Concat(c.of(at), c.present(at), c.gate.StillClear(at))
}
