// This file recognises lookups that take what they find out of their map (A23).

package access

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/ownership"
	"github.com/syncvet/syncvet/internal/place"
	"github.com/syncvet/syncvet/passes/source"
)

// taking is the flag of a lookup after which what was found is deleted, on every way on which something was found,
// before a lock is taken or released; and of a load under a lock after which something else is stored to the same place
// so.
func (c *collector) taking(instr ssa.Instruction) facts.AccessFlags {
	if load, ok := instr.(*ssa.UnOp); ok && load.Op == token.MUL {
		return c.detaching(load)
	}
	l, ok := instr.(*ssa.Lookup)
	if !ok || !isMap(l.X) {
		return 0
	}
	b := l.Block()
	if !c.deletes(l, b, slices.Index(b.Instrs, instr)+1, map[*ssa.BasicBlock]bool{b: true}) {
		return 0
	}
	return facts.AccessTaken
}

// deletes reports whether control always comes to a delete of what a lookup found, from an instruction of a block on.
func (c *collector) deletes(l *ssa.Lookup, b *ssa.BasicBlock, from int, seen map[*ssa.BasicBlock]bool) bool {
	for _, instr := range b.Instrs[from:] {
		call, ok := instr.(*ssa.Call)
		if !ok {
			continue
		}
		if c.undoes(call, l) {
			return slices.Equal(c.r.locks.Held(l), c.r.locks.Held(call))
		}
		if _, locks := c.r.locks.Site(call); locks {
			return false
		}
	}
	next := b.Succs
	if cond, ok := b.Instrs[len(b.Instrs)-1].(*ssa.If); ok {
		if k := succeeds(l, cond.Cond); k >= 0 {
			next = next[k : k+1]
		}
	}
	for _, s := range next {
		if seen[s] {
			continue
		}
		seen[s] = true
		if !c.deletes(l, s, 0, seen) {
			return false
		}
	}
	return len(next) > 0
}

// detaching is taking for loads of a variable that leads to an object.
func (c *collector) detaching(load *ssa.UnOp) facts.AccessFlags {
	switch load.Type().Underlying().(type) {
	case *types.Pointer, *types.Map, *types.Slice, *types.Chan, *types.Interface:
	default:
		return 0
	}
	if _, local := load.X.(*ssa.Alloc); local || len(c.r.locks.Held(load)) == 0 {
		return 0
	}
	if measured(load) {
		return facts.AccessTaken
	}
	b := load.Block()
	if keptElsewhere(load, map[ssa.Value]bool{}) ||
		!c.replaces(load, b, slices.Index(b.Instrs, ssa.Instruction(load))+1, map[*ssa.BasicBlock]bool{b: true}) {
		return 0
	}
	return facts.AccessTaken
}

// replaces reports whether control always comes to a store of something else to the place that was loaded from, from an
// instruction of a block on, before a lock is taken or released; where nil was loaded, nothing was.
func (c *collector) replaces(load *ssa.UnOp, b *ssa.BasicBlock, from int, seen map[*ssa.BasicBlock]bool) bool {
	for _, instr := range b.Instrs[from:] {
		switch instr := instr.(type) {
		case *ssa.Store:
			if c.r.locks.Number(c.fn, instr.Addr) == c.r.locks.Number(c.fn, load.X) && samePath(instr.Addr, load.X) {
				return !partOf(instr.Val, load, earlier(load, instr))
			}
		case ssa.CallInstruction:
			if _, locks := c.r.locks.Site(instr); locks {
				return false
			}
			if call, ok := instr.(*ssa.Call); ok && c.replacer().By(call, load.X, c.sameValue) {
				return true
			}
		}
	}
	next := b.Succs
	if cond, ok := b.Instrs[len(b.Instrs)-1].(*ssa.If); ok {
		if k := notNil(load, cond.Cond); k >= 0 {
			next = next[k : k+1]
		}
	}
	for _, s := range next {
		if seen[s] {
			continue
		}
		seen[s] = true
		if !c.replaces(load, s, 0, seen) {
			return false
		}
	}
	return len(next) > 0
}

// replacer knows the package's functions.
func (c *collector) replacer() *ownership.Replacer {
	return &ownership.Replacer{
		Body: func(fn *ssa.Function) *ssa.Function {
			if i, ok := c.r.Source.UnitOf(fn); ok {
				return c.r.Source.Funcs[i]
			}
			return nil
		},
		Locks: func(call ssa.CallInstruction) bool {
			_, locks := c.r.locks.Site(call)
			return locks
		},
	}
}

// keptElsewhere reports whether a value is also stored to memory that the function has not made itself: somebody may
// find it there.
func keptElsewhere(v ssa.Value, seen map[ssa.Value]bool) bool {
	if seen[v] {
		return false
	}
	seen[v] = true
	return slices.ContainsFunc(*v.Referrers(), func(use ssa.Instruction) bool {
		switch x := use.(type) {
		case *ssa.Store:
			return x.Val == v && !madeHere(x.Addr)
		case *ssa.Phi:
			return keptElsewhere(x, seen)
		}
		return false
	})
}

