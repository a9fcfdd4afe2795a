// This file finds accesses of objects that their own function has made (G5): before others can have them, and after.

package guards

import (
	"slices"

	"go/token"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/branch"
	"github.com/syncvet/syncvet/internal/models"
	"github.com/syncvet/syncvet/internal/place"
	"github.com/syncvet/syncvet/passes/source"
)

// base is the value that an address is reached from, by selections and loads: what made the object, or a parameter; nil
// if it is neither.
func (a *code) base(addr ssa.Value) ssa.Value {
	for range 16 {
		switch x := addr.(type) {
		case *ssa.FieldAddr:
			addr = x.X
		case *ssa.IndexAddr:
			addr = x.X
		case *ssa.Slice:
			addr = x.X
		case *ssa.Lookup:
			addr = x.X
		case *ssa.ChangeType:
			addr = x.X
		case *ssa.MakeInterface:
			addr = x.X
		case *ssa.TypeAssert:
			addr = x.X
		case *ssa.Range:
			addr = x.X
		case *ssa.Next:
			addr = x.Iter
		case *ssa.UnOp:
			if x.Op != token.MUL {
				return nil
			}
			addr = x.X
			if l, ok := x.X.(*ssa.Alloc); ok && isPointerLike(x.Type()) {
				if addr = a.places.Pointee(l); addr == nil || addr.Parent() != x.Parent() {
					return nil
				}
			} else if f, ok := x.X.(*ssa.FieldAddr); ok && isPointerLike(x.Type()) && a.lent[fieldOf(f)] && !a.justSet(f) {
				return nil
			}
		default:
			return addr
		}
	}
	return nil
}

// justSet reports whether the only value that a function stores to a field of an object is an object that it makes. Of
// a package-level variable the function does not know all stores.
func (a *code) justSet(f *ssa.FieldAddr) bool {
	if f.X.Referrers() == nil {
		return false
	}
	found := false
	for _, instr := range *f.X.Referrers() {
		g, ok := instr.(*ssa.FieldAddr)
		if !ok || g.Field != f.Field {
			continue
		}
		for _, use := range *g.Referrers() {
			if s, ok := use.(*ssa.Store); ok && s.Addr == ssa.Value(g) {
				if found = a.makes(s.Val); !found {
					return false
				}
			}
		}
	}
	return found
}

// findLent notes the fields that are set to pointers to objects which the storing function did not make: what they
// point to is not the object's own.
func (a *code) findLent(instr ssa.Instruction) {
	store, ok := instr.(*ssa.Store)
	if !ok || !isPointerLike(store.Val.Type()) {
		return
	}
	f, ok := store.Addr.(*ssa.FieldAddr)
	if !ok {
		return
	}
	if place.IsNil(store.Val) {
		return
	}
	v := store.Val
	for {
		if m, ok := v.(*ssa.MakeInterface); ok {
			v = m.X
			continue
		}
		if load, ok := v.(*ssa.UnOp); ok {
			if l, ok := load.X.(*ssa.Alloc); ok && a.places.Stored(l) != nil {
				v = a.places.Stored(l)
				continue
			}
		}
		break
	}
	if !a.makes(v) && !a.handedOver(v) {
		a.lent[fieldOf(f)] = true
	}
}

// handedOver reports whether a value is a parameter of a function that is only called by name, each time with an object
// that the caller has just made and does nothing else with.
func (a *code) handedOver(v ssa.Value) bool {
	p, ok := v.(*ssa.Parameter)
	if !ok || p.Parent().Signature.Recv() != nil {
		return false
	}
	calls, sure := a.flow.CallsOf(p.Parent())
	k := slices.Index(p.Parent().Params, p)
	return sure && len(calls) > 0 && !slices.ContainsFunc(calls, func(c ssa.CallInstruction) bool {
		given := c.Common().Args[k]
		return !a.makes(given) || len(*given.Referrers()) != 1
	})
}

// makes reports whether a value is an object that its function makes.
func (a *code) makes(v ssa.Value) bool {
	switch x := v.(type) {
	case *ssa.Alloc, *ssa.MakeMap, *ssa.MakeSlice:
		return true
	case *ssa.Call:
		g := x.Call.StaticCallee()
		return g != nil && x.Call.Signature().Results().Len() == 1 && a.flow.Fresh(g)&1 != 0
	case *ssa.Extract:
		c, ok := x.Tuple.(*ssa.Call)
		if !ok || x.Index >= 64 {
			return false
		}
		g := c.Call.StaticCallee()
		return g != nil && a.flow.Fresh(g)&(1<<x.Index) != 0
	}
	return false
}

// builds reports whether a value is the result of a call of a function of the package that made the object it returns
// and gave it to nobody but to goroutines that it started (G5): callers know it from the return on.
func (a *code) builds(v ssa.Value, depth int) bool {
	k := 0
	if x, ok := v.(*ssa.Extract); ok {
		v, k = x.Tuple, x.Index
	}
	call, ok := v.(*ssa.Call)
	if !ok || depth == maxBuilt {
		return false
	}
	g := a.own(call.Call.StaticCallee())
	if g == nil || g.fn.Recover != nil {
		return false
	}
	found := false
	for _, b := range g.fn.Blocks {
		ret, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return)
		if !ok || place.IsNil(ret.Results[k]) {
			continue
		}
		if !a.startsOnly(ret.Results[k], depth) {
			return false
		}
		found = true
	}
	return found
}

