// This file recognises lookups that take what they find out of their map (A23).

package access

import (
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/place"
)

// taking is the flag of a lookup after which what was found is deleted, on every way on which something was found, before a lock is taken or released.
func (c *collector) taking(instr ssa.Instruction) facts.AccessFlags {
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

// deletes tells whether control always comes to a delete of what a lookup found, from an instruction of a block on.
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
			return false
		}
		seen[s] = true
		if !c.deletes(l, s, 0, seen) {
			return false
		}
	}
	return len(next) > 0
}

// undoes tells whether a call deletes from a map what a lookup finds there.
func (c *collector) undoes(call *ssa.Call, l *ssa.Lookup) bool {
	b, ok := call.Call.Value.(*ssa.Builtin)
	return ok && b.Name() == "delete" && c.sameValue(call.Call.Args[0], l.X) && c.sameValue(call.Call.Args[1], l.Index)
}

// sameValue tells whether two values are equal, or were loaded from one place.
func (c *collector) sameValue(x, y ssa.Value) bool {
	if c.r.locks.Number(c.fn, x) == c.r.locks.Number(c.fn, y) {
		return true
	}
	a, ok := x.(*ssa.UnOp)
	b, too := y.(*ssa.UnOp)
	return ok && too && a.Op == token.MUL && b.Op == token.MUL && c.r.locks.Number(c.fn, a.X) == c.r.locks.Number(c.fn, b.X)
}

// succeeds is the index of the way on which a condition says that a lookup has found something; -1 if it does not say so.
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
