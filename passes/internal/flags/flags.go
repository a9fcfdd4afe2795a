// Package flags finds plain variables that work like atomic ones, since a lock is held at every store and at the loads
// that are tested (passes/spawn E23): "for !done { cond.Wait() }"; and what counts them up and down (E28, E40).
package flags

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/internal/branch"
	"github.com/syncvet/syncvet/internal/models"
	"github.com/syncvet/syncvet/internal/place"
	"github.com/syncvet/syncvet/passes/flow"
	"github.com/syncvet/syncvet/passes/locks"
	"github.com/syncvet/syncvet/passes/source"
)

// A Variable is a captured variable (*ssa.Alloc), a package-level one (*ssa.Global), or a field of all structs of a
// type (place.Field).
type Variable any

// A lockOf is a lock by the way that leads to it: from the base of the flag's address, or from a variable.
type lockOf struct {
	root Variable // nil: the flag's base
	path string   // fields and loads
}

// Flags are the guarded variables of a package, and what is known of others.
type Flags struct {
	locked *locks.Result  // which locks are held where
	flow   *flow.Result   // pointer flow, and the models
	src    *source.Result // the package

	entry  *entries              // what is held where functions are entered
	locks  map[Variable][]lockOf // what is held at all stores so far
	tested map[Variable]bool     // some load under a lock is tested
	not    map[Variable]bool     // used in another way
}

// Find looks through the package.
func Find(l *locks.Result) *Flags {
	f := &Flags{locked: l, flow: l.Flow, src: l.Flow.Source,
		locks: map[Variable][]lockOf{}, tested: map[Variable]bool{}, not: map[Variable]bool{}}
	if !l.Locks() {
		return f
	}
	f.entry = newEntries(f)
	var rands []*ssa.Value
	for _, fn := range f.src.Funcs {
		for _, v := range fn.FreeVars {
			f.uses(v, *v.Referrers())
		}
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				f.look(instr)
				rands = instr.Operands(rands[:0])
				for _, p := range rands {
					if g, ok := (*p).(*ssa.Global); ok {
						f.uses(g, []ssa.Instruction{instr})
					}
				}
			}
		}
	}
	return f
}

// look notes what an instruction does with variables.
func (f *Flags) look(instr ssa.Instruction) {
	switch instr := instr.(type) {
	case *ssa.Store:
		f.overwritten(instr)
		if v := f.Variable(instr.Addr); v != nil {
			f.store(v, instr)
		}
	case *ssa.FieldAddr:
		f.uses(instr, *instr.Referrers())
	case *ssa.Alloc:
		f.uses(instr, *instr.Referrers())
	case *ssa.Call:
		if b, ok := instr.Call.Value.(*ssa.Builtin); ok && (b.Name() == "copy" || b.Name() == "append") {
			if s, ok := instr.Call.Args[0].Type().Underlying().(*types.Slice); ok {
				f.exclude(s.Elem())
			}
		}
	}
}

// store notes a store and the locks held there. A new object that a composite literal fills is nobody else's yet.
func (f *Flags) store(v Variable, s *ssa.Store) {
	if place.Composes(s) {
		return
	}
	_, own := s.Addr.(*ssa.Alloc)
	if own && s.Parent().Parent() == nil && len(f.locked.Held(s)) == 0 && place.FirstStore(s) {
		return // the declaration
	}
	held := f.Held(s, s.Addr)
	if old, ok := f.locks[v]; ok {
		held = slices.DeleteFunc(held, func(l lockOf) bool { return !slices.Contains(old, l) })
	}
	f.locks[v] = held
}

// uses notes how an address is used: loads and stores are looked at by themselves, everything else may change the
// variable.
func (f *Flags) uses(addr ssa.Value, refs []ssa.Instruction) {
	v := f.Variable(addr)
	if v == nil {
		return
	}
	for _, instr := range refs {
		switch instr := instr.(type) {
		case *ssa.DebugRef, *ssa.MakeClosure:
		case *ssa.UnOp:
			if instr.Op != token.MUL {
				f.not[v] = true
			} else if isTested(instr) && len(f.Held(instr, addr)) > 0 {
				f.tested[v] = true
			}
		case *ssa.Store:
			if instr.Val == addr {
				f.not[v] = true
			}
		default:
			f.not[v] = true
		}
	}
	if a, ok := addr.(*ssa.Alloc); ok && f.locked.Places.Leaked(a) {
		f.not[v] = true
	}
}