// startsOnly reports whether a function made a value, or had it built, and gave it to goroutines at most.
func (a *code) startsOnly(v ssa.Value, depth int) bool {
	if _, made := v.(*ssa.Alloc); !made && !a.makes(v) && !a.builds(v, depth+1) {
		return false
	}
	return !slices.ContainsFunc(a.publishedBy(v), func(p ssa.Instruction) bool {
		_, isCall := p.(ssa.CallInstruction)
		return !isCall
	})
}

// private reports whether an object that a function made was given to nobody who may use it at the same time, on any
// way to an instruction.
func (a *code) private(made ssa.Value, instr ssa.Instruction) bool {
	return len(a.givenBefore(made, instr)) == 0
}

// publishedBy are the publications of an object that a function made, found once.
func (a *code) publishedBy(made ssa.Value) []ssa.Instruction {
	published, ok := a.published[made]
	if !ok {
		published = a.publications(made, map[ssa.Value]bool{})
		a.published[made] = published
	}
	return published
}

// givenBefore are the instructions that may give an object to somebody else before another instruction is executed.
func (a *code) givenBefore(made ssa.Value, instr ssa.Instruction) []ssa.Instruction {
	var list []ssa.Instruction
	for _, p := range a.publishedBy(made) {
		if p.Block() == instr.Block() && precedes(p, instr) || branch.Reaches(p.Block(), instr.Block()) {
			list = append(list, p)
		}
	}
	return list
}

// hasGiven reports whether a goroutine may be one of those to which the function that made an object has given it
// before an access; memory that it was stored in, and channels, may give it to any.
func (a *code) hasGiven(x *instance, r *root) bool {
	if x.maker == nil || r.kind != Goroutine {
		return true
	}
	return slices.ContainsFunc(a.givenBefore(x.maker, x.instr), func(p ssa.Instruction) bool {
		call, ok := p.(ssa.CallInstruction)
		if !ok || call == r.site {
			return true
		}
		g := a.own(call.Common().StaticCallee())
		return g != nil && r.in != nil && a.mayCall(g, r.in)
	})
}

// mayCall reports whether one function of the package may call another one, directly or not.
func (a *code) mayCall(from, to *function) bool {
	seen := map[*function]bool{from: true}
	for work := []*function{from}; len(work) > 0; {
		f := work[len(work)-1]
		work = work[:len(work)-1]
		if f == to {
			return true
		}
		for k := range f.edges {
			if g := f.edges[k].to; g != nil && !seen[g] {
				seen[g] = true
				work = append(work, g)
			}
		}
	}
	return false
}

// publications are the instructions that may give a value, or a closure that has it, to another goroutine.
func (a *code) publications(v ssa.Value, seen map[ssa.Value]bool) []ssa.Instruction {
	if seen[v] || v.Referrers() == nil {
		return nil
	}
	seen[v] = true
	var list []ssa.Instruction
	for _, instr := range *v.Referrers() {
		switch x := instr.(type) {
		case *ssa.Go, *ssa.Send:
			list = append(list, instr)
		case ssa.CallInstruction:
			if a.starts(x, v) {
				list = append(list, instr)
			}
		case *ssa.MapUpdate:
			if x.Map != v && !a.makes(a.base(x.Map)) {
				list = append(list, instr)
			}
		case *ssa.Store:
			if x.Val != v {
				continue
			}
			if l, ok := x.Addr.(*ssa.Alloc); ok && place.IsVariable(l) {
				list = append(list, a.publications(l, seen)...)
			} else if !a.makes(a.base(x.Addr)) {
				list = append(list, instr)
			}
		case *ssa.MakeClosure, *ssa.MakeInterface, *ssa.ChangeType, *ssa.ChangeInterface, *ssa.Phi:
			list = append(list, a.publications(x.(ssa.Value), seen)...)
		case *ssa.UnOp:
			if l, ok := v.(*ssa.Alloc); ok && x.Op == token.MUL && place.IsVariable(l) && isPointerLike(x.Type()) {
				list = append(list, a.publications(x, seen)...)
			}
		}
	}
	return list
}

// starts reports whether a call may start a goroutine with an argument of its.
func (a *code) starts(call ssa.CallInstruction, v ssa.Value) bool {
	if row, ok := a.src.Model(call.Common()); ok {
		if row == nil {
			return false
		}
		for _, cb := range row.Callbacks {
			if cb.Run != models.RunInline {
				return true
			}
		}
		return row.Sync == models.SyncPut || row.Sync == models.SyncAtomicWrite || row.Sync == models.SyncAtomicRMW
	}
	g := call.Common().StaticCallee()
	if g == nil {
		return false
	}
	flags, ok := a.src.Flags(g)
	if !ok || a.own(g) == nil {
		return false
	}
	for k, x := range source.Arguments(call.Common()) {
		if x == v && flags&facts.Spawns != 0 && (k >= 64 || a.flow.Escapes(g)&(1<<k) != 0) {
			return true
		}
	}
	return false
}
