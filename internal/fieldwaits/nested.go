// This file finds limits that wait for themselves: what runs in a slot of a semaphore asks for another one (T26).

package fieldwaits

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/branch"
	"github.com/syncvet/syncvet/internal/evidence"
	"github.com/syncvet/syncvet/internal/fielduse"
	"github.com/syncvet/syncvet/internal/place"
	"github.com/syncvet/syncvet/passes/source"
)

// A runner is a function that takes a slot, waiting for it, and has a function value run until it is given back.
type runner struct {
	name  facts.Symbol // of the semaphore
	sends *ssa.Send    // takes the slot
}

// nestedSlots are the calls of a runner by what runs in a slot of the same semaphore (T26).
func (r *finder) nestedSlots() []lonely {
	runners := map[*ssa.Function]runner{}
	for _, fn := range r.Flow.Source.Funcs {
		if x, ok := r.runner(fn); ok {
			runners[fn] = x
		}
	}
	var list []lonely
	for _, fn := range r.Flow.Source.Funcs {
		run, ok := runners[fn]
		if !ok {
			continue
		}
		for _, c := range r.Callers(fn) {
			inner := r.nestedIn(c, fn)
			if inner == nil || r.IsTest(inner.Parent()) {
				continue
			}
			unit, own := r.Flow.Source.UnitOf(inner.Parent())
			to, _ := r.Flow.Source.UnitOf(fn)
			if own && unit < r.Flow.Source.Pkg.Source.Own {
				via := evidence.Frame{Func: r.Flow.Source.Pkg.Source.Units[to].Sym, Call: r.Place(inner.Pos())}
				list = append(list, lonely{
					What: facts.TakeSend, Unit: unit, Name: run.name, At: r.Place(run.sends.Pos()), Via: []evidence.Frame{via},
				})
				break
			}
		}
	}
	return list
}

// runner reports whether a function is one.
func (r *finder) runner(fn *ssa.Function) (x runner, ok bool) {
	if !slices.ContainsFunc(fn.Params, func(p *ssa.Parameter) bool { return place.IsFunc(p.Type()) }) {
		return x, false
	}
	for _, b := range fn.Blocks {
		for _, i := range b.Instrs {
			if s, sent := i.(*ssa.Send); sent && r.Semaphore(s.Chan) {
				x = runner{fielduse.HolderField(s.Chan), s}
			}
		}
	}
	return x, x.sends != nil && runsIn(fn, fn, x.name)
}

// runsIn reports whether a function, or a literal in it, calls a value of the type of one of the parameters of a
// function, and it or a literal in it gives a slot back.
func runsIn(fn, outer *ssa.Function, name facts.Symbol) bool {
	calls := false
	for _, b := range fn.Blocks {
		for _, i := range b.Instrs {
			c, ok := i.(ssa.CallInstruction)
			calls = calls || ok && !c.Common().IsInvoke() && c.Common().StaticCallee() == nil &&
				slices.ContainsFunc(outer.Params, func(p *ssa.Parameter) bool {
					return place.IsFunc(p.Type()) && types.Identical(p.Type(), c.Common().Value.Type())
				})
		}
	}
	return calls && givesBack(fn, name) ||
		slices.ContainsFunc(fn.AnonFuncs, func(f *ssa.Function) bool { return runsIn(f, outer, name) })
}

// givesBack reports whether a function, or a literal in it, receives from a semaphore.
func givesBack(fn *ssa.Function, name facts.Symbol) bool {
	return slices.ContainsFunc(fn.Blocks, func(b *ssa.BasicBlock) bool {
		return slices.ContainsFunc(b.Instrs, func(i ssa.Instruction) bool {
			u, ok := i.(*ssa.UnOp)
			return ok && fielduse.HolderField(u.X) == name
		})
	}) || slices.ContainsFunc(fn.AnonFuncs, func(f *ssa.Function) bool { return givesBack(f, name) })
}

// nestedIn is the call of a runner to which what another call of it runs comes by calls by name; nil if there is none.
func (r *finder) nestedIn(c ssa.CallInstruction, run *ssa.Function) ssa.CallInstruction {
	seen := map[*ssa.Function]bool{}
	for _, a := range c.Common().Args {
		if f := source.FunctionOf(a); f != nil {
			if inner := r.reaches(f, run, seen, 0); inner != nil && !onOthers(r, c, inner) {
				return inner
			}
		}
	}
	return nil
}

