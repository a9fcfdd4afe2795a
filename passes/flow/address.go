// This file folds addresses (L3) and reads contained variables (L4).

package flow

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/passes/source"
)

// A target is where an address points: slot off past base, or slot off of a contained variable.
type target struct {
	base      variable   // zero for a contained variable
	local     *ssa.Alloc // not nil: a contained variable, and base is zero
	off       uint32     // slots from there
	collapsed bool       // all slots of what is there share one (source S8)
}

// addr folds an address.
func (g *body) addr(v ssa.Value) target {
	switch v := v.(type) {
	case *ssa.FieldAddr:
		p := g.addr(v.X)
		if !p.collapsed {
			t := source.Deref(v.X.Type())
			p.off += g.layout.FieldOffset(t, v.Field)
			p.collapsed = g.layout.Collapsed(t, v.Field)
		}
		return p
	case *ssa.IndexAddr:
		if _, ok := source.Core(v.X.Type()).(*types.Pointer); ok {
			return g.addr(v.X)
		}
		return target{base: g.node(v.X, 0)}
	case *ssa.ChangeType:
		return g.addr(v.X)
	case *ssa.Alloc:
		if g.src.NonEscaping(v) {
			return target{local: v}
		}
	case *ssa.MakeInterface:
		return g.addr(v.X)
	}
	if types.IsInterface(v.Type()) && !isTypeParam(v.Type()) {
		return target{base: g.load(g.node(v, 0), 1)} // what a box holds, such as the mutex behind a Locker
	}
	return target{base: g.node(v, 0)}
}

// read is what slot i of the place holds.
func (g *body) read(p target, i int) variable {
	off := p.off
	if !p.collapsed {
		off += uint32(i)
	}
	if p.local != nil {
		return g.cell(cell{p.local, off})
	}
	return g.load(p.base, off)
}

// cell is the slot of a contained variable: all that is stored there.
func (g *body) cell(c cell) variable {
	v, ok := g.cells[c]
	if ok || g.frozen {
		return v
	}
	v = g.fresh()
	g.cells[c] = v
	for _, s := range g.storesInto(c.a) {
		p := g.addr(s.Addr)
		for i := range g.layout.Size(s.Val.Type()) {
			if p.collapsed && p.off == c.off || !p.collapsed && p.off+uint32(i) == c.off {
				g.copy(v, g.node(s.Val, i))
			}
		}
	}
	return v
}

// storesInto are the stores into a contained variable.
func (g *body) storesInto(a *ssa.Alloc) []*ssa.Store {
	list, ok := g.stores[a]
	if !ok {
		list = collectStores(nil, a)
		g.stores[a] = list
	}
	return list
}

func collectStores(list []*ssa.Store, addr ssa.Value) []*ssa.Store {
	for _, instr := range *addr.Referrers() {
		switch instr := instr.(type) {
		case *ssa.Store:
			list = append(list, instr)
		case *ssa.FieldAddr:
			list = collectStores(list, instr)
		case *ssa.IndexAddr:
			list = collectStores(list, instr)
		}
	}
	return list
}
