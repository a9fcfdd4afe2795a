// This file finds the conditions under which accesses and calls happen that tell goroutines apart by values (A20).

package access

import (
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/branch"
	"github.com/syncvet/syncvet/internal/place"
	"github.com/syncvet/syncvet/passes/flow"
)

// A condition is one before its address is numbered.
type condition struct {
	kind facts.CondKind
	addr ssa.Value       // nil for facts.CondAhead
	test *ssa.BasicBlock // which ends with the branch
}

// An onceStart is a statement that starts a goroutine once for each object.
type onceStart struct {
	instr ssa.Instruction
	from  *ssa.BasicBlock // where what happens once begins
}

// findStarts finds the function's statements that start a goroutine once.
func (c *collector) findStarts() {
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

// conditions are those under which an instruction runs.
func (c *collector) conditions(instr ssa.Instruction) []facts.Cond {
	var list []facts.Cond
	for _, x := range c.proven(instr.Block()) {
		if x.kind == facts.CondUnset && flow.SetBetween(x.test, instr, x.addr) {
			x.kind = facts.CondFirst
		}
		if n, off, ok := c.r.flow.Addr(c.fn, x.addr); ok {
			list = append(list, facts.Cond{Kind: x.kind, Addr: n, Off: off})
		}
	}
	if slices.ContainsFunc(c.once, func(s onceStart) bool { return s.ahead(instr) }) {
		list = append(list, facts.Cond{Kind: facts.CondAhead})
	}
	return append(list, c.overAt(instr)...)
}

// proven are the conditions that the branches before a block have found to hold: the nearest of each kind first.
func (c *collector) proven(b *ssa.BasicBlock) []condition {
	if list, ok := c.conds[b]; ok {
		return list
	}
	var list []condition
	if p := b.Idom(); p != nil {
		list = c.proven(p)
		if cond, value := branch.Behind(b); cond != nil {
			if x, ok := c.proves(cond.Cond, value); ok && len(list) < maxConditions {
				x.test = p
				list = append(slices.Clone(list), x)
			}
		}
	}
	c.conds[b] = list
	return list
}

// proves is what a condition with the given truth value says.
func (c *collector) proves(cond ssa.Value, value bool) (condition, bool) {
	switch x := cond.(type) {
	case *ssa.UnOp:
		if x.Op == token.NOT {
			return c.proves(x.X, !value)
		}
		if x.Op == token.MUL && !value {
			return c.unset(x)
		}
	case *ssa.Call:
		return c.counted(x)
	case *ssa.BinOp:
		equal := x.Op == token.EQL && value || x.Op == token.NEQ && !value
		for _, side := range [2][2]ssa.Value{{x.X, x.Y}, {x.Y, x.X}} {
			if call, ok := side[0].(*ssa.Call); ok {
				if k, ok := c.counted(call); ok && !(equal && isFirst(call, side[1])) {
					return k, true
				}
			}
			if load, ok := side[0].(*ssa.UnOp); ok && load.Op == token.MUL && equal && place.IsZero(side[1]) {
				return c.unset(load)
			}
		}
	}
	return condition{}, false
}

// counted is that a test of what an atomic operation found came out so.
func (c *collector) counted(call *ssa.Call) (condition, bool) {
	addr := c.updated(call)
	return condition{kind: facts.CondCounted, addr: addr}, addr != nil
}

// unset is that a variable was found unset while a lock was held.
func (c *collector) unset(load *ssa.UnOp) (condition, bool) {
	addr := c.variable(load)
	return condition{kind: facts.CondUnset, addr: addr}, addr != nil
}

// ahead reports whether an instruction runs once for each object, like the start, and not behind it.
func (s onceStart) ahead(instr ssa.Instruction) bool {
	b, at := instr.Block(), s.instr.Block()
	if !s.from.Dominates(b) || branch.Reaches(at, b) {
		return false
	}
	return b != at || slices.Index(b.Instrs, instr) < slices.Index(b.Instrs, s.instr)
}

// addConditions completes the section with the conditions of accesses and of calls.
func (c *collector) addConditions(a *facts.Accesses) {
	for k := range c.list {
		for _, x := range c.list[k].conds {
			x.Index = uint32(k)
			a.Conds = append(a.Conds, x)
		}
	}
	var calls []facts.Cond
	for _, b := range c.fn.Blocks {
		for _, instr := range b.Instrs {
			call, ok := instr.(ssa.CallInstruction)
			if _, deferred := instr.(*ssa.Defer); !ok || deferred {
				continue
			}
			for _, k := range c.r.flow.Calls(c.fn, call) {
				for _, x := range slices.Concat(c.conditions(instr), c.stillTested(instr), c.filled(instr), c.r.relativeToArgs(c.fn, call)) {
					x.Call, x.Index = true, uint32(k)
					calls = append(calls, x)
				}
			}
		}
	}
	slices.SortStableFunc(calls, func(x, y facts.Cond) int { return int(x.Index) - int(y.Index) })
	a.Conds = append(a.Conds, calls...)
}
