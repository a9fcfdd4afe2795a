// This file is what a call does to locks, in the caller's terms (T2): made from a simulation, written to facts, read
// back.

package lockpaths

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/fielduse"
	"github.com/syncvet/syncvet/internal/models"
	"github.com/syncvet/syncvet/internal/place"
	"github.com/syncvet/syncvet/passes/source"
)

// A take is facts.LockTake with its symbols.
type take struct {
	mode  uint8
	path  place.OuterPath
	name  facts.Symbol
	doubt uint8
	cond  int  // parameter plus one; zero: none
	is    bool // see cond
	via   []fielduse.Hop
	at    fielduse.Place
}

// An effect is facts.LockEffect with its symbols.
type effect struct {
	path place.OuterPath
	op   facts.LockOp // zero: differs between returns
}

// An invoke is facts.LockInvoke with its symbols.
type invoke struct {
	param int
	held  []take
	sure  bool // it happens on every way through the function, or in every round of a loop there; not written to facts
}

// A summary is what a call of a function does to locks. The zero summary does nothing.
type summary struct {
	takes   []take
	effects []effect
	invokes []invoke
	slots   []slotEffect // not written to facts: a semaphore is its package's own
}

func (s *summary) empty() bool {
	return s == nil || len(s.takes)+len(s.effects)+len(s.invokes)+len(s.slots) == 0
}

// summaryOf is what a call of a function does, found when first asked for. Recursive calls do what the function does
// without them.
func (r *Result) summaryOf(fn *ssa.Function) *summary {
	if f, ok := r.Flow.Source.Flags(fn); ok && f&facts.Syncs == 0 && len(fn.FreeVars) == 0 && !takesFunc(fn) && !r.makesUnlocker(fn) {
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
		s.takes = append(s.takes, readTake(&l.Takes[i], names))
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

func readPath(p *facts.LockPath, names *facts.Names) place.OuterPath {
	return place.OuterPath{Root: p.Root, Index: int(p.Index), Global: names.Symbol(p.Global), Steps: p.Steps}
}

func readPlace(p facts.PosRef, names *facts.Names) fielduse.Place {
	x := names.Position(p)
	return fielduse.Place{File: names.Symbol(x.File), Line: int(x.Line), Col: int(x.Col)}
}

func readTake(t *facts.LockTake, names *facts.Names) take {
	x := take{mode: t.Mode, path: readPath(&t.Path, names), name: names.Symbol(t.Name), doubt: t.Doubt, cond: int(t.If), is: t.Is, at: readPlace(t.Pos, names)}
	for _, h := range t.Via {
		x.via = append(x.via, fielduse.Hop{Func: names.Symbol(h.Func), Call: readPlace(h.Call, names)})
	}
	return x
}

// write gives a summary as facts of a unit.
func (s *summary) write(out *facts.UnitBuilder) *facts.Acquires {
	l := &facts.Acquires{}
	for i := range s.takes {
		l.Takes = append(l.Takes, writeTake(&s.takes[i], out))
	}
	for i := range s.effects {
		l.Effects = append(l.Effects, facts.LockEffect{Path: writePath(&s.effects[i].path, out), Op: s.effects[i].op})
	}
	for i := range s.invokes {
		v := facts.LockInvoke{Param: uint32(s.invokes[i].param)}
		for k := range s.invokes[i].held {
			v.Held = append(v.Held, writeTake(&s.invokes[i].held[k], out))
		}
		l.Invokes = append(l.Invokes, v)
	}
	return l
}

func writePath(p *place.OuterPath, out *facts.UnitBuilder) facts.LockPath {
	return facts.LockPath{Root: p.Root, Index: uint32(p.Index), Global: out.Ref(p.Global), Steps: p.Steps}
}

func writePlace(p fielduse.Place, out *facts.UnitBuilder) facts.PosRef {
	return out.Pos(p.File, p.Line, p.Col)
}

func writeTake(t *take, out *facts.UnitBuilder) facts.LockTake {
	x := facts.LockTake{Mode: t.mode, Path: writePath(&t.path, out), Name: out.Ref(t.name), Doubt: t.doubt, If: uint32(t.cond), Is: t.is, Pos: writePlace(t.at, out)}
	for _, h := range t.via {
		x.Via = append(x.Via, facts.LockHop{Func: out.Ref(h.Func), Call: writePlace(h.Call, out)})
	}
	return x
}
