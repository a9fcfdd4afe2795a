// This file says what is known where a callback has been stopped before it has begun (E80).

package spawn

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/models"
	"github.com/syncvet/syncvet/internal/place"
	"github.com/syncvet/syncvet/passes/source"
)

// neverRan is what holds where a call has told that a callback was stopped before it has begun: everything that it
// would have done is no less done than behind its end, so channels that it closes count as closed.
func (d *edges) neverRan(call *ssa.Call) (list []event) {
	literal := d.stopped(call)
	if literal == nil {
		return nil
	}
	for _, b := range literal.Blocks {
		for _, instr := range b.Instrs {
			c, ok := instr.(ssa.CallInstruction)
			if !ok || !place.IsBuiltin(c.Common(), "close") {
				continue
			}
			if ch := d.capturedChan(c.Common().Args[0]); ch != nil && !closedElsewhere(d.fn, literal, c.Common().Args[0]) {
				list = append(list, d.channel(facts.EventRecvClosed, ch, call))
			}
		}
	}
	return list
}

// stopped is the function literal that a call stops, if it has not begun: what context.AfterFunc has returned, or the
// Stop of a timer of time.AfterFunc, that the function has called itself.
func (d *edges) stopped(call *ssa.Call) *ssa.Function {
	from := call.Call.Value
	if fn := call.Call.StaticCallee(); fn != nil {
		row := d.r.flow.Model(call)
		if row == nil || row.Sync != models.SyncStop || len(call.Call.Args) != 1 {
			return nil
		}
		from = call.Call.Args[0]
	}
	if load, ok := from.(*ssa.UnOp); ok {
		if a, ok := load.X.(*ssa.Alloc); ok {
			from = d.r.Locks.Places.Stored(a)
		}
	}
	after, ok := from.(*ssa.Call)
	if !ok || d.graph.Cyclic(after.Block()) || resets(after) {
		return nil
	}
	list := source.Started(d.r.flow.Model(after), &after.Call)
	if len(list) != 1 {
		return nil
	}
	if c, ok := list[0].(*ssa.MakeClosure); ok && len(*c.Referrers()) == 1 {
		return c.Fn.(*ssa.Function)
	}
	return nil
}

// capturedChan is the channel that the function has made and a literal has captured, in a variable that holds no other.
func (d *edges) capturedChan(ch ssa.Value) ssa.Value {
	if load, ok := ch.(*ssa.UnOp); ok {
		ch = load.X
	}
	v, ok := ch.(*ssa.FreeVar)
	if !ok {
		return nil
	}
	made := place.Binding(v)
	if a, ok := made.(*ssa.Alloc); ok {
		made = d.r.Locks.Places.Stored(a)
	}
	if m, ok := made.(*ssa.MakeChan); ok && m.Parent() == d.fn {
		return m
	}
	return nil
}

// resets reports whether a timer is set again, or given to somebody who may do so.
func resets(timer *ssa.Call) bool {
	for _, use := range *timer.Referrers() {
		switch x := use.(type) {
		case *ssa.DebugRef, *ssa.FieldAddr:
		case *ssa.Store:
			if a, ok := x.Addr.(*ssa.Alloc); !ok || slices.ContainsFunc(*a.Referrers(), capturedBy) {
				return true
			}
		case *ssa.Call:
			if x.Call.Value != ssa.Value(timer) && (x.Call.StaticCallee() == nil || x.Call.StaticCallee().Name() != "Stop") {
				return true
			}
		default:
			return true
		}
	}
	return false
}

// capturedBy reports whether a use of a variable is that a function literal captures it.
func capturedBy(use ssa.Instruction) bool {
	_, ok := use.(*ssa.MakeClosure)
	return ok
}

// closedElsewhere reports whether a function, or a literal in it other than one, closes the channel that this one
// captures.
func closedElsewhere(fn, literal *ssa.Function, ch ssa.Value) bool {
	name := place.Holder(ch)
	var closes func(f *ssa.Function) bool
	closes = func(f *ssa.Function) bool {
		for _, b := range f.Blocks {
			for _, instr := range b.Instrs {
				c, ok := instr.(ssa.CallInstruction)
				if ok && place.IsBuiltin(c.Common(), "close") && place.Holder(c.Common().Args[0]) == name {
					return true
				}
			}
		}
		return slices.ContainsFunc(f.AnonFuncs, func(g *ssa.Function) bool { return g != literal && closes(g) })
	}
	return closes(fn)
}
