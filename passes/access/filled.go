// This file finds the writes that fill in a variable where they have found it unset, and the calls that come after a
// call of a function which does so (A26).

package access

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/branch"
	"github.com/syncvet/syncvet/passes/internal/gate"
)

// absent is that an access fills in its variable.
func (c *conditions) absent(t *accessSite, n facts.Node, off uint32) []facts.Cond {
	if t.kind != facts.Write || !c.gate.FillsIn(t.instr) {
		return nil
	}
	return []facts.Cond{{Kind: facts.CondAbsent, Addr: n, Off: off}}
}

// findFillers finds the function's calls of functions of the package that fill in a field of their first argument.
func (c *conditions) findFillers() {
	for _, b := range c.fn.Blocks {
		for _, instr := range b.Instrs {
			if call, ok := instr.(*ssa.Call); ok && c.isFiller(call.Call.StaticCallee()) {
				c.fillers = append(c.fillers, call)
			}
		}
	}
}

// isFiller reports whether a function of the package fills in a field of what its first parameter points to.
func (c *conditions) isFiller(fn *ssa.Function) bool {
	if fn == nil || fn.Pkg != c.fn.Pkg || len(fn.Params) == 0 {
		return false
	}
	known, ok := c.r.fillers[fn]
	if !ok {
		known = slices.ContainsFunc(fn.Blocks, func(b *ssa.BasicBlock) bool {
			return slices.ContainsFunc(
				b.Instrs,
				func(i ssa.Instruction) bool { return isFieldOf(i, fn.Params[0]) && c.gate.FillsIn(i) },
			)
		})
		c.r.fillers[fn] = known
	}
	return known
}

// isFieldOf reports whether an instruction stores into a field of what a parameter points to.
func isFieldOf(instr ssa.Instruction, p *ssa.Parameter) bool {
	st, ok := instr.(*ssa.Store)
	if !ok {
		return false
	}
	f, ok := st.Addr.(*ssa.FieldAddr)
	return ok && f.X == ssa.Value(p)
}

// filled lists the calls of such functions that come before an instruction on every way, the first of each function.
func (c *conditions) filled(instr ssa.Instruction) []facts.Cond {
	var list []facts.Cond
	var seen []*ssa.Function
	for _, call := range c.fillers {
		g := call.Call.StaticCallee()
		if slices.Contains(seen, g) || !branch.Precedes(call, instr) || len(list) == gate.MaxConditions {
			continue
		}
		seen = append(seen, g)
		for _, k := range c.r.flow.Calls(c.fn, call) {
			list = append(list, facts.Cond{Kind: facts.CondFilled, Off: uint32(k)})
		}
	}
	return list
}
