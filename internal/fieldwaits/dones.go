// This file follows WaitGroups in fields: a goroutine that waits for its own Done (T22), one that returns without it
// (T23), and one that calls it twice (T25).

package fieldwaits

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/branch"
	"github.com/syncvet/syncvet/internal/fielduse"
	"github.com/syncvet/syncvet/internal/models"
	"github.com/syncvet/syncvet/internal/place"
	"github.com/syncvet/syncvet/passes/source"
)

// missingDones are the functions that only go statements start, each behind an Add, and that call Done on some ways
// and return on others (T23).
func (r *finder) missingDones() []lonely {
	var list []lonely
	for name, u := range r.All() {
		if u.Lost() || len(u.Of(fielduse.Waits)) == 0 || len(u.Of(fielduse.Dones)) == 0 {
			continue
		}
		seen := map[*ssa.Function]bool{}
		for _, d := range u.Of(fielduse.Dones) {
			fn := d.Instr.Parent()
			if seen[fn] || r.IsTest(fn) {
				continue
			}
			seen[fn] = true
			ret := r.doneOf(fn, name).unmet(fn.Blocks[0], 0, false)
			if ret == nil || !r.counted(fn, name, false) {
				continue
			}
			unit, ok := r.Flow.Source.UnitOf(fn)
			w := u.Of(fielduse.Waits)[0].Instr
			at, own := r.Flow.Source.UnitOf(w.Parent())
			if ok && own && unit < r.Flow.Source.Pkg.Source.Own {
				by := fielduse.Spot{Unit: unit, At: r.Place(ret.Pos())}
				list = append(list, lonely{What: facts.TakeWait, Unit: at, Name: name, At: r.Place(w.Pos()), By: by})
			}
		}
	}
	return list
}

// doneTwice are the functions that only go statements start, each behind an Add of one, that have deferred Done and
// call it on some way, too (T25).
func (r *finder) doneTwice() []lonely {
	var list []lonely
	for name, u := range r.All() {
		if u.Lost() {
			continue
		}
		for _, d := range u.Of(fielduse.Dones) {
			first := deferredAt(d.Instr)
			if first == nil || first.Block() != first.Parent().Blocks[0] {
				continue
			}
			fn := first.Parent()
			if r.IsTest(fn) || !r.counted(fn, name, true) || addsMore(r, fn, name) {
				continue
			}
			again := r.doneHere(fn, name, 0)
			unit, own := r.Flow.Source.UnitOf(fn)
			if again == nil || !own || unit >= r.Flow.Source.Pkg.Source.Own {
				continue
			}
			at, _ := r.Flow.Source.UnitOf(again.Parent())
			list = append(list, lonely{
				What: facts.TakeWait, Unit: at, Name: name, At: r.Place(again.Pos()),
				Also: fielduse.Spot{Unit: unit, At: r.Place(first.Pos())},
			})
		}
	}
	return list
}

// deferredAt is the statement that defers a call: itself, or that of the literal which surely makes it and is used for
// nothing else; nil if there is none.
func deferredAt(call ssa.Instruction) *ssa.Defer {
	if d, ok := call.(*ssa.Defer); ok {
		return d
	}
	fn := call.Parent()
	m := place.Closure(fn)
	if fn.Parent() == nil || m == nil || call.Block() != fn.Blocks[0] || len(*m.Referrers()) != 1 {
		return nil
	}
	d, _ := (*m.Referrers())[0].(*ssa.Defer)
	return d
}

