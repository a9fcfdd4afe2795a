// This file finds the variables that hold the maps, slices and arrays which an address leads through (G6).

package objects

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/place"
	"github.com/syncvet/syncvet/passes/source"
)

// A Holder is the field or package-level variable that holds a map, slice or array.
type Holder struct {
	Obj   types.Object   // the variable or field
	Sym   facts.Symbol   // its name
	Chain []types.Object // as ChainOf says
	Load  *ssa.UnOp      // that took it out; nil for arrays
	Depth int            // how many containers lie around it, the first of which the variable holds
	Found []*ssa.Lookup  // by which it was found in these, the innermost first; elements of slices left out
}

// HolderOf finds where a map, slice or array was taken from.
func (p *Package) HolderOf(v ssa.Value, steps int) (Holder, bool) {
	if steps == 0 {
		return Holder{}, false
	}
	switch x := v.(type) {
	case *ssa.FieldAddr:
		return Holder{Obj: FieldOf(x), Sym: source.FieldSymbol(x.X.Type(), x.Field), Chain: ChainOf(x)}, true
	case *ssa.Global:
		if obj := x.Object(); obj != nil {
			return Holder{Obj: obj, Sym: source.GlobalSymbol(x), Chain: []types.Object{obj}}, true
		}
	case *ssa.UnOp:
		if x.Op != token.MUL {
			return Holder{}, false
		}
		if l := place.Variable(x.X); l != nil {
			if s := p.places.Stored(l); s != nil {
				return p.HolderOf(s, steps-1)
			}
			return Holder{}, false
		}
		h, ok := p.HolderOf(x.X, steps-1)
		if h.Load == nil {
			h.Load = x
		}
		return h, ok
	case *ssa.IndexAddr:
		if _, inline := source.Deref(x.Type()).Underlying().(*types.Array); inline {
			return p.HolderOf(x.X, steps-1) // a part of the memory that it lies in
		}
		return p.within(x.X, steps)
	case *ssa.Lookup:
		h, ok := p.within(x.X, steps)
		h.Found = append([]*ssa.Lookup{x}, h.Found...)
		return h, ok
	case *ssa.Extract:
		if l, ok := x.Tuple.(*ssa.Lookup); ok && x.Index == 0 {
			return p.HolderOf(l, steps)
		}
	case *ssa.Slice:
		return p.HolderOf(x.X, steps-1)
	case *ssa.ChangeType:
		return p.HolderOf(x.X, steps-1)
	case *ssa.Call:
		return p.returned(x, steps)
	}
	return Holder{}, false
}

// within finds the holder of the container that a container was taken out of.
func (p *Package) within(v ssa.Value, steps int) (Holder, bool) {
	h, ok := p.HolderOf(v, steps-1)
	h.Depth++
	return h, ok
}

// returned finds where the map or slice was taken from that a small function returns.
func (p *Package) returned(call *ssa.Call, steps int) (Holder, bool) {
	g := p.Callee(call)
	if g == nil || len(g.Blocks) > getterBlocks {
		return Holder{}, false
	}
	var found Holder
	for _, b := range g.Blocks {
		ret, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return)
		if !ok {
			continue
		}
		if len(ret.Results) != 1 {
			return Holder{}, false
		}
		h, ok := p.HolderOf(ret.Results[0], steps-1)
		if !ok || found.Obj != nil && found.Obj != h.Obj {
			return Holder{}, false
		}
		found = h
	}
	return found, found.Obj != nil
}

// Containers are the structs, and the variable, that hold the map or slice out of which came the pointer that an
// address selects from.
func (p *Package) Containers(addr ssa.Value) []types.Object {
	for range baseSteps {
		switch x := addr.(type) {
		case *ssa.FieldAddr:
			addr = x.X
		case *ssa.Extract:
			addr = x.Tuple
		case *ssa.TypeAssert:
			addr = x.X
		case *ssa.Next:
			addr = x.Iter
		case *ssa.Range:
			return p.chainOfHolder(x.X)
		case *ssa.Lookup:
			return p.chainOfHolder(x.X)
		case *ssa.UnOp:
			l := place.Variable(x.X)
			if e, ok := x.X.(*ssa.IndexAddr); ok {
				return p.chainOfHolder(e.X)
			}
			if l == nil {
				return nil
			}
			if addr = p.places.Stored(l); addr == nil {
				return nil
			}
		case *ssa.Call:
			if addr = p.found(x); addr == nil {
				return nil
			}
		case *ssa.Phi:
			if addr = looked(x); addr == nil {
				return nil
			}
		default:
			return nil
		}
	}
	return nil
}

// looked is the one value that a variable has if not a new object: get, or make and put.
func looked(x *ssa.Phi) ssa.Value {
	var one ssa.Value
	for _, v := range x.Edges {
		if _, made := v.(*ssa.Alloc); made || v == x {
			continue
		}
		if one != nil && one != v {
			return nil
		}
		one = v
	}
	return one
}

// found is what a small function of the package returns, if it looks that up in a container, leaves it there, and
// returns nothing else but nil.
func (p *Package) found(call *ssa.Call) ssa.Value {
	g := p.Callee(call)
	if g == nil || len(g.Blocks) > finderBlocks || g.Signature.Results().Len() != 1 {
		return nil
	}
	var got ssa.Value
	for _, b := range g.Blocks {
		for _, instr := range b.Instrs {
			switch x := instr.(type) {
			case *ssa.MapUpdate:
				return nil // it may return what it has just made
			case *ssa.Call:
				if f, ok := x.Call.Value.(*ssa.Builtin); ok && f.Name() == "delete" {
					return nil // taken out: nobody else finds it any more
				}
			case *ssa.Return:
				list, _ := place.Results(x.Results[0])
				for _, v := range list {
					if place.IsNil(v) {
						continue
					}
					if got != nil && got != v {
						return nil
					}
					got = v
				}
			}
		}
	}
	switch got.(type) {
	case *ssa.Lookup, *ssa.Extract, *ssa.UnOp:
		return got
	}
	return nil
}

func (p *Package) chainOfHolder(v ssa.Value) []types.Object {
	h, _ := p.HolderOf(v, holderSteps)
	return h.Chain
}
