// This file finds accesses of objects that their own function has made (G5): before others can have them, and after.

package objects

import (
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/branch"
	"github.com/syncvet/syncvet/internal/models"
	"github.com/syncvet/syncvet/internal/place"
	"github.com/syncvet/syncvet/passes/source"
)

// Base is the value that an address is reached from, by selections and loads: what made the object, or a parameter; nil
// if it is neither.
func (p *Package) Base(addr ssa.Value) ssa.Value {
	for range baseSteps {
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
			if l, ok := x.X.(*ssa.Alloc); ok && IsPointerLike(x.Type()) {
				if addr = p.places.Pointee(l); addr == nil || addr.Parent() != x.Parent() {
					return nil
				}
			} else if f, ok := x.X.(*ssa.FieldAddr); ok && IsPointerLike(x.Type()) && p.lent[FieldOf(f)] && !p.justSet(f) {
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
func (p *Package) justSet(f *ssa.FieldAddr) bool {
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
				if found = p.Makes(s.Val); !found {
					return false
				}
			}
		}
	}
	return found
}

// findLent notes the fields that are set to pointers to objects which the storing function did not make: what they
// point to is not the object's own.
func (p *Package) findLent(instr ssa.Instruction) {
	store, ok := instr.(*ssa.Store)
	if !ok || !IsPointerLike(store.Val.Type()) {
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
			if l, ok := load.X.(*ssa.Alloc); ok && p.places.Stored(l) != nil {
				v = p.places.Stored(l)
				continue
			}
		}
		break
	}
	if !p.Makes(v) && !p.handedOver(v) {
		p.lent[FieldOf(f)] = true
	}
}

// handedOver reports whether a value is a parameter of a function that is only called by name, each time with an object
// that the caller has just made and does nothing else with.
func (p *Package) handedOver(v ssa.Value) bool {
	param, ok := v.(*ssa.Parameter)
	if !ok || param.Parent().Signature.Recv() != nil {
		return false
	}
	calls, sure := p.flow.CallsOf(param.Parent())
	k := slices.Index(param.Parent().Params, param)
	return sure && len(calls) > 0 && !slices.ContainsFunc(calls, func(c ssa.CallInstruction) bool {
		given := c.Common().Args[k]
		return !p.Makes(given) || len(*given.Referrers()) != 1
	})
}

// Makes reports whether a value is an object that its function makes.
func (p *Package) Makes(v ssa.Value) bool {
	switch x := v.(type) {
	case *ssa.Alloc, *ssa.MakeMap, *ssa.MakeSlice:
		return true
	case *ssa.Call:
		g := x.Call.StaticCallee()
		return g != nil && x.Call.Signature().Results().Len() == 1 && p.flow.Fresh(g)&1 != 0
	case *ssa.Extract:
		c, ok := x.Tuple.(*ssa.Call)
		if !ok || x.Index >= facts.MaskBits {
			return false
		}
		g := c.Call.StaticCallee()
		return g != nil && p.flow.Fresh(g)&(1<<x.Index) != 0
	}
	return false
}

// Builds reports whether a value is the result of a call of a function of the package that made the object it returns
// and gave it to nobody but to goroutines that it started (G5): callers know it from the return on.
func (p *Package) Builds(v ssa.Value, depth int) bool {
	list, ok := p.outcomes(v)
	return ok && depth < maxBuilt && len(list) > 0 &&
		!slices.ContainsFunc(list, func(r ssa.Value) bool { return !p.startsOnly(r, depth) })
}

// outcomes are the values, nil aside, that a function of the package may return as a result of a call; false if a
// value is no such result, or somebody else may set it.
func (p *Package) outcomes(v ssa.Value) (list []ssa.Value, ok bool) {
	call, k := place.ResultOf(v)
	if call == nil {
		return nil, false
	}
	g := p.Own(call.Call.StaticCallee())
	if g == nil {
		return nil, false
	}
	for _, b := range g.Blocks {
		ret, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return)
		if !ok {
			continue
		}
		values, heap := place.Results(ret.Results[k])
		if heap {
			return nil, false
		}
		for _, r := range values {
			if load, ok := r.(*ssa.UnOp); !place.IsNil(r) && !(ok && isLoadOf(load, ret.Results[k])) {
				list = append(list, r)
			}
		}
	}
	return list, true
}

