// Package taken recognises lookups and loads that take what they find out of where it was (passes/access A23): nobody
// else finds it there afterwards.
package taken

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/ownership"
	"github.com/syncvet/syncvet/internal/place"
	"github.com/syncvet/syncvet/passes/locks"
	"github.com/syncvet/syncvet/passes/source"
)

// A Function answers for one function.
type Function struct {
	fn    *ssa.Function  // the function
	locks *locks.Result  // which locks are held
	src   *source.Result // the functions of the package
}

// New answers for a function.
func New(l *locks.Result, fn *ssa.Function) *Function {
	return &Function{fn: fn, locks: l, src: l.Flow.Source}
}

// Taking is the flag of a lookup after which what was found is deleted, on every way on which something was found,
// before a lock is taken or released; and of a load under a lock after which something else is stored to the same place
// so.
func (f *Function) Taking(instr ssa.Instruction) facts.AccessFlags {
	if load, ok := instr.(*ssa.UnOp); ok && load.Op == token.MUL {
		return f.detaching(load)
	}
	l, ok := instr.(*ssa.Lookup)
	if !ok || !source.IsMap(l.X) {
		return 0
	}
	if !f.deletes(l) {
		return 0
	}
	return facts.AccessTaken
}

// deletes reports whether control always comes to a delete of what a lookup found.
func (f *Function) deletes(l *ssa.Lookup) bool {
	w := postdominated{onto: func(cond ssa.Value) int { return succeeds(l, cond) }}
	w.at = func(instr ssa.Instruction) verdict {
		call, ok := instr.(*ssa.Call)
		if !ok {
			return open
		}
		if f.undoes(call, l) {
			return verdictOf(slices.Equal(f.locks.Held(l), f.locks.Held(call)))
		}
		return f.unlessLocks(call)
	}
	return w.behind(l)
}

// detaching is taking for loads of a variable that leads to an object.
func (f *Function) detaching(load *ssa.UnOp) facts.AccessFlags {
	switch load.Type().Underlying().(type) {
	case *types.Pointer, *types.Map, *types.Slice, *types.Chan, *types.Interface:
	default:
		return 0
	}
	if _, local := load.X.(*ssa.Alloc); local || len(f.locks.Held(load)) == 0 {
		return 0
	}
	if measured(load) {
		return facts.AccessTaken
	}
	if keptElsewhere(load, map[ssa.Value]bool{}) || !f.replaces(load) && !f.pops(load) {
		return 0
	}
	return facts.AccessTaken
}

// replaces reports whether control always comes to a store of something else to the place that was loaded from,
// before a lock is taken or released; where nil was loaded, nothing was.
func (f *Function) replaces(load *ssa.UnOp) bool {
	w := postdominated{onto: func(cond ssa.Value) int { return notNil(load, cond) }}
	w.at = func(instr ssa.Instruction) verdict {
		switch instr := instr.(type) {
		case *ssa.Store:
			if f.samePlace(instr.Addr, load.X) {
				return verdictOf(!partOf(instr.Val, load, earlier(load, instr)))
			}
		case ssa.CallInstruction:
			if at := f.unlessLocks(instr); at != open {
				return at
			}
			if call, ok := instr.(*ssa.Call); ok && f.replacer().By(call, load.X, f.sameValue) {
				return yes
			}
		}
		return open
	}
	return w.behind(load)
}

// unlessLocks is what a call decides by itself: where a lock is taken or released, others may come.
func (f *Function) unlessLocks(call ssa.CallInstruction) verdict {
	if _, locks := f.locks.Site(call); locks {
		return no
	}
	return open
}

// replacer knows the package's functions.
func (f *Function) replacer() *ownership.Replacer {
	return &ownership.Replacer{
		Body: func(fn *ssa.Function) *ssa.Function {
			if i, ok := f.src.UnitOf(fn); ok {
				return f.src.Funcs[i]
			}
			return nil
		},
		Locks: func(call ssa.CallInstruction) bool {
			_, locks := f.locks.Site(call)
			return locks
		},
	}
}

// undoes reports whether a call deletes from a map what a lookup finds there.
func (f *Function) undoes(call *ssa.Call, l *ssa.Lookup) bool {
	return place.IsBuiltin(&call.Call, "delete") && f.sameValue(call.Call.Args[0], l.X) &&
		f.sameValue(call.Call.Args[1], l.Index)
}

// sameValue reports whether two values are equal, or were loaded from one place.
func (f *Function) sameValue(x, y ssa.Value) bool {
	if f.locks.Number(f.fn, x) == f.locks.Number(f.fn, y) {
		return true
	}
	a, ok := x.(*ssa.UnOp)
	b, too := y.(*ssa.UnOp)
	return ok && too && a.Op == token.MUL && b.Op == token.MUL &&
		f.locks.Number(f.fn, a.X) == f.locks.Number(f.fn, b.X)
}
