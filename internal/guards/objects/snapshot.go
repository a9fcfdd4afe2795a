// This file finds structs and types whose values are copied out of live counters (G29).

package objects

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/internal/models"
)

// findCopied notes the structs that a function fills from another one of their type, field by field, with what it loads
// atomically: who counts has one struct, who is told has the other one.
func (p *Package) findCopied(instr ssa.Instruction) {
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
	if slices.ContainsFunc(values, func(v ssa.Value) bool { return p.loadsOther(v, to) }) {
		p.copies[to.X] = true
		if chain := ChainOf(to); len(chain) > 0 {
			p.snapshots[chain[0]] = true
		}
	}
}

// loadsOther reports whether a value is what an atomic load finds in the same field of another struct.
func (p *Package) loadsOther(v ssa.Value, to *ssa.FieldAddr) bool {
	call, ok := v.(*ssa.Call)
	if !ok {
		return false
	}
	row := p.flow.Model(call)
	if row == nil || row.Sync != models.SyncAtomicRead || row.Object >= len(call.Call.Args) {
		return false
	}
	from, ok := call.Call.Args[row.Object].(*ssa.FieldAddr)
	return ok && FieldOf(from) == FieldOf(to) && from.X != to.X
}

// IsCopy reports whether an address is of a struct that its function fills with what it loads atomically.
func (p *Package) IsCopy(addr ssa.Value) bool {
	f, ok := addr.(*ssa.FieldAddr)
	return ok && p.copies[f.X]
}

// IsSnapshot reports whether values of a struct type are filled so.
func (p *Package) IsSnapshot(t types.Object) bool { return p.snapshots[t] }