// isLoadOf reports whether a value is loaded from the variable from which a result is, too.
func isLoadOf(load *ssa.UnOp, result ssa.Value) bool {
	r, ok := result.(*ssa.UnOp)
	return ok && r != load && r.X == load.X
}

// startsOnly reports whether a function made a value, or had it built, and gave it to goroutines at most.
func (p *Package) startsOnly(v ssa.Value, depth int) bool {
	if _, made := v.(*ssa.Alloc); !made && !p.Makes(v) && !p.Builds(v, depth+1) {
		return false
	}
	return !slices.ContainsFunc(p.PublishedBy(v), func(x ssa.Instruction) bool {
		_, isCall := x.(ssa.CallInstruction)
		return !isCall
	})
}

// Private reports whether an object that a function made was given to nobody who may use it at the same time, on any
// way to an instruction.
func (p *Package) Private(made ssa.Value, instr ssa.Instruction) bool {
	return len(p.GivenBefore(made, instr)) == 0
}

// PublishedBy are the publications of an object that a function made, found once.
func (p *Package) PublishedBy(made ssa.Value) []ssa.Instruction {
	published, ok := p.published[made]
	if !ok {
		published = p.publications(made, map[ssa.Value]bool{})
		p.published[made] = published
	}
	return published
}

// GivenBefore are the instructions that may give an object to somebody else before another instruction is executed.
func (p *Package) GivenBefore(made ssa.Value, instr ssa.Instruction) []ssa.Instruction {
	var list []ssa.Instruction
	for _, x := range p.PublishedBy(made) {
		if x.Block() == instr.Block() && branch.Precedes(x, instr) || branch.Reaches(x.Block(), instr.Block()) {
			list = append(list, x)
		}
	}
	return list
}

// publications are the instructions that may give a value, or a closure that has it, to another goroutine.
func (p *Package) publications(v ssa.Value, seen map[ssa.Value]bool) []ssa.Instruction {
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
			if p.starts(x, v) {
				list = append(list, instr)
			}
		case *ssa.MapUpdate:
			if x.Map != v && !p.Makes(p.Base(x.Map)) {
				list = append(list, instr)
			}
		case *ssa.Store:
			if x.Val != v {
				continue
			}
			if l, ok := x.Addr.(*ssa.Alloc); ok && place.IsVariable(l) {
				list = append(list, p.publications(l, seen)...)
			} else if !p.Makes(p.Base(x.Addr)) {
				list = append(list, instr)
			}
		case *ssa.MakeClosure, *ssa.MakeInterface, *ssa.ChangeType, *ssa.ChangeInterface, *ssa.Phi:
			list = append(list, p.publications(x.(ssa.Value), seen)...)
		case *ssa.UnOp:
			if l, ok := v.(*ssa.Alloc); ok && x.Op == token.MUL && place.IsVariable(l) && IsPointerLike(x.Type()) {
				list = append(list, p.publications(x, seen)...)
			}
		}
	}
	return list
}

// starts reports whether a call may start a goroutine with an argument of its.
func (p *Package) starts(call ssa.CallInstruction, v ssa.Value) bool {
	if row, ok := p.src.Model(call.Common()); ok {
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
	flags, ok := p.src.Flags(g)
	if !ok || p.Own(g) == nil {
		return false
	}
	for k, x := range source.Arguments(call.Common()) {
		if x == v && flags&facts.Spawns != 0 && (k >= facts.MaskBits || p.flow.Escapes(g)&(1<<k) != 0) {
			return true
		}
	}
	return false
}
