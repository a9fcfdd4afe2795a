// This file says what becomes of what was found.

package taken

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/internal/place"
	"github.com/syncvet/syncvet/passes/source"
)

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

// measured reports whether only the length of what was loaded is asked, or whether it is nil, or numbers and the like
// are read from it at once: it leads nowhere.
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
		case *ssa.FieldAddr:
			if !readAtOnce(load, x) {
				return false
			}
		case *ssa.DebugRef:
		default:
			return false
		}
	}
	return true
}

// readAtOnce reports whether a field of what was loaded is only read, holds no pointer, and nothing is called before.
func readAtOnce(load *ssa.UnOp, field *ssa.FieldAddr) bool {
	block := load.Block().Instrs
	first := slices.Index(block, ssa.Instruction(load))
	for _, use := range *field.Referrers() {
		read, ok := use.(*ssa.UnOp)
		if !ok || read.Op != token.MUL || read.Block() != load.Block() {
			return false
		}
		if _, basic := read.Type().Underlying().(*types.Basic); !basic {
			return false
		}
		calls := func(i ssa.Instruction) bool { _, call := i.(ssa.CallInstruction); return call }
		if slices.ContainsFunc(block[first:slices.Index(block, use)], calls) {
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
