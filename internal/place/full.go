// This file finds slices without room behind their length.

package place

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// Full reports whether a slice is as long as its capacity, or nil: appending to it makes a new array and writes nothing
// to the old one (Go specification, "Appending to and copying slices"). It is followed through variables of which all
// stores are seen, and of these what is not replaced before (A49); others than its own package do not set an exported
// one (fewer races).
func (p *Package) Full(v ssa.Value) bool { return p.full(v, map[ssa.Value]bool{}) }

func (p *Package) full(v ssa.Value, seen map[ssa.Value]bool) bool {
	if seen[v] {
		return true // what comes around is no other slice
	}
	seen[v] = true
	all := func(list []ssa.Value) bool {
		for _, x := range list {
			if !p.full(x, seen) {
				return false
			}
		}
		return true
	}
	switch x := v.(type) {
	case *ssa.Const:
		return x.IsNil()
	case *ssa.MakeSlice:
		return x.Cap == x.Len
	case *ssa.ChangeType:
		return p.full(x.X, seen)
	case *ssa.Call:
		fn := x.Call.StaticCallee()
		return fn != nil && fn.Origin() != nil && fn.Origin().String() == "slices.Clip"
	case *ssa.Phi:
		return all(x.Edges)
	case *ssa.Slice:
		return p.fullPart(x, seen)
	case *ssa.UnOp:
		if x.Op != token.MUL {
			return false
		}
		if g, ok := x.X.(*ssa.Global); ok {
			return p.initialised(g) && all(slices.DeleteFunc(slices.Clone(p.initial[g]), laidOut))
		}
		a := Variable(x.X)
		if a == nil || p.Leaked(a) {
			return false
		}
		stores := p.use(a).stores
		for _, st := range stores {
			if st.Addr.Type() != a.Type() || !replaced(a, st, stores, x) && !p.full(st.Val, seen) {
				return false
			}
		}
		return true
	}
	return false
}

// replaced reports whether what a store leaves in a variable is no longer there at a load, or where each function
// literal is made that has captured the variable, if the load is in one: another store comes in between on every way,
// and does not come back to the first one.
func replaced(a *ssa.Alloc, st *ssa.Store, stores []*ssa.Store, load *ssa.UnOp) bool {
	seen := []ssa.Instruction{load}
	if load.X != ssa.Value(a) {
		seen = nil
		for _, r := range *a.Referrers() {
			if c, ok := r.(*ssa.MakeClosure); ok {
				seen = append(seen, c)
			}
		}
	}
	return st.Parent() == a.Parent() && slices.ContainsFunc(stores, func(next *ssa.Store) bool {
		return next != st && next.Parent() == a.Parent() && Precedes(st, next) && !leads(next.Block(), st.Block()) &&
			!slices.ContainsFunc(seen, func(at ssa.Instruction) bool { return !Precedes(next, at) })
	})
}

// Precedes reports whether an instruction comes before another one of its function on every way.
func Precedes(x, y ssa.Instruction) bool {
	if b := x.Block(); b == y.Block() {
		return slices.Index(b.Instrs, x) < slices.Index(b.Instrs, y)
	}
	return x.Block().Dominates(y.Block())
}

// leads reports whether control may go from the end of a block to another one.
func leads(from, to *ssa.BasicBlock) bool {
	seen := map[*ssa.BasicBlock]bool{}
	for work := slices.Clone(from.Succs); len(work) > 0; {
		b := work[len(work)-1]
		if work = work[:len(work)-1]; b == to {
			return true
		}
		if !seen[b] {
			seen[b] = true
			work = append(work, b.Succs...)
		}
	}
	return false
}

// laidOut reports whether a package-level variable that is set to a value has as many bytes as the text that the value
// is made from: the compiler lays them out in the executable, without room behind (A40).
func laidOut(v ssa.Value) bool {
	conv, ok := v.(*ssa.Convert)
	if !ok {
		return false
	}
	_, ok = conv.X.(*ssa.Const)
	return ok
}

// fullPart reports whether a part of a slice or array is full: it ends where the room ends.
func (p *Package) fullPart(x *ssa.Slice, seen map[ssa.Value]bool) bool {
	if x.Max != nil {
		return x.High != nil && sameEnd(x.High, x.Max)
	}
	ptr, ok := types.Unalias(x.X.Type()).Underlying().(*types.Pointer)
	if !ok {
		_, isSlice := x.X.Type().Underlying().(*types.Slice)
		return isSlice && x.High == nil && p.full(x.X, seen)
	}
	n, known := int64(0), x.High == nil
	if !known {
		n, known = Int(x.High)
	}
	array, ok := ptr.Elem().Underlying().(*types.Array)
	return ok && known && (x.High == nil || n == array.Len())
}

// sameEnd reports whether two bounds of one slice expression are equal: as numbers, or as the length of one value.
func sameEnd(a, b ssa.Value) bool {
	n, ok := Int(a)
	m, also := Int(b)
	if a == b || ok && also && n == m {
		return true
	}
	x, ok := a.(*ssa.Call)
	y, also := b.(*ssa.Call)
	if !ok || !also || x.Block() != y.Block() || !IsBuiltin(&x.Call, "len") || !IsBuiltin(&y.Call, "len") ||
		!SameLoad(x.Call.Args[0], y.Call.Args[0]) {
		return false
	}
	list := x.Block().Instrs
	i, j := slices.Index(list, ssa.Instruction(x)), slices.Index(list, ssa.Instruction(y))
	return i < j && !slices.ContainsFunc(list[i+1:j], func(instr ssa.Instruction) bool {
		_, store := instr.(*ssa.Store)
		_, call := instr.(ssa.CallInstruction)
		return store || call
	})
}
