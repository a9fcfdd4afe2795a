// This file finds calls that return something new each time, published or not (E10).

package local

import (
	"go/token"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/passes/source"
)

// MakesNew reports whether a static call returns something new.
func (p *Package) MakesNew(c *ssa.Call) bool {
	g := c.Call.StaticCallee()
	if _, isClosure := c.Call.Value.(*ssa.MakeClosure); g == nil || isClosure || p.flow.Model(c) != nil {
		return false
	}
	for k := range g.Signature.Results().Len() {
		if p.returnsNew(source.Origin(g), k, map[*ssa.Function]bool{}) {
			return true
		}
	}
	return false
}

// returnsNew reports whether a function's result k is on every path nil or made in the call, and not always nil.
func (p *Package) returnsNew(fn *ssa.Function, k int, calls map[*ssa.Function]bool) bool {
	if !p.flow.Layout.HasPointers(fn.Signature.Results().At(k).Type()) || calls[fn] {
		return false
	}
	if _, own := p.src.UnitOf(fn); !own {
		return k < facts.MaskBits && p.flow.Fresh(fn)&(1<<k) != 0
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
		if !p.isNew(v, calls, map[ssa.Value]bool{}) {
			return false
		}
		_, isNil := v.(*ssa.Const)
		made = made || !isNil
	}
	return made
}

// isNew reports whether a value is nil or made in the function that holds it.
func (p *Package) isNew(v ssa.Value, calls map[*ssa.Function]bool, seen map[ssa.Value]bool) bool {
	if seen[v] {
		return true
	}
	seen[v] = true
	switch v := v.(type) {
	case *ssa.Const, *ssa.Alloc, *ssa.MakeMap, *ssa.MakeChan, *ssa.MakeSlice, *ssa.MakeClosure:
		return true
	case *ssa.MakeInterface:
		return p.isNew(v.X, calls, seen)
	case *ssa.ChangeType:
		return p.isNew(v.X, calls, seen)
	case *ssa.ChangeInterface:
		return p.isNew(v.X, calls, seen)
	case *ssa.Slice:
		return p.isNew(v.X, calls, seen)
	case *ssa.Phi:
		for _, e := range v.Edges {
			if !p.isNew(e, calls, seen) {
				return false
			}
		}
		return true
	case *ssa.UnOp:
		return v.Op == token.MUL && p.holdsNew(v.X, calls, seen)
	case *ssa.Call:
		return p.callIsNew(v, 0, calls)
	case *ssa.Extract:
		c, ok := v.Tuple.(*ssa.Call)
		return ok && p.callIsNew(c, v.Index, calls)
	}
	return false
}

// holdsNew reports whether a variable of the function, such as a named result, only ever holds what is new.
func (p *Package) holdsNew(addr ssa.Value, calls map[*ssa.Function]bool, seen map[ssa.Value]bool) bool {
	a, ok := addr.(*ssa.Alloc)
	if !ok {
		return false
	}
	if v := p.places.Stored(a); v != nil && v.Parent() == a.Parent() {
		return p.isNew(v, calls, seen)
	}
	for _, instr := range *a.Referrers() {
		switch instr := instr.(type) {
		case *ssa.UnOp, *ssa.DebugRef:
		case *ssa.Store:
			if instr.Addr != addr || !p.isNew(instr.Val, calls, seen) {
				return false
			}
		default:
			return false
		}
	}
	return true
}

// callIsNew reports whether result k of a call is new.
func (p *Package) callIsNew(c *ssa.Call, k int, calls map[*ssa.Function]bool) bool {
	if row := p.flow.Model(c); row != nil {
		return row.Fresh
	}
	g := c.Call.StaticCallee()
	return g != nil && p.flow.Model(c) == nil && p.returnsNew(source.Origin(g), k, calls)
}
