// This file finds channels in fields that a constructor does not make (T27), and sends to who has given
// up, which other sends watch for (T28).

package lockpaths

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/place"
	"github.com/syncvet/syncvet/passes/source"
)

// unmade are operations on channels that some function leaves nil in an object that it makes (T27).
func (r *Result) unmade() []Alone {
	var list []Alone
	for name, u := range r.fieldUses() {
		if u.lost() || u.late || u.asked {
			continue
		}
		what, op, ok := u.blocking()
		if !ok {
			continue
		}
		for i, fn := range r.Flow.Source.Funcs {
			if i >= r.Flow.Source.Pkg.Source.Own || r.isTest(fn) {
				continue
			}
			at := leavesNil(fn, name)
			unit, own := r.Flow.Source.UnitOf(op.instr.Parent())
			if at == nil || !own {
				continue
			}
			list = append(list, Alone{
				What: what, Unit: unit, Name: name, At: r.placeOf(operationPos(op, name)),
				By: LostWait{i, r.placeOf(at.Pos())},
			})
			break
		}
	}
	return list
}

// blocking is an operation that a nil channel blocks, tests aside: what is no send may be a case that is not used.
func (u *uses) blocking() (what uint8, op use, ok bool) {
	for _, x := range u.list {
		switch {
		case x.what == sends, x.what == polls && x.sends && x.instr.(*ssa.Select).Blocking:
			return facts.TakeSend, x, true
		case x.what == receives && !ok:
			what, op, ok = facts.TakeRecv, x, true
		}
	}
	return what, op, ok
}

// operationPos is where a channel is operated on.
func operationPos(op use, name facts.Symbol) token.Pos {
	if s, ok := op.instr.(*ssa.Select); ok {
		for _, st := range s.States {
			if holderField(st.Chan) == name {
				return st.Pos
			}
		}
	}
	return op.instr.Pos()
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
// channel (T28).
func (r *Result) abandoned() []Alone {
	var list []Alone
	for name, u := range r.fieldUses() {
		if u.lost() || u.room || len(u.of(receives)) > 0 {
			continue
		}
		for _, s := range u.of(sends) {
			unit, own := r.Flow.Source.UnitOf(s.instr.Parent())
			if own && !r.isTest(s.instr.Parent()) && r.givesUp(u) {
				at := r.placeOf(s.instr.Pos())
				list = append(list, Alone{What: facts.TakeSend, Unit: unit, Name: name, At: at})
				break
			}
		}
	}
	return list
}

// givesUp reports whether all receives from a channel are cases beside one of a channel that is closed, and a send is,
// too.
func (r *Result) givesUp(u *uses) bool {
	var stops []facts.Symbol
	sent := false
	for k, x := range u.of(polls) {
		s := x.instr.(*ssa.Select)
		var here []facts.Symbol
		for _, st := range s.States {
			f := holderField(st.Chan)
			if ends := r.fieldUses()[f]; st.Dir == types.RecvOnly && ends != nil && len(ends.of(closes)) > 0 {
				here = append(here, f)
			}
		}
		if sent = sent || x.sends; k == 0 {
			stops = here
			continue
		}
		stops = slices.DeleteFunc(stops, func(f facts.Symbol) bool { return !slices.Contains(here, f) })
	}
	return sent && len(stops) > 0
}

// noteStore notes that a field is set elsewhere than in a new object, or to something else than a channel.
func (u *uses) noteStore(addr *ssa.FieldAddr, v ssa.Value) {
	_, fresh := addr.X.(*ssa.Alloc)
	u.late = u.late || !fresh || place.IsNil(v)
}