// madeHere reports whether an address lies in an object or variable that its function makes.
func madeHere(addr ssa.Value) bool {
	_, ok := source.Root(addr).(*ssa.Alloc)
	return ok
}

// measured reports whether only the length of what was loaded is asked, or whether it is nil: it leads nowhere.
func measured(load *ssa.UnOp) bool {
	for _, use := range *load.Referrers() {
		switch x := use.(type) {
		case *ssa.Call:
			if b, ok := x.Call.Value.(*ssa.Builtin); !ok || b.Name() != "len" && b.Name() != "cap" {
				return false
			}
		case *ssa.BinOp:
			if !place.IsNil(x.X) && !place.IsNil(x.Y) {
				return false
			}
		case *ssa.DebugRef:
		default:
			return false
		}
	}
	return true
}

// samePath reports whether two addresses with equal bases select the same fields.
func samePath(x, y ssa.Value) bool {
	a, isField := x.(*ssa.FieldAddr)
	b, too := y.(*ssa.FieldAddr)
	if !isField || !too {
		return isField == too
	}
	return a.Field == b.Field && samePath(a.X, b.X)
}

// earlier are the variables that a round of a loop finds as the one before has left them, where it loads something, and
// then stores: what they hold is not what it has loaded.
func earlier(load *ssa.UnOp, store *ssa.Store) map[ssa.Value]bool {
	list := map[ssa.Value]bool{}
	if !load.Block().Dominates(store.Block()) {
		return list
	}
	for h := load.Block(); h != nil; h = h.Idom() {
		for _, instr := range h.Instrs {
			phi, ok := instr.(*ssa.Phi)
			if !ok {
				break
			}
			list[phi] = true
		}
	}
	return list
}

// partOf reports whether a value may be what was loaded, or a part of the same array.
func partOf(v ssa.Value, load *ssa.UnOp, seen map[ssa.Value]bool) bool {
	if v == ssa.Value(load) || seen[v] {
		return v == ssa.Value(load)
	}
	seen[v] = true
	switch v := v.(type) {
	case *ssa.Slice:
		return partOf(v.X, load, seen)
	case *ssa.ChangeType:
		return partOf(v.X, load, seen)
	case *ssa.Convert:
		return partOf(v.X, load, seen)
	case *ssa.MakeInterface:
		return partOf(v.X, load, seen)
	case *ssa.ChangeInterface:
		return partOf(v.X, load, seen)
	case *ssa.TypeAssert:
		return partOf(v.X, load, seen)
	case *ssa.IndexAddr:
		return partOf(v.X, load, seen)
	case *ssa.FieldAddr:
		return partOf(v.X, load, seen)
	case *ssa.Extract:
		return partOf(v.Tuple, load, seen)
	case *ssa.Phi:
		return slices.ContainsFunc(v.Edges, func(e ssa.Value) bool { return partOf(e, load, seen) })
	case *ssa.Call:
		return slices.ContainsFunc(v.Call.Args, func(a ssa.Value) bool { return partOf(a, load, seen) })
	}
	return false
}

// undoes reports whether a call deletes from a map what a lookup finds there.
func (c *collector) undoes(call *ssa.Call, l *ssa.Lookup) bool {
	b, ok := call.Call.Value.(*ssa.Builtin)
	return ok && b.Name() == "delete" && c.sameValue(call.Call.Args[0], l.X) && c.sameValue(call.Call.Args[1], l.Index)
}

// sameValue reports whether two values are equal, or were loaded from one place.
func (c *collector) sameValue(x, y ssa.Value) bool {
	if c.r.locks.Number(c.fn, x) == c.r.locks.Number(c.fn, y) {
		return true
	}
	a, ok := x.(*ssa.UnOp)
	b, too := y.(*ssa.UnOp)
	return ok && too && a.Op == token.MUL && b.Op == token.MUL &&
		c.r.locks.Number(c.fn, a.X) == c.r.locks.Number(c.fn, b.X)
}

// notNil is the index of the way on which a condition says that what was loaded is not nil, or not empty; -1 if it does
// not say so.
func notNil(load *ssa.UnOp, cond ssa.Value) int {
	x, ok := cond.(*ssa.BinOp)
	if !ok || x.X != ssa.Value(load) || !place.IsNil(x.Y) {
		return -1
	}
	switch x.Op {
	case token.NEQ:
		return 0
	case token.EQL:
		return 1
	}
	return -1
}

// succeeds is the index of the way on which a condition says that a lookup has found something; -1 if it does not say
// so.
func succeeds(l *ssa.Lookup, cond ssa.Value) int {
	switch x := cond.(type) {
	case *ssa.Extract:
		if x.Tuple == ssa.Value(l) && x.Index == 1 {
			return 0
		}
	case *ssa.BinOp:
		isFound := x.X == ssa.Value(l) && place.IsNil(x.Y) || x.Y == ssa.Value(l) && place.IsNil(x.X)
		switch {
		case isFound && x.Op == token.NEQ:
			return 0
		case isFound && x.Op == token.EQL:
			return 1
		}
	case *ssa.UnOp:
		if k := succeeds(l, x.X); x.Op == token.NOT && k >= 0 {
			return 1 - k
		}
	}
	return -1
}
