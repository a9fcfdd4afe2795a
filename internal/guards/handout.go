// This file recognises what a function does to an object before it puts it where others find it (G31).

package guards

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/internal/branch"
	"github.com/syncvet/syncvet/internal/place"
	"github.com/syncvet/syncvet/passes/source"
)

// handsOutLater reports whether one of two accesses is of what a parameter points to, which its function puts into a
// list, a map or another place that others look at only behind the access, and not before.
func (c *claim) handsOutLater() bool { return c.a.handouts.later(c.x) || c.a.handouts.later(c.y) }

// handouts knows where functions put what their parameters point to.
type handouts struct {
	*code
	known map[ssa.Value][]ssa.Instruction // memo of puts, by parameter
}

func (a *handouts) later(x *instance) bool {
	p, ok := source.Root(addressOf(x.instr)).(*ssa.Parameter)
	if !ok {
		return false
	}
	puts, known := a.known[p]
	if !known {
		puts = a.puts(p, maxHandout)
		a.known[p] = puts
	}
	behind := func(put ssa.Instruction) bool { return branch.Precedes(x.instr, put) }
	before := func(put ssa.Instruction) bool {
		return put.Block() == x.instr.Block() && branch.Precedes(put, x.instr) ||
			branch.Reaches(put.Block(), x.instr.Block())
	}
	return slices.ContainsFunc(puts, behind) && !slices.ContainsFunc(puts, before) &&
		!slices.ContainsFunc(a.publishedBy(p), before)
}

// addressOf is what an instruction loads from or stores to; nil for others.
func addressOf(instr ssa.Instruction) ssa.Value {
	switch x := instr.(type) {
	case *ssa.UnOp:
		return x.X
	case *ssa.Store:
		return x.Addr
	}
	return nil
}

// puts are the instructions that put a pointer into a list or map, or store it in a field, that the function has not
// made itself; or call a function of the package that does.
func (a *handouts) puts(v ssa.Value, depth int) []ssa.Instruction {
	var list []ssa.Instruction
	for _, instr := range *v.Referrers() {
		switch x := instr.(type) {
		case *ssa.MapUpdate:
			if x.Map != v && !a.makes(a.base(x.Map)) {
				list = append(list, instr)
			}
		case *ssa.Store:
			switch to := a.base(x.Addr).(type) {
			case *ssa.Alloc:
				if x.Val == v && !place.IsVariable(to) {
					list = append(list, a.appended(to)...)
				}
			default:
				if x.Val == v && to != v && !a.makes(to) {
					list = append(list, instr)
				}
			}
		case *ssa.MakeInterface:
			list = append(list, a.puts(x, depth)...)
		case *ssa.Call:
			g := a.own(x.Call.StaticCallee())
			if g == nil || depth == 0 {
				continue
			}
			for k, arg := range x.Call.Args {
				if arg == v && k < len(g.fn.Params) && len(a.puts(g.fn.Params[k], depth-1)) > 0 {
					list = append(list, instr)
				}
			}
		}
	}
	return list
}

// appended are the calls that append the elements of a new array to a list that the function has not made.
func (a *handouts) appended(array *ssa.Alloc) []ssa.Instruction {
	var list []ssa.Instruction
	for _, instr := range *array.Referrers() {
		s, ok := instr.(*ssa.Slice)
		if !ok {
			continue
		}
		for _, use := range *s.Referrers() {
			call, ok := use.(*ssa.Call)
			if !ok {
				continue
			}
			b, ok := call.Call.Value.(*ssa.Builtin)
			if ok && b.Name() == "append" && call.Call.Args[1] == ssa.Value(s) && !a.makes(a.base(call.Call.Args[0])) {
				list = append(list, call)
			}
		}
	}
	return list
}
