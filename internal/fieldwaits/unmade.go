// This file finds channels in fields that a constructor does not make (T27), and sends to who has given
// up, which other sends watch for (T28).

package fieldwaits

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/fielduse"
	"github.com/syncvet/syncvet/internal/models"
	"github.com/syncvet/syncvet/passes/source"
)

// unmade are operations on channels that some function leaves nil in an object that it makes (T27).
func (r *finder) unmade() []lonely {
	var list []lonely
	for name, u := range r.All() {
		if u.Lost() || u.Late || u.Asked {
			continue
		}
		what, op, ok := blocking(u)
		if !ok {
			continue
		}
		for i, fn := range r.Flow.Source.Funcs {
			if i >= r.Flow.Source.Pkg.Source.Own || r.IsTest(fn) {
				continue
			}
			at := leavesNil(fn, name)
			unit, own := r.Flow.Source.UnitOf(op.Instr.Parent())
			if at == nil || !own {
				continue
			}
			list = append(list, lonely{
				What: what, Unit: unit, Name: name, At: r.Place(operationPos(op, name)),
				By: fielduse.Spot{Unit: i, At: r.Place(at.Pos())}, Nil: true,
			})
			break
		}
	}
	return list
}

// blocking is an operation that a nil channel blocks, tests aside: what is no send may be a case that is not used.
func blocking(u *fielduse.Uses) (what uint8, op fielduse.Use, ok bool) {
	for _, x := range u.List {
		switch {
		case x.What == fielduse.Sends, x.What == fielduse.Polls && x.Sends && x.Instr.(*ssa.Select).Blocking:
			return facts.TakeSend, x, true
		case x.What == fielduse.Receives && !ok:
			what, op, ok = facts.TakeRecv, x, true
		}
	}
	return what, op, ok
}

// operationPos is where a channel is operated on.
func operationPos(op fielduse.Use, name facts.Symbol) token.Pos {
	if s, ok := op.Instr.(*ssa.Select); ok {
		for _, st := range s.States {
			if fielduse.HolderField(st.Chan) == name {
				return st.Pos
			}
		}
	}
	return op.Instr.Pos()
}

// leavesNil is where a function makes an object, sets other fields of it, one at least to a new channel, and never
// this one; nil if it does not.
func leavesNil(fn *ssa.Function, name facts.Symbol) *ssa.Alloc {
	for _, b := range fn.Blocks {
		for _, i := range b.Instrs {
			if a, ok := i.(*ssa.Alloc); ok && a.Heap && has(a.Type(), name) && setsOthers(a, name) {
				return a
			}
		}
	}
	return nil
}

// has reports whether a pointer leads to a struct with a field.
func has(t types.Type, name facts.Symbol) bool {
	p, ok := t.Underlying().(*types.Pointer)
	if !ok {
		return false
	}
	s, ok := p.Elem().Underlying().(*types.Struct)
	if !ok {
		return false
	}
	for k := range s.NumFields() {
		if source.FieldSymbol(t, k) == name {
			return true
		}
	}
	return false
}

// setsOthers reports whether fields of a new object are set, one to a new channel, and a certain one is not.
func setsOthers(a *ssa.Alloc, name facts.Symbol) bool {
	some := false
	for _, i := range *a.Referrers() {
		switch x := i.(type) {
		case *ssa.Store:
			if x.Addr == ssa.Value(a) {
				return false
			}
		case *ssa.FieldAddr:
			for _, j := range *x.Referrers() {
				s, ok := j.(*ssa.Store)
				if !ok || s.Addr != ssa.Value(x) {
					continue
				}
				if source.FieldSymbol(x.X.Type(), x.Field) == name {
					return false
				}
				_, made := s.Val.(*ssa.MakeChan)
				some = some || made
			}
		}
	}
	return some
}

// abandoned are sends without alternative to who only receives until a channel is closed, while other sends watch that
// channel, or a goroutine sends in a loop (T28).
func (r *finder) abandoned() []lonely {
	var list []lonely
	for name, u := range r.All() {
		if u.Lost() || len(u.Of(fielduse.Receives)) > 0 {
			continue
		}
		stops, sent := r.givesUp(u)
		for _, s := range u.Of(fielduse.Sends) {
			fn := s.Instr.Parent()
			unit, own := r.Flow.Source.UnitOf(fn)
			if !own || r.IsTest(fn) || len(stops) == 0 ||
				(u.Room || !sent) && !slices.ContainsFunc(stops, func(f facts.Symbol) bool { return leftBehind(r, s.Instr, f) }) {
				continue
			}
			leaves, _ := r.Spot(u.Of(fielduse.Polls)[0].Instr)
			at := r.Place(s.Instr.Pos())
			list = append(list, lonely{
				What: facts.TakeSend, Unit: unit, Name: name, At: at, Leaves: leaves, Stop: stops[0],
			})
			break
		}
	}
	return list
}

// leftBehind reports whether a goroutine that nobody else runs sends in a loop, and does not close the channel by which
// who receives is told to leave; and nobody who closes that waits for anything before.
func leftBehind(r *finder, send ssa.Instruction, stop facts.Symbol) bool {
	fn := send.Parent()
	return r.Flow.Graph(fn).Cyclic(send.Block()) && r.startedByOthers(fn) &&
		!slices.ContainsFunc(r.All()[stop].Of(fielduse.Closes), func(c fielduse.Use) bool {
			by := c.Instr.Parent()
			return by == fn || by.Parent() == fn || len(r.Starts(by)) > 0 || waitsAhead(r, c.Instr)
		})
}

// waitsAhead reports whether the function of an instruction receives, or waits for a group.
func waitsAhead(r *finder, at ssa.Instruction) bool {
	return fielduse.AnyInstr(at.Parent(), func(i ssa.Instruction) bool {
		switch i := i.(type) {
		case *ssa.UnOp:
			return i.Op == token.ARROW
		case *ssa.Call:
			row := r.Flow.Model(i)
			return row != nil && (row.Sync == models.SyncWait || row.Sync == models.SyncGroupWait)
		}
		return false
	})
}

// givesUp are the channels that are closed, beside a case of which alone a channel is received from, and whether a send
// is so, too.
func (r *finder) givesUp(u *fielduse.Uses) (stops []facts.Symbol, sent bool) {
	for k, x := range u.Of(fielduse.Polls) {
		s := x.Instr.(*ssa.Select)
		var here []facts.Symbol
		for _, st := range s.States {
			f := fielduse.HolderField(st.Chan)
			if ends := r.All()[f]; st.Dir == types.RecvOnly && ends != nil && len(ends.Of(fielduse.Closes)) > 0 {
				here = append(here, f)
			}
		}
		if sent = sent || x.Sends; k == 0 {
			stops = here
			continue
		}
		stops = slices.DeleteFunc(stops, func(f facts.Symbol) bool { return !slices.Contains(here, f) })
	}
	return stops, sent
}