// onOthers reports whether the receivers of two calls are known, and are two objects that were made at two places.
func onOthers(r *finder, c, inner ssa.CallInstruction) bool {
	made := func(c ssa.CallInstruction) any {
		if len(c.Common().Args) == 0 {
			return nil
		}
		g := r.group(c.Common().Args[0], maxNested)
		if _, field := g.(facts.Symbol); field {
			return nil
		}
		return g
	}
	x, y := made(c), made(inner)
	return x != nil && y != nil && x != y
}

// reaches is the first call of a runner that a function comes to by calls by name; nil if there is none. Those of what
// has been made on the way do not count: another semaphore.
func (r *finder) reaches(fn, run *ssa.Function, seen map[*ssa.Function]bool, depth int) ssa.CallInstruction {
	if seen[fn] || depth > maxNested {
		return nil
	}
	seen[fn] = true
	for _, b := range fn.Blocks {
		for _, i := range b.Instrs {
			c, ok := i.(*ssa.Call)
			if !ok || c.Call.StaticCallee() == nil {
				continue
			}
			g := source.Origin(c.Call.StaticCallee())
			if g == run {
				if !madeHere(c.Call.Args[0]) {
					return c
				}
				continue
			}
			if _, own := r.Flow.Source.UnitOf(g); own {
				if inner := r.reaches(g, run, seen, depth+1); inner != nil {
					return inner
				}
			}
		}
	}
	return nil
}

// madeHere reports whether a value is made by its function, or what it calls.
func madeHere(v ssa.Value) bool {
	switch source.Root(v).(type) {
	case *ssa.Alloc, *ssa.Call, *ssa.Extract:
		return true
	}
	return false
}

// ownSlots are the calls by which a function, or a goroutine that it starts, comes to the same function again while it
// keeps the slot that this has taken: what gives it back is deferred (T26).
func ownSlots(r *finder) []lonely {
	var list []lonely
	for _, fn := range r.Flow.Source.Funcs {
		unit, own := unitOf(r, fn)
		if !own || r.IsTest(fn) {
			continue
		}
		takes := takesSlot(r, fn)
		if takes == nil {
			continue
		}
		name := fielduse.HolderField(takes.Chan)
		for _, keeps := range append(slices.Clone(fn.AnonFuncs), fn) {
			if !returnsLate(keeps, name) {
				continue
			}
			inner := r.reaches(keeps, fn, map[*ssa.Function]bool{}, 0)
			if inner == nil && keeps == fn && fielduse.AnyInstr(fn, awaits(r)) {
				for _, f := range fn.AnonFuncs { // it waits for goroutines that do
					if inner == nil && f.Pos() > takes.Pos() {
						inner = r.reaches(f, fn, map[*ssa.Function]bool{}, 0)
					}
				}
			}
			if inner == nil || keeps == fn && inner.Parent() == fn && !branch.Precedes(takes, inner) {
				continue
			}
			via := evidence.Frame{Func: r.Flow.Source.Pkg.Source.Units[unit].Sym, Call: r.Place(inner.Pos())}
			if at, ok := r.Spot(inner); ok {
				list = append(list, lonely{
					What: facts.TakeSend, Unit: at.Unit, Name: name, At: r.Place(takes.Pos()), Via: []evidence.Frame{via},
				})
			}
			break
		}
	}
	return list
}

// takesSlot is where a function takes a slot of a semaphore, waiting for it; nil if it does not.
func takesSlot(r *finder, fn *ssa.Function) *ssa.Send {
	for _, b := range fn.Blocks {
		for _, i := range b.Instrs {
			if s, ok := i.(*ssa.Send); ok && r.Semaphore(s.Chan) {
				return s
			}
		}
	}
	return nil
}

// returnsLate reports whether a function has deferred what gives a slot back.
func returnsLate(fn *ssa.Function, name facts.Symbol) bool {
	return fielduse.AnyInstr(fn, func(i ssa.Instruction) bool {
		d, ok := i.(*ssa.Defer)
		g := (*ssa.Function)(nil)
		if ok {
			g = d.Call.StaticCallee()
		}
		return g != nil && givesBack(g, name)
	})
}
