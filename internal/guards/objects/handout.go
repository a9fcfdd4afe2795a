// This file recognises what a function does to an object before it puts it where others find it (G31).

package objects

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/internal/branch"
	"github.com/syncvet/syncvet/internal/place"
	"github.com/syncvet/syncvet/passes/source"
)

// HandsOutLater reports whether an instruction is of what a parameter points to, which its function puts into a list, a
// map or another place that others look at only behind it, and not before.
func (p *Package) HandsOutLater(x ssa.Instruction) bool {
	param, ok := source.Root(addressOf(x)).(*ssa.Parameter)
	if !ok {
		return false
	}
	puts, known := p.handouts[param]
	if !known {
		puts = p.puts(param, maxHandout)
		p.handouts[param] = puts
	}
	behind := func(put ssa.Instruction) bool { return branch.Precedes(x, put) }
	before := func(put ssa.Instruction) bool {
		return put.Block() == x.Block() && branch.Precedes(put, x) ||
			branch.Reaches(put.Block(), x.Block())
	}
	return slices.ContainsFunc(puts, behind) && !slices.ContainsFunc(puts, before) &&
		!slices.ContainsFunc(p.PublishedBy(param), before)
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
func (p *Package) puts(v ssa.Value, depth int) []ssa.Instruction {
	var list []ssa.Instruction
	for _, instr := range *v.Referrers() {
		switch x := instr.(type) {
		case *ssa.MapUpdate:
			if x.Map != v && !p.Makes(p.Base(x.Map)) {
				list = append(list, instr)
			}
		case *ssa.Store:
			switch to := p.Base(x.Addr).(type) {
			case *ssa.Alloc:
				if x.Val == v && !place.IsVariable(to) {
					list = append(list, p.appended(to)...)
				}
			default:
				if x.Val == v && to != v && !p.Makes(to) {
					list = append(list, instr)
				}
			}
		case *ssa.MakeInterface:
			list = append(list, p.puts(x, depth)...)
		case *ssa.Call:
			g := p.Own(x.Call.StaticCallee())
			if g == nil || depth == 0 {
				continue
			}
			for k, arg := range x.Call.Args {
				if arg == v && k < len(g.Params) && len(p.puts(g.Params[k], depth-1)) > 0 {
					list = append(list, instr)
				}
			}
		}
	}
	return list
}

// appended are the calls that append the elements of a new array to a list that the function has not made.
func (p *Package) appended(array *ssa.Alloc) []ssa.Instruction {
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
			if ok && b.Name() == "append" && call.Call.Args[1] == ssa.Value(s) && !p.Makes(p.Base(call.Call.Args[0])) {
				list = append(list, call)
			}
		}
	}
	return list
}
