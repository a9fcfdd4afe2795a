// This file finds objects of which a variable holds one: who uses the variable uses that one, whichever it is (L30).

package flow

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/branch"
	"github.com/syncvet/syncvet/internal/place"
	"github.com/syncvet/syncvet/passes/source"
)

// firstOf is the first of the objects of one type of which a variable holds one, for one of them; itself if there is no
// other. An object is made by an allocation, or by a call of one function that makes it.
func (g *body) firstOf(v ssa.Value) ssa.Value {
	if keeper, ok := onlyKept(v); ok {
		for _, w := range keeper.held() {
			if w == v {
				break
			}
			if k, ok := onlyKept(w); ok && k == keeper && alikeMade(v, w) && keeper.keepsOne(w, v) {
				return w
			}
		}
	}
	return v
}

// A keeper is the variable in which a new object is kept, and nowhere else.
type keeper struct {
	phi  *ssa.Phi   // a variable that is no memory; nil: cell
	cell *ssa.Alloc // one that is
}

// onlyKept is the keeper of what an instruction makes: nothing else is done with it than to fill it.
func onlyKept(v ssa.Value) (k keeper, ok bool) {
	refs := v.Referrers()
	if refs == nil {
		return k, false
	}
	for _, r := range *refs {
		switch x := r.(type) {
		case *ssa.DebugRef:
		case *ssa.FieldAddr:
			if !onlyFilled(x) {
				return k, false
			}
		case *ssa.Phi:
			if k != (keeper{}) {
				return k, false
			}
			k.phi = x
		case *ssa.Store:
			cell, local := x.Addr.(*ssa.Alloc)
			if x.Addr == v {
				break
			}
			if !local || k != (keeper{}) {
				return k, false
			}
			k.cell = cell
		default:
			return k, false
		}
	}
	return k, k != (keeper{})
}

// onlyFilled reports whether a field of a new object is only stored to.
func onlyFilled(f *ssa.FieldAddr) bool {
	for _, r := range *f.Referrers() {
		switch x := r.(type) {
		case *ssa.DebugRef:
		case *ssa.FieldAddr:
			if !onlyFilled(x) {
				return false
			}
		case *ssa.Store:
			if x.Addr != ssa.Value(f) {
				return false
			}
		default:
			return false
		}
	}
	return true
}

// held are the values that a variable may hold, in the order of the code that makes them.
func (k keeper) held() (list []ssa.Value) {
	if k.phi != nil {
		return k.phi.Edges
	}
	for _, r := range *k.cell.Referrers() {
		if s, ok := r.(*ssa.Store); ok && s.Addr == ssa.Value(k.cell) {
			list = append(list, s.Val)
		}
	}
	return list
}

// keepsOne reports whether nobody can use what the variable holds before both of two objects have been made, if both
// are.
func (k keeper) keepsOne(v, w ssa.Value) bool {
	if k.phi != nil {
		return !leadsTo(k.phi, v) && !leadsTo(k.phi, w)
	}
	for _, r := range *k.cell.Referrers() {
		s, store := r.(*ssa.Store)
		if store && s.Addr == ssa.Value(k.cell) {
			if s.Val == v && leadsTo(s, v) || s.Val == w && leadsTo(s, w) {
				return false
			}
			continue
		}
		_, load := r.(*ssa.UnOp) // others, such as a function literal, may be used later
		between := !load || leadsTo(v.(ssa.Instruction), r) || leadsTo(w.(ssa.Instruction), r)
		if between && (leadsTo(r, v) || leadsTo(r, w)) {
			return false
		}
	}
	return true
}

// leadsTo reports whether control may come from one instruction to another, or to that which makes a value.
func leadsTo(from ssa.Instruction, to any) bool {
	at, ok := to.(ssa.Instruction)
	return ok && (branch.Reaches(from.Block(), at.Block()) || from.Block() == at.Block() && branch.Precedes(from, at))
}

// alikeMade reports whether two instructions make objects of one type: allocations, or calls of one function.
func alikeMade(v, w ssa.Value) bool {
	switch v := v.(type) {
	case *ssa.Alloc:
		w, ok := w.(*ssa.Alloc)
		return ok && v.Heap && w.Heap && types.Identical(v.Type(), w.Type()) &&
			v.Comment == w.Comment && v.Comment == "complit"
	case *ssa.Call, *ssa.Extract:
		a, b := firstResult(v), firstResult(w)
		return a != nil && b != nil && a.Call.StaticCallee() != nil && a.Call.StaticCallee() == b.Call.StaticCallee()
	}
	return false
}

// firstResult is the call whose only or first result a value is; nil for others.
func firstResult(v ssa.Value) *ssa.Call {
	call, n := place.ResultOf(v)
	if n > 0 {
		return nil
	}
	return call
}

// repeats reports whether a call makes an object in place of an earlier call of the same function: a function without
// goroutines, synchronisation and callbacks, so that nothing is left of what the other one has made.
func (g *caller) repeats(instr ssa.CallInstruction) bool {
	call, ok := instr.(*ssa.Call)
	if !ok || call.Call.StaticCallee() == nil {
		return false
	}
	made := resultOf(call)
	if made == nil {
		return false
	}
	first := firstResult(g.firstOf(made))
	if first == call || !g.isLast(first) {
		return false
	}
	f, known := g.src.Flags(call.Call.StaticCallee())
	return known && f&facts.Cloneable != 0 && f&(facts.Spawns|facts.Syncs|facts.Dynamic|facts.Opaque) == 0 &&
		source.IsPointer(made)
}

// isLast reports whether a call is the last one so far of its function that makes an object of its own.
func (g *caller) isLast(first *ssa.Call) bool {
	list := g.callsOf[first]
	if len(list) != 1 {
		return false
	}
	for k := len(g.calls) - 1; k >= 0; k-- {
		if c := &g.calls[k]; c.callee == g.calls[list[0]].callee && c.flags&facts.CallAgain == 0 {
			return k == list[0]
		}
	}
	return false
}

// resultOf is the only or first result of a call; nil if nobody uses the first one of several.
func resultOf(call *ssa.Call) ssa.Value {
	if _, several := call.Type().(*types.Tuple); !several {
		return call
	}
	for _, r := range *call.Referrers() {
		if x, ok := r.(*ssa.Extract); ok && x.Index == 0 {
			return x
		}
	}
	return nil
}
