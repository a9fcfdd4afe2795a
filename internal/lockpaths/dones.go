// This file follows WaitGroups in fields: a goroutine that waits for its own Done (T22), and one that returns without
// it (T23).

package lockpaths

import (
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/branch"
	"github.com/syncvet/syncvet/internal/models"
	"github.com/syncvet/syncvet/internal/place"
	"github.com/syncvet/syncvet/passes/source"
)

// waitsForItself notes a Wait behind which the same goroutine would call Done, which it has deferred (T22).
func (m *simulation) waitsForItself(s *way, t *reach) {
	if t.mode != facts.TakeWait || !t.spot.Known() {
		return
	}
	unit, ok := m.r.Flow.Source.UnitOf(m.fn)
	if !ok || !slices.ContainsFunc(s.defers, func(h *happening) bool { return h.done == t.spot }) {
		return
	}
	x := Alone{What: facts.TakeWait, Unit: unit, Name: t.name, At: t.at, Via: t.via}
	if !slices.ContainsFunc(m.r.selfWaits, func(y Alone) bool { return y.At == x.At && y.Unit == x.Unit }) {
		m.r.selfWaits = append(m.r.selfWaits, x)
	}
}

// missingDones are the functions that only go statements start, each behind an Add, and that call Done on some ways
// and return on others (T23).
func (r *Result) missingDones() []Alone {
	var list []Alone
	for name, u := range r.fieldUses() {
		if u.lost || len(u.of(waits)) == 0 || len(u.of(dones)) == 0 {
			continue
		}
		seen := map[*ssa.Function]bool{}
		for _, d := range u.of(dones) {
			fn := d.instr.Parent()
			if seen[fn] || r.isTest(fn) {
				continue
			}
			seen[fn] = true
			ret := r.returnsUndone(fn, name)
			if ret == nil || !r.counted(fn, name) {
				continue
			}
			unit, ok := r.Flow.Source.UnitOf(fn)
			w := u.of(waits)[0].instr
			at, own := r.Flow.Source.UnitOf(w.Parent())
			if ok && own && unit < r.Flow.Source.Pkg.Source.Own {
				list = append(list, Alone{What: facts.TakeWait, Unit: at, Name: name, At: r.placeOf(w.Pos()), By: LostWait{unit, r.placeOf(ret.Pos())}})
			}
		}
	}
	return list
}

// placeOf is a position as facts know it.
func (r *Result) placeOf(pos token.Pos) Place {
	file, line, col := r.Flow.Source.Position(pos)
	return Place{file, line, col}
}

// returnsUndone is a return that a way leads to on which nothing may have called Done; nil if there is none, or if
// what decides it may be known to who calls.
func (r *Result) returnsUndone(fn *ssa.Function, name facts.Symbol) *ssa.Return {
	g := r.Flow.Graph(fn)
	seen := map[*ssa.BasicBlock]bool{}
	for work := []*ssa.BasicBlock{fn.Blocks[0]}; len(work) > 0; {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		if seen[b] || slices.ContainsFunc(b.Instrs, func(i ssa.Instruction) bool { return r.mayDone(i, name, 0) }) {
			continue
		}
		seen[b] = true
		switch x := b.Instrs[len(b.Instrs)-1].(type) {
		case *ssa.Return:
			if x.Pos().IsValid() {
				return x
			}
		case *ssa.If:
			if agreed(x.Cond) {
				continue
			}
		}
		for i := range b.Succs {
			if to := g.Next(b, i); to != nil {
				work = append(work, to)
			}
		}
	}
	return nil
}

// agreed reports whether a condition may be what a function and those who start it have agreed on: a truth value that
// it is given or finds in memory, or whether something is nil.
func agreed(cond ssa.Value) bool {
	v, _ := branch.Positive(cond)
	switch x := v.(type) {
	case *ssa.Parameter, *ssa.FreeVar:
		return true
	case *ssa.UnOp:
		return x.Op == token.MUL
	case *ssa.BinOp:
		if place.IsNil(x.X) || place.IsNil(x.Y) {
			return !isErrorType(x.X.Type())
		}
	}
	return false
}

// maxDoneCalls bounds how deep calls are looked into for a Done.
const maxDoneCalls = 6

// mayDone reports whether an instruction, what it calls, starts, defers or makes may call Done.
func (r *Result) mayDone(i ssa.Instruction, name facts.Symbol, depth int) bool {
	if m, ok := i.(*ssa.MakeClosure); ok {
		return r.mayDoneIn(m.Fn.(*ssa.Function), name, depth+1)
	}
	c, ok := i.(ssa.CallInstruction)
	if !ok {
		return false
	}
	if row := r.Flow.Model(c); row != nil && (row.Sync == models.SyncDone || row.Sync == models.SyncAdd || row.Sync == models.SyncGroupGo) {
		n, _ := place.Name(c.Common().Args[0])
		return n == name
	}
	g := c.Common().StaticCallee()
	if g == nil {
		_, builtin := c.Common().Value.(*ssa.Builtin)
		return !builtin // it may
	}
	_, own := r.Flow.Source.UnitOf(g)
	return own && r.mayDoneIn(source.Origin(g), name, depth+1)
}

// mayDoneIn is the same of a function.
func (r *Result) mayDoneIn(fn *ssa.Function, name facts.Symbol, depth int) bool {
	if depth > maxDoneCalls {
		return true
	}
	return slices.ContainsFunc(fn.Blocks, func(b *ssa.BasicBlock) bool {
		return slices.ContainsFunc(b.Instrs, func(i ssa.Instruction) bool { return r.mayDone(i, name, depth) })
	})
}

// counted reports whether go statements start a function, nobody else calls it, and each of them comes behind an Add
// in its own block.
func (r *Result) counted(fn *ssa.Function, name facts.Symbol) bool {
	var starts []ssa.CallInstruction
	if fn.Parent() == nil {
		if refs := fn.Referrers(); refs != nil && len(*refs) > len(r.callers(fn)) {
			return false
		}
		starts = r.callers(fn)
	} else if m := place.Closure(fn); m != nil {
		for _, u := range *m.Referrers() {
			c, ok := u.(ssa.CallInstruction)
			if !ok || c.Common().Value != ssa.Value(m) {
				return false
			}
			starts = append(starts, c)
		}
	}
	for _, s := range starts {
		if _, ok := s.(*ssa.Go); !ok || !r.addsBefore(s, name) {
			return false
		}
	}
	return len(starts) > 0
}

// addsBefore reports whether a block adds to a WaitGroup before an instruction.
func (r *Result) addsBefore(at ssa.Instruction, name facts.Symbol) bool {
	for _, i := range at.Block().Instrs {
		if i == at {
			return false
		}
		if c, ok := i.(ssa.CallInstruction); ok {
			if row := r.Flow.Model(c); row != nil && row.Sync == models.SyncAdd {
				if n, _ := place.Name(c.Common().Args[0]); n == name {
					return true
				}
			}
		}
	}
	return false
}
