// This file makes events of conditions that have numbers (E15), and of those that ask what others have done (E33).

package spawn

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/branch"
	"github.com/syncvet/syncvet/internal/models"
	"github.com/syncvet/syncvet/internal/place"
)

// testOn is the event of an edge on which a condition with a number has the given value.
func (d *edges) testOn(cond ssa.Value, value bool) (event, bool) {
	n, alone := d.cond.Test(cond, value)
	if n == 0 {
		return event{}, false
	}
	e := event{pos: cond.Pos()}
	if alone {
		e.Flags = facts.EventAlone
	}
	e.Op, e.N = facts.EventTest, n
	return e, true
}

// decided is the event by which a condition gets a value.
func decided(n int64, at ssa.Instruction) event {
	e := event{pos: at.Pos()}
	e.Op, e.N, e.Flags = facts.EventTest, n, facts.EventConst
	return e
}

// panicking is the event of an edge on which it is known whether who has deferred this function panics: by what recover
// has returned (E47).
func panicking(cond ssa.Value, value bool) (event, bool) {
	v, set, ok := branch.Asked(cond, value)
	call, isCall := v.(*ssa.Call)
	if !ok || !isCall {
		return event{}, false
	}
	if b, is := call.Call.Value.(*ssa.Builtin); !is || b.Name() != "recover" {
		return event{}, false
	}
	e := event{pos: cond.Pos()}
	if e.Op, e.N = facts.EventTest, facts.Panicking; !set {
		e.N = -facts.Panicking
	}
	return e, true
}

// asserted is the event of an edge on which a value is known to have an interface, or not to have it, whose methods are
// called where it does (E51). Approximation: it is not nil, if the function calls a method of it otherwise.
func (d *edges) asserted(cond ssa.Value, value bool) (event, bool) {
	cond, sense := branch.Positive(cond)
	ok, isExtract := cond.(*ssa.Extract)
	if !isExtract || ok.Index != 1 {
		return event{}, false
	}
	x, isAssert := ok.Tuple.(*ssa.TypeAssert)
	if !isAssert || !types.IsInterface(x.AssertedType) || !types.IsInterface(x.X.Type()) || !called(x) {
		return event{}, false
	}
	value = value == sense
	if !value && !invoked(x.X) {
		return event{}, false
	}
	e := event{name: d.r.src.TypeSymbol(types.Unalias(x.AssertedType)), pos: x.Pos()}
	e.Op, e.Addr, e.N = facts.EventIs, d.r.flow.Value(d.fn, x.X, 0), truth(value)
	return e, e.Addr != 0
}

// called reports whether a method is called of what an assertion has found.
func called(x *ssa.TypeAssert) bool {
	return slices.ContainsFunc(*x.Referrers(), func(r ssa.Instruction) bool {
		found, ok := r.(*ssa.Extract)
		return ok && found.Index == 0 && invoked(found)
	})
}

// invoked reports whether a method of an interface is called.
func invoked(v ssa.Value) bool {
	return slices.ContainsFunc(*v.Referrers(), func(r ssa.Instruction) bool {
		call, ok := r.(ssa.CallInstruction)
		return ok && call.Common().IsInvoke() && call.Common().Value == v
	})
}

// unnumbered is the event of an edge on which a condition that no other branch tests is known to hold.
func unnumbered(cond *ssa.If, flags facts.EventFlags) event {
	e := event{pos: cond.Pos()}
	e.Op, e.Flags = facts.EventTest, flags
	return e
}

// asksOthers reports whether a condition compares how many values are in a channel's buffer; whether a channel is left
// that the function forgets when it is over; or, where the function communicates, how far a count has come that it
// moves itself, or what an atomic update returns. What a guarded variable was before the function set it says what
// others have done, too.
func (d *edges) asksOthers(cond ssa.Value, at *ssa.BasicBlock) bool {
	asked, _ := branch.Positive(cond)
	if load, ok := asked.(*ssa.UnOp); ok && d.r.counts.Flags().ReadsGuarded(load) && d.overwritten(load, at) {
		return true
	}
	test, ok := cond.(*ssa.BinOp)
	if !ok {
		return false
	}
	if v, _, ok := branch.Asked(cond, true); ok && place.IsChan(v.Type()) && d.forgets(v) {
		return true
	}
	if _, _, ok := d.r.counts.TestOf(cond); ok && d.r.talk.Communicates(d.fn) {
		return true
	}
	return slices.ContainsFunc([]ssa.Value{test.X, test.Y}, func(v ssa.Value) bool {
		call, ok := v.(*ssa.Call)
		if !ok {
			return false
		}
		b, ok := call.Call.Value.(*ssa.Builtin)
		if row := d.r.flow.Model(call); !ok || b.Name() != "len" {
			return row != nil && row.Sync == models.SyncAtomicRMW && d.r.talk.Communicates(d.fn)
		}
		return place.IsChan(call.Call.Args[0].Type())
	})
}

// forgets reports whether a value is read from a variable that the function itself sets to nil.
func (d *edges) forgets(v ssa.Value) bool {
	switch v := v.(type) {
	case *ssa.Phi:
		return slices.ContainsFunc(v.Edges, func(e ssa.Value) bool {
			again, ok := e.(*ssa.Phi)
			return place.IsNil(e) || ok && slices.ContainsFunc(again.Edges, place.IsNil)
		})
	case *ssa.UnOp:
		for _, b := range d.fn.Blocks {
			for _, instr := range b.Instrs {
				if s, ok := instr.(*ssa.Store); ok && v.Op == token.MUL && place.IsNil(s.Val) &&
					d.r.Locks.SameAddress(d.fn, s.Addr, v.X) {
					return true
				}
			}
		}
	}
	return false
}