// doneHere is a Done of a WaitGroup by a function or what it calls by name, none that is deferred by the function
// itself; nil if there is none, or if an Add, or a deferred function or function literal, may go with it.
func (r *finder) doneHere(fn *ssa.Function, name facts.Symbol, depth int) (at ssa.Instruction) {
	if depth > maxDoneCalls {
		return nil
	}
	for _, b := range fn.Blocks {
		for _, i := range b.Instrs {
			c, ok := i.(ssa.CallInstruction)
			if !ok {
				continue
			}
			if row := r.Flow.Model(c); row != nil {
				n, _ := place.Name(firstArg(c))
				switch {
				case n != name:
				case row.Sync == models.SyncAdd:
					return nil
				case row.Sync == models.SyncDone:
					if _, deferred := i.(*ssa.Defer); !deferred || depth > 0 {
						at = i
					}
				}
				continue
			}
			call, ok := i.(*ssa.Call)
			if !ok || call.Call.StaticCallee() == nil || at != nil {
				continue
			}
			g := source.Origin(call.Call.StaticCallee())
			if _, own := r.Flow.Source.UnitOf(g); own && g != fn {
				at = r.doneHere(g, name, depth+1)
			}
		}
	}
	return at
}

// doneOf is the duty of a function to call Done of a WaitGroup.
func (r *finder) doneOf(fn *ssa.Function, name facts.Symbol) *duty {
	return r.newDuty(fn, func(i ssa.Instruction) bool {
		c, ok := i.(ssa.CallInstruction)
		if !ok {
			return false
		}
		row := r.Flow.Model(c)
		if row == nil ||
			row.Sync != models.SyncDone && row.Sync != models.SyncAdd && row.Sync != models.SyncGroupGo {
			return false
		}
		n, _ := place.Name(c.Common().Args[0])
		return n == name
	})
}

// counted reports whether go statements start a function, nobody else calls it, and each of them comes behind an Add
// in its own block; an Add of one, if that is asked; else one of several before the loop around it will do.
func (r *finder) counted(fn *ssa.Function, name facts.Symbol, once bool) bool {
	starts := r.goes(fn)
	return len(starts) > 0 &&
		!slices.ContainsFunc(starts, func(s *ssa.Go) bool { return !r.addsBefore(s, name, once) })
}

// addsMore reports whether who starts a function adds to a WaitGroup what no go statement behind it, in its block, is
// there to take back: that may be for the second Done.
func addsMore(r *finder, fn *ssa.Function, name facts.Symbol) bool {
	return slices.ContainsFunc(r.goes(fn), func(s *ssa.Go) bool {
		return slices.ContainsFunc(s.Parent().Blocks, func(b *ssa.BasicBlock) bool {
			open := int64(0)
			for _, i := range b.Instrs {
				if k, known, adds := added(r, i, name); adds && !known {
					return true
				} else if adds {
					open += k
				}
				if _, ok := i.(*ssa.Go); ok {
					open = max(open-1, 0)
				}
			}
			return open > 0
		})
	})
}

// addsBefore reports whether a block adds to a WaitGroup before an instruction; one, if that is asked; else the block
// before the loop around it may add for all rounds.
func (r *finder) addsBefore(at ssa.Instruction, name facts.Symbol, once bool) bool {
	for _, i := range at.Block().Instrs {
		if i == at {
			break
		}
		if k, known, adds := added(r, i, name); adds && (!once || known && k == 1) {
			return true
		}
	}
	head := branch.Header(at.Block(), nil)
	if once || head == nil {
		return false
	}
	for _, p := range head.Preds {
		if !head.Dominates(p) && !slices.ContainsFunc(p.Instrs, func(i ssa.Instruction) bool {
			k, known, adds := added(r, i, name)
			return adds && (!known || k > 1)
		}) {
			return false
		}
	}
	return true
}

// added tells what an instruction adds to a WaitGroup, and whether that is known.
func added(r *finder, i ssa.Instruction, name facts.Symbol) (n int64, known, adds bool) {
	c, ok := i.(ssa.CallInstruction)
	if !ok {
		return 0, false, false
	}
	if row := r.Flow.Model(c); row == nil || row.Sync != models.SyncAdd {
		return 0, false, false
	}
	if of, _ := place.Name(c.Common().Args[0]); of != name {
		return 0, false, false
	}
	n, known = place.Int(c.Common().Args[1])
	return n, known, true
}
