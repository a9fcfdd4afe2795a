// This file finds types whose values are copied out of live counters (G29).

package guards

import (
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/facts"
)

// findCopied notes the structs that a function fills from another one of their type, field by field, with what it loads
// atomically: who counts has one struct, who is told has the other one.
func (a *code) findCopied(instr ssa.Instruction) {
	store, ok := instr.(*ssa.Store)
	if !ok {
		return
	}
	to, ok := store.Addr.(*ssa.FieldAddr)
	if !ok {
		return
	}
	values := []ssa.Value{store.Val}
	if sum, ok := store.Val.(*ssa.BinOp); ok && sum.Op == token.ADD {
		values = []ssa.Value{sum.X, sum.Y}
	}
	if slices.ContainsFunc(values, func(v ssa.Value) bool { return a.loadsOther(v, to) }) {
		a.copies[to.X] = true
		if chain := chainOf(to); len(chain) > 0 {
			a.snapshots[chain[0]] = true
		}
	}
}

// loadsOther reports whether a value is what an atomic load finds in the same field of another struct.
func (a *code) loadsOther(v ssa.Value, to *ssa.FieldAddr) bool {
	call, ok := v.(*ssa.Call)
	if !ok {
		return false
	}
	row := a.flow.Model(call)
	if row == nil || atomicKind(row.Sync) != facts.AtomicRead || row.Object >= len(call.Call.Args) {
		return false
	}
	from, ok := call.Call.Args[row.Object].(*ssa.FieldAddr)
	return ok && fieldOf(from) == fieldOf(to) && from.X != to.X
}

// isCopy reports whether an access is of a struct that its function fills with what it loads atomically.
func isCopy(a *code, addr ssa.Value) bool {
	f, ok := addr.(*ssa.FieldAddr)
	return ok && a.copies[f.X]
}

// ofSnapshots reports whether one of two accesses is plain and of a copy, the other one atomic: the function fills that
// copy; or the type is one of which copies are filled so, and lies in another struct where it is counted.
func (c *claim) ofSnapshots() bool {
	plain, counted := c.x, c.y
	if plain.kind.Atomic() {
		plain, counted = counted, plain
	}
	if plain.kind.Atomic() || !counted.kind.Atomic() {
		return false
	}
	if plain.copy {
		return true
	}
	return plain.outer == nil && counted.outer != nil && len(plain.chain) > 0 && c.a.snapshots[plain.chain[0]]
}
