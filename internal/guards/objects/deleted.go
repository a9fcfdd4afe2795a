// This file finds lookups that take what they find out of its map.

package objects

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/internal/place"
)

// TakenOut reports whether what a lookup of a map finds is put nowhere else, and deleted from that map in the same
// block, or in that to which control comes if something was found, before a call unlocks; same compares pointers.
func TakenOut(l *ssa.Lookup, same func(x, y ssa.Value) bool, unlocks func(call *ssa.Call) bool) bool {
	after := false
	for _, b := range behind(l) {
		for _, instr := range b.Instrs {
			after = after || instr == ssa.Instruction(l)
			call, ok := instr.(*ssa.Call)
			switch {
			case !ok || !after:
			case unlocks(call):
				return false
			case place.IsBuiltin(&call.Call, "delete") && same(call.Call.Args[0], l.X) && call.Call.Args[1] == l.Index:
				return !keeps(l)
			}
		}
	}
	return false
}

// behind is the block of a lookup, and that to which control comes from there if something was found.
func behind(l *ssa.Lookup) []*ssa.BasicBlock {
	b := l.Block()
	cond, ok := b.Instrs[len(b.Instrs)-1].(*ssa.If)
	if ok && len(b.Succs[0].Preds) == 1 {
		if x, ok := cond.Cond.(*ssa.Extract); ok && x.Tuple == ssa.Value(l) && x.Index == 1 {
			return []*ssa.BasicBlock{b, b.Succs[0]}
		}
	}
	return []*ssa.BasicBlock{b}
}

// keeps reports whether others may have what a lookup finds: it is used in other ways than to look into it, or to fill
// it, in this function.
func keeps(v ssa.Value) bool {
	return slices.ContainsFunc(*v.Referrers(), func(r ssa.Instruction) bool {
		switch x := r.(type) {
		case *ssa.DebugRef, *ssa.Lookup, *ssa.Range, *ssa.Index, *ssa.IndexAddr, *ssa.FieldAddr, *ssa.UnOp,
			*ssa.BinOp, *ssa.If:
			return false
		case *ssa.Extract:
			return keeps(x)
		case *ssa.MapUpdate:
			return x.Value == v
		case *ssa.Store:
			return x.Val == v
		case *ssa.Call:
			_, ok := x.Call.Value.(*ssa.Builtin)
			return !ok || place.IsBuiltin(&x.Call, "append") && x.Call.Args[0] == v
		}
		return true
	})
}