// isTested reports whether a value, or a comparison of it, is a condition, or returned.
func isTested(v ssa.Value) bool {
	return slices.ContainsFunc(*v.Referrers(), func(r ssa.Instruction) bool {
		switch r := r.(type) {
		case *ssa.If:
			return true
		case *ssa.BinOp:
			return isTested(r)
		case *ssa.UnOp:
			return r.Op == token.NOT && isTested(r)
		case *ssa.Store:
			a, ok := r.Addr.(*ssa.Alloc)
			return ok && !a.Heap // a result, until the deferred calls have run
		case *ssa.Return:
			return len(r.Results) == 1 // by the caller, perhaps
		}
		return false
	})
}

// overwritten notes that whole structs are stored, with all their fields.
func (f *Flags) overwritten(s *ssa.Store) {
	if _, fresh := s.Addr.(*ssa.Alloc); !fresh {
		f.exclude(s.Val.Type())
	}
}

// exclude gives up the fields of a struct type and of the structs in it.
func (f *Flags) exclude(t types.Type) {
	s, ok := t.Underlying().(*types.Struct)
	if !ok {
		return
	}
	n, named := types.Unalias(t).(*types.Named)
	for i := range s.NumFields() {
		if named {
			f.not[place.Field{Type: n.Origin().Obj(), Index: i}] = true
		}
		f.exclude(s.Field(i).Type())
	}
}

// Variable is the variable that an address means, if all that stores to it is in view and its type can be a flag's.
func (f *Flags) Variable(addr ssa.Value) Variable {
	p, ok := addr.Type().Underlying().(*types.Pointer)
	if !ok || !IsFlag(p.Elem()) {
		return nil
	}
	return f.Known(addr)
}

// Known is the variable that an address means, if all that stores to it is in view.
func (f *Flags) Known(addr ssa.Value) Variable {
	switch x := addr.(type) {
	case *ssa.Alloc, *ssa.FreeVar:
		if a := place.Variable(x); a != nil && a.Heap {
			return a
		}
	case *ssa.Global:
		if f.locked.Places.OwnGlobal(x) {
			return x
		}
	case *ssa.FieldAddr:
		if own, ok := f.locked.Places.Own(x); ok {
			return own
		}
	}
	return nil
}

// IsFlag reports whether values of a type are compared with constants.
func IsFlag(t types.Type) bool {
	switch t := t.Underlying().(type) {
	case *types.Basic:
		return t.Info()&(types.IsBoolean|types.IsInteger) != 0
	case *types.Chan:
		return true
	}
	return flow.Nillable(t)
}

// Held are the locks held at an instruction, as seen from an address.
func (f *Flags) Held(at ssa.Instruction, addr ssa.Value) []lockOf {
	return f.heldFrom(at, f.locked.Number(at.Parent(), addr))
}

// heldFrom is the same for what has a number; zero: those of variables only.
func (f *Flags) heldFrom(at ssa.Instruction, base uint32) []lockOf {
	var list []lockOf
	fn := at.Parent()
	for _, s := range f.locked.Held(at) {
		if l, ok := f.lock(fn, s, base); ok {
			list = append(list, l)
		}
	}
	for _, l := range f.entry.still(at, base) {
		if !slices.Contains(list, l) {
			list = append(list, l)
		}
	}
	return list
}

// lock is the lock of a site, if it is a variable's or lies beside an address of a certain number.
func (f *Flags) lock(fn *ssa.Function, site uint32, base uint32) (lockOf, bool) {
	l, root := way(f.locked.Sites(fn)[site].Mutex())
	return l, l.root != nil || root != nil && base != 0 && f.locked.Number(fn, root) == base
}

// way is how a lock is reached: by fields and loads from a variable, or from another pointer, of which an address is
// given.
func way(v ssa.Value) (l lockOf, root ssa.Value) {
	for {
		switch x := v.(type) {
		case *ssa.FieldAddr:
			l.path = source.FieldSymbol(x.X.Type(), x.Field).Name + "." + l.path
			root, v = x, x.X
			continue
		case *ssa.UnOp:
			if _, ok := x.X.(*ssa.FieldAddr); ok {
				l.path = "*" + l.path
				v = x.X
				continue
			}
			if a := place.Variable(x.X); a != nil && root == nil {
				return lockOf{root: a, path: "*" + l.path}, nil
			}
		case *ssa.Global:
			return lockOf{root: x, path: l.path}, nil
		case *ssa.Alloc, *ssa.FreeVar:
			if a := place.Variable(x); a != nil && place.IsVariable(a) {
				return lockOf{root: a, path: l.path}, nil
			}
		}
		return l, root
	}
}

