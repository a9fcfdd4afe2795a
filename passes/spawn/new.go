// This file finds calls that return something new each time, published or not (E10).

package spawn

import (
	"go/token"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/passes/source"
)

// makesNew reports whether a static call returns something new.
func (r *Result) makesNew(c *ssa.Call) bool {
	g := c.Call.StaticCallee()
	if _, isClosure := c.Call.Value.(*ssa.MakeClosure); g == nil || isClosure || r.flow.Model(c) != nil {
		return false
	}
	for k := range g.Signature.Results().Len() {
		if r.returnsNew(source.Origin(g), k, map[*ssa.Function]bool{}) {
			return true
		}
	}
	return false
}

// returnsNew reports whether a function's result k is on every path nil or made in the call, and not always nil.
func (r *Result) returnsNew(fn *ssa.Function, k int, calls map[*ssa.Function]bool) bool {
	if !r.flow.Layout.HasPointers(fn.Signature.Results().At(k).Type()) || calls[fn] {
		return false
	}
	if _, own := r.src.UnitOf(fn); !own {
		return k < 64 && r.flow.Fresh(fn)&(1<<k) != 0
	}
	calls[fn] = true
	defer delete(calls, fn)
	made := false
	for _, b := range fn.Blocks {
		ret, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return)
		if !ok {
			continue
		}
		v := ret.Results[k]
		if !r.isNew(v, calls, map[ssa.Value]bool{}) {
			return false
		}
		_, isNil := v.(*ssa.Const)
		made = made || !isNil
	}
	return made
}

// isNew reports whether a value is nil or made in the function that holds it.
func (r *Result) isNew(v ssa.Value, calls map[*ssa.Function]bool, seen map[ssa.Value]bool) bool {
	if seen[v] {
		return true
	}
	seen[v] = true
	switch v := v.(type) {
	case *ssa.Const, *ssa.Alloc, *ssa.MakeMap, *ssa.MakeChan, *ssa.MakeSlice, *ssa.MakeClosure:
		return true
	case *ssa.MakeInterface:
		return r.isNew(v.X, calls, seen)
	case *ssa.ChangeType:
		return r.isNew(v.X, calls, seen)
	case *ssa.ChangeInterface:
		return r.isNew(v.X, calls, seen)
	case *ssa.Slice:
		return r.isNew(v.X, calls, seen)
	case *ssa.Phi:
		for _, e := range v.Edges {
			if !r.isNew(e, calls, seen) {
				return false
			}
		}
		return true
	case *ssa.UnOp:
		return v.Op == token.MUL && r.holdsNew(v.X, calls, seen)
	case *ssa.Call:
		return r.callIsNew(v, 0, calls)
	case *ssa.Extract:
		c, ok := v.Tuple.(*ssa.Call)
		return ok && r.callIsNew(c, v.Index, calls)
	}
	return false
}

// holdsNew reports whether a variable of the function, such as a named result, only ever holds what is new.
func (r *Result) holdsNew(addr ssa.Value, calls map[*ssa.Function]bool, seen map[ssa.Value]bool) bool {
	a, ok := addr.(*ssa.Alloc)
	if !ok {
		return false
	}
	if v := r.Locks.Places.Stored(a); v != nil && v.Parent() == a.Parent() {
		return r.isNew(v, calls, seen)
	}
	for _, instr := range *a.Referrers() {
		switch instr := instr.(type) {
		case *ssa.UnOp, *ssa.DebugRef:
		case *ssa.Store:
			if instr.Addr != addr || !r.isNew(instr.Val, calls, seen) {
				return false
			}
		default:
			return false
		}
	}
	return true
}

// callIsNew reports whether result k of a call is new.
func (r *Result) callIsNew(c *ssa.Call, k int, calls map[*ssa.Function]bool) bool {
	if row := r.flow.Model(c); row != nil {
		return row.Fresh
	}
	g := c.Call.StaticCallee()
	return g != nil && r.flow.Model(c) == nil && r.returnsNew(source.Origin(g), k, calls)
}
