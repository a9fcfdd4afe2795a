// This file finds which stores into a contained variable a load may see (L22): reaching definitions, slot by slot.

package flow

import (
	"slices"

	"golang.org/x/tools/go/ssa"
)

// Bounds of the search for stores that reach a load; past them a load sees all stores.
const (
	maxReaching       = 12  // stores into one slot
	maxReachingBlocks = 200 // blocks of the function
)

// seen is what a load finds in slot off of a contained variable, and false if each store into it may be meant.
func (g *body) seen(load *ssa.UnOp, a *ssa.Alloc, off uint32) (variable, bool) {
	at := slot{load, int(off)}
	if v, ok := g.reached[at]; ok || g.frozen {
		return v, ok
	}
	if indexed(load.X) || len(g.fn.Blocks) > maxReachingBlocks {
		return 0, false
	}
	all, slots := g.storesTo(a, off)
	if len(all) < 2 || len(all) > maxReaching {
		return 0, false
	}
	var mine []int // into all
	for k, s := range all {
		if comesTo(s, load, all) {
			mine = append(mine, k)
		}
	}
	if len(mine) == len(all) {
		return 0, false
	}
	v := g.fresh()
	g.reached[at] = v // before the values are asked for: they may depend on this load
	for _, k := range mine {
		g.copy(v, g.node(all[k].Val, slots[k]))
	}
	return v, true
}

// storesTo lists the stores that replace a slot, with the slot of the value that it gets; none if some store need not
// replace what is there.
func (g *body) storesTo(a *ssa.Alloc, off uint32) (list []*ssa.Store, slots []int) {
	for _, s := range g.storesInto(a) {
		p := g.addr(s.Addr)
		switch i := int(off) - int(p.off); {
		case p.collapsed || indexed(s.Addr):
			return nil, nil
		case 0 <= i && i < g.layout.Size(s.Val.Type()):
			list, slots = append(list, s), append(slots, i)
		}
	}
	return list, slots
}

// indexed reports whether an address selects an element of an array.
func indexed(addr ssa.Value) bool {
	for {
		switch x := addr.(type) {
		case *ssa.IndexAddr:
			return true
		case *ssa.FieldAddr:
			addr = x.X
		default:
			return false
		}
	}
}

// comesTo reports whether control may go from one of some stores to a load without passing another one.
func comesTo(from *ssa.Store, load *ssa.UnOp, all []*ssa.Store) bool {
	b := from.Block()
	at := slices.Index(b.Instrs, ssa.Instruction(from)) + 1
	seen := make([]bool, len(b.Parent().Blocks))
	work := []*ssa.BasicBlock{}
	walk := func(list []ssa.Instruction) (found, on bool) {
		for _, instr := range list {
			if instr == ssa.Instruction(load) {
				return true, false
			}
			if s, ok := instr.(*ssa.Store); ok && slices.Contains(all, s) {
				return false, false
			}
		}
		return false, true
	}
	found, on := walk(b.Instrs[at:])
	if on {
		work = append(work, b.Succs...)
	}
	for len(work) > 0 && !found {
		b, work = work[len(work)-1], work[:len(work)-1]
		if seen[b.Index] {
			continue
		}
		seen[b.Index] = true
		if found, on = walk(b.Instrs); on {
			work = append(work, b.Succs...)
		}
	}
	return found
}
