// This file finds which stores into a variable a load may see, slot by slot: reaching definitions of contained ones
// (L22), and of the parts of copied structs (L26).

package flow

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/internal/branch"
	"github.com/syncvet/syncvet/passes/source"
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
	if len(mine) == len(all) && g.src.NonEscaping(a) {
		return 0, false
	}
	v := g.fresh()
	g.reached[at] = v // before the values are asked for: they may depend on this load
	for _, k := range mine {
		g.copy(v, g.node(all[k].Val, slots[k]))
	}
	return v, true
}

// mine is the variable in which an address lies, if only this function stores into it: a contained one, or one that
// function literals have captured and only load (L27). Nil if there is none.
func (g *body) mine(addr ssa.Value, p target) *ssa.Alloc {
	if p.local != nil {
		return p.local
	}
	a, ok := source.Root(addr).(*ssa.Alloc)
	if !ok || !g.src.OnlyRead(a) {
		return nil
	}
	return a
}

// hidden reports whether no function literal that has captured a variable sees what a store leaves there: each way from
// the store to where a literal is made passes another one, and none leads from there to the store (L27). The function's
// own loads find it by themselves (seen).
func (g *body) hidden(s *ssa.Store) bool {
	a, ok := s.Addr.(*ssa.Alloc)
	if !ok || len(g.fn.Blocks) > maxReachingBlocks || g.src.NonEscaping(a) || !g.src.OnlyRead(a) {
		return false
	}
	var all []*ssa.Store
	var made []ssa.Instruction
	for _, instr := range *a.Referrers() {
		switch instr := instr.(type) {
		case *ssa.Store:
			all = append(all, instr)
		case *ssa.MakeClosure:
			made = append(made, instr)
		case *ssa.UnOp, *ssa.DebugRef:
		default:
			return false // loaded in parts
		}
	}
	return 2 <= len(all) && len(all) <= maxReaching && !slices.ContainsFunc(made, func(m ssa.Instruction) bool {
		return comesTo(s, m, all) || comesTo(m, s, nil)
	})
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

// comesTo reports whether control may go from one instruction to another without passing one of some stores.
func comesTo(from, to ssa.Instruction, all []*ssa.Store) bool {
	return branch.LeadsTo(from, to, func(instr ssa.Instruction) bool {
		s, ok := instr.(*ssa.Store)
		return ok && slices.Contains(all, s)
	})
}

// A copied is how a function uses a new object into which it copies a struct.
type copied struct {
	stores  map[uint32][]*ssa.Store // what replaces a slot
	loads   map[uint32][]*ssa.UnOp  // what asks for one
	exposed []ssa.Instruction       // by these others may come to know the object, or it is asked for as a whole
}

// add adds how an address of a part of an object is used; s is the copy.
func (c *copied) add(g *body, addr ssa.Value, s *ssa.Store) {
	for _, r := range *addr.Referrers() {
		parts := map[uint32]bool{}
		switch x := r.(type) {
		case *ssa.DebugRef:
			continue
		case *ssa.FieldAddr:
			c.add(g, x, s)
			continue
		case *ssa.UnOp:
			if g.isField(addr) {
				g.partsOf(addr, x.Type(), parts)
				for i := range parts {
					c.loads[i] = append(c.loads[i], x)
				}
				continue
			}
		case *ssa.Store:
			if x == s {
				continue
			}
			if x.Addr == addr && x.Val != addr && g.isField(addr) {
				g.partsOf(addr, x.Val.Type(), parts)
				for i := range parts {
					c.stores[i] = append(c.stores[i], x)
				}
				continue
			}
		}
		c.exposed = append(c.exposed, r)
	}
}

// overwritten are the slots of a struct that is copied into a new object to which the function stores something else on
// each way to where it hands the object out, and the stores (L26): a clone does not lead to what it replaces. Loads on
// the way there find the copy by themselves (forwarded).
func (g *body) overwritten(s *ssa.Store) map[uint32][]*ssa.Store {
	if over, ok := g.over[s]; ok {
		return over
	}
	g.over[s] = nil
	a, ok := s.Addr.(*ssa.Alloc)
	if !ok || a.Block() != s.Block() || g.layout.Size(s.Val.Type()) < 2 || len(g.fn.Blocks) > maxReachingBlocks {
		return nil
	}
	c := &copied{stores: map[uint32][]*ssa.Store{}, loads: map[uint32][]*ssa.UnOp{}}
	c.add(g, a, s)
	instrs := s.Block().Instrs
	at := slices.Index(instrs, ssa.Instruction(s))
	if slices.ContainsFunc(c.exposed, func(i ssa.Instruction) bool { return slices.Contains(instrs[:at], i) }) {
		return nil // others may know it already
	}
	over := map[uint32][]*ssa.Store{}
	for i, stores := range c.stores {
		seen := func(instr ssa.Instruction) bool { return comesTo(s, instr, stores) }
		both := func(load *ssa.UnOp) bool {
			return seen(load) && slices.ContainsFunc(stores, func(x *ssa.Store) bool { return comesTo(x, load, nil) })
		}
		if len(stores) <= maxReaching && !slices.ContainsFunc(c.exposed, seen) && !slices.ContainsFunc(c.loads[i], both) {
			over[i] = stores
		}
	}
	g.over[s] = over
	return over
}

// ownUse reports whether an instruction that mentions a new object only loads or stores a field of it: by that nobody
// else knows the object.
func (g *body) ownUse(instr ssa.Instruction, a *ssa.Alloc) bool {
	switch x := instr.(type) {
	case *ssa.FieldAddr, *ssa.DebugRef:
		return true
	case *ssa.UnOp:
		return g.isField(x.X)
	case *ssa.Store:
		return x.Addr != ssa.Value(a) && !mentionsValue(x.Val, a) && g.isField(x.Addr)
	}
	return false
}

// forwarded is what a load finds in slot i of a field, given by its address, of a new object that its basic block has
// copied a struct into and not handed out since (L26); false if that is not so, or if the block stores into the slot in
// between.
func (g *body) forwarded(load *ssa.UnOp, p target, i int) (variable, bool) {
	a, ok := source.Root(load.X).(*ssa.Alloc)
	if !ok || !g.isField(load.X) {
		return 0, false
	}
	off := p.off + uint32(i)
	if n, ok := g.unseen(load, a, off); ok {
		return n, true
	}
	copies := func(i ssa.Instruction) bool { return copiesInto(i, a) && i.Block() == load.Block() }
	if load.X.(*ssa.FieldAddr).X != ssa.Value(a) || a.Block() != load.Block() ||
		!slices.ContainsFunc(*a.Referrers(), copies) {
		return 0, false
	}
	var from *ssa.Store // copies a struct
	instrs := load.Block().Instrs
	begin, end := slices.Index(instrs, ssa.Instruction(a))+1, slices.Index(instrs, ssa.Instruction(load))
	for _, instr := range instrs[begin:end] {
		if !mentions(instr, a) {
			continue
		}
		s, ok := instr.(*ssa.Store)
		if copiesInto(instr, a) {
			from = s
			continue
		}
		if !g.ownUse(instr, a) {
			return 0, false
		}
		if ok {
			parts := map[uint32]bool{}
			if g.partsOf(s.Addr, s.Val.Type(), parts); parts[off] {
				return 0, false
			}
		}
	}
	if from == nil || int(off) >= g.layout.Size(from.Val.Type()) {
		return 0, false
	}
	return g.node(from.Val, int(off)), true
}

// unseen is what a load finds in a slot that is overwritten before others see it, if what was copied is still there;
// false if not.
func (g *body) unseen(load *ssa.UnOp, a *ssa.Alloc, off uint32) (variable, bool) {
	for _, r := range *a.Referrers() {
		s, ok := r.(*ssa.Store)
		if !ok || !copiesInto(s, a) {
			continue
		}
		if stores := g.overwritten(s)[off]; len(stores) > 0 && comesTo(s, load, stores) {
			return g.node(s.Val, int(off)), true
		}
	}
	return 0, false
}

// copiesInto reports whether an instruction stores a whole value into a new object, not one that leads to it.
func copiesInto(instr ssa.Instruction, a *ssa.Alloc) bool {
	s, ok := instr.(*ssa.Store)
	return ok && s.Addr == ssa.Value(a) && !mentionsValue(s.Val, a)
}

// isField reports whether an address is that of a field of an object, of which the slots are known.
func (g *body) isField(addr ssa.Value) bool {
	p := g.addr(addr)
	_, ok := addr.(*ssa.FieldAddr)
	return ok && !p.collapsed && p.local == nil
}

// partsOf adds the slots of a field of an object.
func (g *body) partsOf(addr ssa.Value, t types.Type, parts map[uint32]bool) {
	p := g.addr(addr)
	for i := range g.layout.Size(t) {
		parts[p.off+uint32(i)] = true
	}
}

// mentions reports whether an instruction has an operand that is an object or a part of it.
func mentions(instr ssa.Instruction, a *ssa.Alloc) bool {
	return slices.ContainsFunc(instr.Operands(nil), func(v *ssa.Value) bool { return mentionsValue(*v, a) })
}

// mentionsValue reports whether a value is an object, or the address of a part of it.
func mentionsValue(v ssa.Value, a *ssa.Alloc) bool { return source.Root(v) == ssa.Value(a) }
