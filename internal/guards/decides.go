// This file tells which values decide that an instruction runs, and what values are computed from (G18).

package guards

import (
	"go/token"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/internal/branch"
	"github.com/syncvet/syncvet/internal/guards/objects"
	"github.com/syncvet/syncvet/internal/place"
)

// branches calls see for the branches that decide that an instruction runs: those of which one side only leads there,
// by dominance.
func branches(instr ssa.Instruction, see func(*ssa.If)) {
	for b := instr.Block(); b != nil && b.Idom() != nil; b = b.Idom() {
		if cond, _ := branch.Behind(b); cond != nil {
			see(cond)
		}
	}
}

// controls reports whether what one instruction finds decides that another one runs.
func controls(check, act ssa.Instruction, a *code) bool {
	found := false
	branches(act, func(cond *ssa.If) { found = found || a.derives(cond.Cond, check) })
	return found
}

// derives reports whether a value is computed from what an instruction finds.
func (a *code) derives(v ssa.Value, from ssa.Instruction) bool {
	found := false
	a.sources(v, func(instr ssa.Instruction) { found = found || instr == from })
	return found
}

// sources calls see for the loads, lookups and calls that a value is computed from.
func (a *code) sources(v ssa.Value, see func(ssa.Instruction)) {
	seen := map[ssa.Value]bool{}
	var walk func(v ssa.Value)
	walk = func(v ssa.Value) {
		if v == nil || seen[v] || len(seen) > maxSources {
			return
		}
		seen[v] = true
		switch x := v.(type) {
		case *ssa.UnOp:
			if x.Op == token.MUL {
				if l := place.Variable(x.X); l != nil {
					for _, s := range a.storesTo(l) {
						walk(s)
					}
					return
				}
				see(x)
			}
			walk(x.X)
		case *ssa.Lookup:
			see(x)
			walk(x.X)
		case *ssa.Next:
			see(x)
			walk(x.Iter)
		case *ssa.Call:
			see(x)
			if objects.Computes(&x.Call) {
				for _, arg := range x.Call.Args {
					walk(arg)
				}
			}
		default:
			for _, operand := range objects.Operands(v) {
				walk(operand)
			}
		}
	}
	walk(v)
}

// storesTo are the values that the function of a local variable stores to it, if its address is used for nothing else
// there.
func (a *code) storesTo(l *ssa.Alloc) []ssa.Value {
	if s := a.places.Stored(l); s != nil {
		return []ssa.Value{s}
	}
	return place.Stores(l)
}

// returns reports whether a function returns something computed from what one of its instructions finds, or decides by
// it what to return.
func (a *code) returns(fn *ssa.Function, from ssa.Instruction) bool {
	for _, b := range fn.Blocks {
		ret, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return)
		if !ok {
			continue
		}
		for _, v := range ret.Results {
			if a.derives(v, from) {
				return true
			}
		}
		if len(ret.Results) > 0 && controls(from, ret, a) {
			return true
		}
	}
	return false
}