// Guarded reports whether a variable is stored to under one lock only.
func (f *Flags) Guarded(v Variable) bool {
	return v != nil && !f.not[v] && f.tested[v] && len(f.locks[v]) > 0
}

// Takes reports whether a store replaces zero: the variable has been found so since the lock was taken, as by a
// CompareAndSwap. A lock that is held by one site at both, the test on every way to the store, was not taken anew in
// between: the way to the store from there would leave out the test. Calls in between could let go of it for a while.
func (f *Flags) Takes(s *ssa.Store) bool {
	var load *ssa.UnOp
	to := s.Block()
	for b := to; b != nil && load == nil; b = b.Idom() {
		if len(b.Preds) != 1 {
			continue
		}
		up := b.Preds[0]
		if cond, ok := up.Instrs[len(up.Instrs)-1].(*ssa.If); ok && up.Succs[0] != up.Succs[1] {
			v, set, ok := branch.Asked(cond.Cond, up.Succs[0] == b)
			if x, isLoad := v.(*ssa.UnOp); ok && !set && isLoad && f.ReadsGuarded(x) && f.Same(x, s) {
				load = x
			}
		}
	}
	if load == nil {
		return false
	}
	between := branch.Reached(load.Block(), branch.Succs)
	between[load.Block()] = true
	for b := range between {
		if b != to && !branch.Reaches(b, to) {
			continue
		}
		for i, instr := range b.Instrs {
			call, ok := instr.(*ssa.Call)
			early := b == load.Block() && i < slices.Index(b.Instrs, ssa.Instruction(load))
			late := b == to && i > slices.Index(b.Instrs, ssa.Instruction(s))
			if ok && !early && !late && !f.keeps(call) {
				return false
			}
		}
	}
	return true
}

// keeps reports whether a call leaves all locks alone: a builtin, or library code that synchronises nothing.
func (f *Flags) keeps(call *ssa.Call) bool {
	if _, ok := call.Call.Value.(*ssa.Builtin); ok {
		return true
	}
	row := f.flow.Model(call)
	return row != nil && row.Sync == models.SyncNone
}

// Same reports whether a load and a store are of the same Variable, with a lock held by one site at both, or by all
// callers of the function, that is held at all its stores.
func (f *Flags) Same(load *ssa.UnOp, s *ssa.Store) bool {
	fn, v := s.Parent(), f.Variable(s.Addr)
	n := f.locked.Number(fn, s.Addr)
	if f.Variable(load.X) != v || load.X != s.Addr && (n == 0 || f.locked.Number(fn, load.X) != n) {
		return false
	}
	held, base := f.locked.Held(s), f.locked.Number(fn, s.Addr)
	still := f.entry.still(s, base)
	if slices.ContainsFunc(f.entry.still(load, base), func(l lockOf) bool {
		return slices.Contains(f.locks[v], l) && slices.Contains(still, l)
	}) {
		return true
	}
	return slices.ContainsFunc(f.locked.Held(load), func(site uint32) bool {
		l, ok := f.lock(fn, site, base)
		return ok && slices.Contains(f.locks[v], l) && slices.Contains(held, site)
	})
}

// ReadsGuarded reports whether an operation loads a guarded variable under its lock.
func (f *Flags) ReadsGuarded(load *ssa.UnOp) bool {
	if load.Op != token.MUL {
		return false
	}
	x := f.Variable(load.X)
	return f.Guarded(x) &&
		slices.ContainsFunc(f.Held(load, load.X), func(l lockOf) bool { return slices.Contains(f.locks[x], l) })
}

// Steps is the variable to which a store adds something, or from which it takes something; nil for other stores.
func (f *Flags) Steps(s *ssa.Store, by token.Token) Variable {
	x, ok := s.Val.(*ssa.BinOp)
	if !ok || x.Op != by {
		return nil
	}
	load, ok := x.X.(*ssa.UnOp)
	if !ok || load.Op != token.MUL {
		return nil
	}
	if v := f.Variable(s.Addr); v != nil && f.Variable(load.X) == v {
		return v
	}
	return nil
}

// Moves is the variable that a store counts up or down; nil for other stores.
func (f *Flags) Moves(s *ssa.Store) Variable {
	if v := f.Steps(s, token.ADD); v != nil {
		return v
	}
	return f.Steps(s, token.SUB)
}

// MovesGuarded reports whether a store counts a variable up or down that is stored to under one lock only.
func (f *Flags) MovesGuarded(s *ssa.Store) bool {
	v := f.Moves(s)
	return v != nil && !f.not[v] && len(f.locks[v]) > 0 && len(f.Held(s, s.Addr)) > 0
}
