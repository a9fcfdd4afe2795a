// This file finds structs and types whose values are copied out of live counters (G29).

package objects

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/internal/models"
	"github.com/syncvet/syncvet/internal/place"
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

// IsCopy reports whether an address is of a struct that its function fills with what it loads atomically, or that it
// has found where only such structs are kept (G51).
func (p *Package) IsCopy(addr ssa.Value) bool {
	f, ok := addr.(*ssa.FieldAddr)
	return ok && (p.copies[f.X] || p.keeps(f.X))
}

// keeps reports whether a value is loaded from a field in which only copies are kept.
func (p *Package) keeps(v ssa.Value) bool {
	load, ok := v.(*ssa.UnOp)
	if !ok || load.Op != token.MUL {
		return false
	}
	f, ok := load.X.(*ssa.FieldAddr)
	if !ok || len(p.copies) == 0 {
		return false
	}
	if p.kept == nil {
		p.kept = p.findKept()
	}
	return p.kept[FieldOf(f)]
}

// findKept finds the unexported fields that are only set to copies, to nil, and to what such fields hold, and of which
// what they hold is only selected from, compared and kept in such fields.
func (p *Package) findKept() map[*types.Var]bool {
	sets, kept := map[*types.Var][]ssa.Value{}, map[*types.Var]bool{}
	out := map[*types.Var]bool{}
	p.Each(func(instr ssa.Instruction) {
		f, ok := instr.(*ssa.FieldAddr)
		if !ok || !p.pointsToSnapshot(FieldOf(f)) {
			return
		}
		v := FieldOf(f)
		for _, use := range *f.Referrers() {
			switch use := use.(type) {
			case *ssa.DebugRef:
			case *ssa.Store:
				sets[v] = append(sets[v], use.Val)
				out[v] = out[v] || use.Val == ssa.Value(f)
			case *ssa.UnOp:
				out[v] = out[v] || !p.staysKept(use)
			default:
				out[v] = true
			}
		}
	})
	for v := range sets {
		kept[v] = !out[v] && !v.Exported()
	}
	for changed := true; changed; {
		changed = false
		for v, list := range sets {
			if kept[v] && slices.ContainsFunc(list, func(x ssa.Value) bool { return !isKept(x, p.copies, kept) }) {
				kept[v], changed = false, true
			}
		}
	}
	return kept
}

// pointsToSnapshot reports whether a field is a pointer to a struct of a type of which copies are filled.
func (p *Package) pointsToSnapshot(v *types.Var) bool {
	ptr, ok := types.Unalias(v.Type()).(*types.Pointer)
	if !ok {
		return false
	}
	n, ok := types.Unalias(ptr.Elem()).(*types.Named)
	return ok && p.IsSnapshot(n.Origin().Obj())
}

// isKept reports whether what is stored is a copy, nil, or comes out of a field where copies are kept.
func isKept(x ssa.Value, copies map[ssa.Value]bool, kept map[*types.Var]bool) bool {
	if place.IsNil(x) || copies[x] {
		return true
	}
	load, ok := x.(*ssa.UnOp)
	if !ok {
		return false
	}
	f, ok := load.X.(*ssa.FieldAddr)
	return ok && load.Op == token.MUL && kept[FieldOf(f)]
}

// staysKept reports whether what a field holds is only selected from, compared, and put into fields of its kind.
func (p *Package) staysKept(load *ssa.UnOp) bool {
	return !slices.ContainsFunc(*load.Referrers(), func(instr ssa.Instruction) bool {
		switch x := instr.(type) {
		case *ssa.FieldAddr, *ssa.BinOp, *ssa.DebugRef:
			return false
		case *ssa.Store:
			to, ok := x.Addr.(*ssa.FieldAddr)
			return !ok || !p.pointsToSnapshot(FieldOf(to))
		}
		return true
	})
}

// IsSnapshot reports whether values of a struct type are filled so.
func (p *Package) IsSnapshot(t types.Object) bool { return p.snapshots[t] }
