// This file recognises loops that run as often as something has happened elsewhere, so that how often is the affair of
// data that is not followed: those that count down what others have counted up, that go over what others have
// collected, and that run as often as another loop has done something (E28): "for active > 0 { <-done; active-- }".

package spawn

import (
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/internal/models"
	"github.com/syncvet/syncvet/passes/internal/flags"
)

// countsDown reports whether a loop that one block decides compares a variable which it lowers, and which is raised
// outside of it.
func (k *skeleton) countsDown(at *ssa.BasicBlock, in map[*ssa.BasicBlock]bool) bool {
	cond, ok := at.Instrs[len(at.Instrs)-1].(*ssa.If).Cond.(*ssa.BinOp)
	if !ok {
		return false
	}
	load, ok := cond.X.(*ssa.UnOp)
	if !ok || load.Op != token.MUL {
		return false
	}
	v := k.r.flagsOf().Variable(load.X)
	if v == nil || !k.r.raised()[v] {
		return false
	}
	for b := range in {
		for _, instr := range b.Instrs {
			if s, ok := instr.(*ssa.Store); ok && k.r.flagsOf().Steps(s, token.SUB) == v {
				return true
			}
		}
	}
	return false
}

// raised are the variables of the package that something is added to.
func (r *Result) raised() map[flags.Variable]bool {
	if r.counters == nil {
		r.counters = map[flags.Variable]bool{}
		for _, fn := range r.src.Funcs {
			for _, b := range fn.Blocks {
				for _, instr := range b.Instrs {
					if s, ok := instr.(*ssa.Store); ok {
						if v := r.flagsOf().Steps(s, token.ADD); v != nil {
							r.counters[v] = true
						}
					}
				}
			}
		}
	}
	return r.counters
}

// goesOver reports whether a loop that one block decides goes over what a variable holds that others add to and take
// from, or compares its length, and waits for no condition: there, who wakes it has to see to that.
func (k *skeleton) goesOver(at *ssa.BasicBlock, in map[*ssa.BasicBlock]bool) bool {
	if k.waitsIn(in) {
		return false
	}
	var list ssa.Value
	switch cond := at.Instrs[len(at.Instrs)-1].(*ssa.If).Cond.(type) {
	case *ssa.Extract:
		if next, ok := cond.Tuple.(*ssa.Next); ok {
			if over, ok := next.Iter.(*ssa.Range); ok {
				list = over.X
			}
		}
	case *ssa.BinOp:
		if list = lengthOf(cond.X); list == nil {
			list = lengthOf(cond.Y)
		}
	}
	v := k.r.loaded(list)
	return v != nil && k.r.collections()[v] == fills|empties
}

// waitsIn reports whether any of some blocks waits for a condition.
func (k *skeleton) waitsIn(in map[*ssa.BasicBlock]bool) bool {
	for b := range in {
		if slices.ContainsFunc(b.Instrs, k.waitsForCond) {
			return true
		}
	}
	return false
}

// asksAgain reports whether what decides a loop is the answer of a function that looks at what others fill and empty,
// and the loop waits for no condition: "for { if x, ok := q.pop(); ok { return x }; <-q.ready }".
func (k *skeleton) asksAgain(at *ssa.BasicBlock, in map[*ssa.BasicBlock]bool) bool {
	return k.r.answers(at.Instrs[len(at.Instrs)-1].(*ssa.If).Cond) && !k.waitsIn(in)
}

// answers reports whether a value is the answer of a function of the package that looks at a variable whose slice or map
// the package both fills and empties.
func (r *Result) answers(v ssa.Value) bool {
	if not, ok := v.(*ssa.UnOp); ok && not.Op == token.NOT {
		v = not.X
	}
	if e, ok := v.(*ssa.Extract); ok {
		v = e.Tuple
	}
	c, ok := v.(*ssa.Call)
	if !ok || c.Call.StaticCallee() == nil {
		return false
	}
	if _, own := r.src.UnitOf(c.Call.StaticCallee()); !own {
		return false
	}
	for _, b := range c.Call.StaticCallee().Blocks {
		if slices.ContainsFunc(b.Instrs, r.looksAt) {
			return true
		}
	}
	return false
}

// looksAt reports whether an instruction asks for the length of such a slice or map, or for an element.
func (r *Result) looksAt(instr ssa.Instruction) bool {
	var list ssa.Value
	switch x := instr.(type) {
	case *ssa.Call:
		list = lengthOf(x)
	case *ssa.Lookup:
		list = x.X
	}
	v := r.loaded(list)
	return v != nil && r.collections()[v] == fills|empties
}

// waitsForCond reports whether an instruction waits for a condition.
func (k *skeleton) waitsForCond(instr ssa.Instruction) bool {
	c, ok := instr.(ssa.CallInstruction)
	if !ok {
		return false
	}
	row, ok := k.r.src.Model(c.Common())
	return ok && row != nil && row.Sync == models.SyncCondWait
}

// lengthOf is what a value is the length of; nil if it is none.
func lengthOf(v ssa.Value) ssa.Value {
	if c, ok := v.(*ssa.Call); ok {
		if b, ok := c.Call.Value.(*ssa.Builtin); ok && b.Name() == "len" {
			return c.Call.Args[0]
		}
	}
	return nil
}

// loaded is the variable that a value has been loaded from, if all that stores to it is in view; else nil.
func (r *Result) loaded(v ssa.Value) flags.Variable {
	if load, ok := v.(*ssa.UnOp); ok && load.Op == token.MUL {
		return r.flagsOf().Known(load.X)
	}
	return nil
}

// A change is what is done to what a variable holds, as bits.
type change uint8

const (
	fills   change = 1 << iota // something is appended, or put in
	empties                    // something is taken out, or it starts anew
)

// collections are the slices and maps in variables of the package, with what is done to them.
func (r *Result) collections() map[flags.Variable]change {
	if r.collected == nil {
		r.collected = map[flags.Variable]change{}
		for _, fn := range r.src.Funcs {
			for _, b := range fn.Blocks {
				for _, instr := range b.Instrs {
					if v, what := r.changes(instr); v != nil {
						r.collected[v] |= what
					}
				}
			}
		}
	}
	return r.collected
}

// changes is the variable whose slice or map an instruction changes, and how; nil if it changes none.
func (r *Result) changes(instr ssa.Instruction) (flags.Variable, change) {
	switch x := instr.(type) {
	case *ssa.MapUpdate:
		return r.loaded(x.Map), fills
	case *ssa.Call:
		if b, ok := x.Call.Value.(*ssa.Builtin); ok && (b.Name() == "delete" || b.Name() == "clear") {
			return r.loaded(x.Call.Args[0]), empties
		}
	case *ssa.Store:
		v := r.flagsOf().Known(x.Addr)
		switch val := x.Val.(type) {
		case *ssa.Call:
			if b, ok := val.Call.Value.(*ssa.Builtin); ok && b.Name() == "append" && r.loaded(val.Call.Args[0]) == v {
				return v, fills
			}
		case *ssa.Slice:
			if r.loaded(val.X) == v {
				return v, empties
			}
		case *ssa.Const:
			return v, empties
		}
	}
	return nil, 0
}
