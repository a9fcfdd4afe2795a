// This file is what a call of each function does, whichever package it is of: functions that call each other are run
// again until they say the same.

package lockpaths

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/models"
	"github.com/syncvet/syncvet/internal/place"
	"github.com/syncvet/syncvet/passes/source"
)

// summaryOf is what a call of a function does, found when first asked for. Recursive calls do what the function does
// without them.
func (r *Result) summaryOf(fn *ssa.Function) *summary {
	f, ok := r.Flow.Source.Flags(fn)
	if ok && f&facts.Syncs == 0 && len(fn.FreeVars) == 0 && !takesFunc(fn) && !r.makesUnlocker(fn) &&
		!r.users().called[fn] {
		return nil
	}
	fn = source.Origin(fn)
	if s, ok := r.summaries[fn]; ok {
		if k := slices.Index(r.pending, fn); k >= 0 { // all that is under way since does not know what fn does
			r.again[fn] = true
			for _, f := range r.pending[k+1:] {
				r.partial[f] = fn
			}
		}
		return s
	}
	i, own := r.Flow.Source.UnitOf(fn)
	if !own {
		r.summaries[fn] = r.imported(fn)
		return r.summaries[fn]
	}
	if r.Flow.Source.Pkg.Source.Units[i].Flags&facts.Root != 0 {
		return nil
	}
	r.summaries[fn], r.pending = nil, append(r.pending, fn)
	s := r.simulate(fn)
	if r.again[fn] && !s.empty() && !r.redoing { // it calls itself: what it does is known now
		r.summaries[fn], r.redoing = s, true
		for f, head := range r.partial {
			if head == fn {
				delete(r.summaries, f)
				delete(r.partial, f)
			}
		}
		s = r.simulate(fn)
		r.redoing = false
	}
	r.pending = r.pending[:len(r.pending)-1]
	r.summaries[fn] = s
	return s
}

// users are the fields with functions of users, found when first asked for.
func (r *Result) users() *handlers {
	if r.handed == nil {
		r.handed = findHandlers(r.Flow.Source)
	}
	return r.handed
}

// imported reads the summary of a function of another package.
func (r *Result) imported(fn *ssa.Function) *summary {
	src := r.Flow.Source
	c, _, ok := src.Imported(src.FuncSymbol(fn))
	if !ok {
		return nil
	}
	l, names, err := src.Imports[c.Import].Acquires(c.Unit)
	if l == nil || err != nil || len(l.Takes)+len(l.Effects)+len(l.Invokes) == 0 {
		return nil
	}
	s := &summary{}
	for i := range l.Takes {
		s.acquires = append(s.acquires, readTake(&l.Takes[i], names))
	}
	for _, e := range l.Effects {
		s.effects = append(s.effects, effect{readPath(&e.Path, names), e.Op})
	}
	for _, v := range l.Invokes {
		x := invoke{param: int(v.Param)}
		for i := range v.Held {
			x.held = append(x.held, readTake(&v.Held[i], names))
		}
		s.invokes = append(s.invokes, x)
	}
	return s
}

// takesFunc reports whether a parameter is a function.
func takesFunc(fn *ssa.Function) bool {
	for _, p := range fn.Params {
		if place.IsFunc(p.Type()) {
			return true
		}
	}
	return false
}

// makesUnlocker reports whether a function makes a function value that synchronises, or that unlocks something.
func (r *Result) makesUnlocker(fn *ssa.Function) bool {
	for _, f := range fn.AnonFuncs {
		if flags, ok := r.Flow.Source.Flags(f); ok && flags&facts.Syncs != 0 {
			return true
		}
	}
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			if c, ok := instr.(*ssa.MakeClosure); ok && r.unlocks(closure{fn: c.Fn.(*ssa.Function), bindings: c.Bindings}) {
				return true
			}
		}
	}
	return false
}

// unlocks reports whether a function value is the method that unlocks its binding.
func (r *Result) unlocks(c closure) bool {
	if len(c.bindings) != 1 || c.fn.Synthetic == "" || c.fn.Object() == nil {
		return false
	}
	for _, b := range c.fn.Blocks {
		for _, instr := range b.Instrs {
			if call, ok := instr.(*ssa.Call); ok {
				row, _ := r.Flow.Source.Model(call.Common())
				return row != nil && (row.Sync == models.SyncUnlock || row.Sync == models.SyncRUnlock)
			}
		}
	}
	return false
}
