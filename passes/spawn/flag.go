// This file finds plain variables that work like atomic ones, since a lock is held at every store and at the loads that
// are tested (E23): "for !done { cond.Wait() }".

package spawn

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/place"
	"github.com/syncvet/syncvet/passes/flow"
	"github.com/syncvet/syncvet/passes/source"
)

// A variable is a captured variable (*ssa.Alloc), a package-level one (*ssa.Global), or a field of all structs of a
// type (place.Field).
type variable any

// A lockOf is a lock by the way that leads to it: from the base of the flag's address, or from a variable.
type lockOf struct {
	root variable // nil: the flag's base
	path string   // fields and loads
}

// flags are the guarded variables of a package, and what is known of others.
type flags struct {
	r      *Result
	locks  map[variable][]lockOf // what is held at all stores so far
	tested map[variable]bool     // some load under a lock is tested
	not    map[variable]bool     // used in another way
}

// findFlags looks through the package.
func (r *Result) findFlags() *flags {
	f := &flags{r, map[variable][]lockOf{}, map[variable]bool{}, map[variable]bool{}}
	if !r.Locks.Locks() {
		return f
	}
	var rands []*ssa.Value
	for _, fn := range r.src.Funcs {
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
func (f *flags) look(instr ssa.Instruction) {
	switch instr := instr.(type) {
	case *ssa.Store:
		f.overwritten(instr)
		if v := f.variable(instr.Addr); v != nil {
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
func (f *flags) store(v variable, s *ssa.Store) {
	if composes(s) {
		return
	}
	if _, ok := s.Addr.(*ssa.Alloc); ok && s.Parent().Parent() == nil && len(f.r.Locks.Held(s)) == 0 && firstStore(s) {
		return // the declaration
	}
	held := f.held(s, s.Addr)
	if old, ok := f.locks[v]; ok {
		held = slices.DeleteFunc(held, func(l lockOf) bool { return !slices.Contains(old, l) })
	}
	f.locks[v] = held
}

// firstStore tells whether a store follows its variable's allocation at once.
func firstStore(s *ssa.Store) bool {
	a := s.Addr.(*ssa.Alloc)
	return a.Block() == s.Block() && !slices.ContainsFunc(*a.Referrers(), func(r ssa.Instruction) bool {
		_, captured := r.(*ssa.MakeClosure)
		return captured && r.Block() == s.Block() &&
			slices.Index(s.Block().Instrs, r) < slices.Index(s.Block().Instrs, ssa.Instruction(s))
	})
}

// uses notes how an address is used: loads and stores are looked at by themselves, everything else may change the
// variable.
func (f *flags) uses(addr ssa.Value, refs []ssa.Instruction) {
	v := f.variable(addr)
	if v == nil {
		return
	}
	for _, instr := range refs {
		switch instr := instr.(type) {
		case *ssa.DebugRef, *ssa.MakeClosure:
		case *ssa.UnOp:
			if instr.Op != token.MUL {
				f.not[v] = true
			} else if isTested(instr) && len(f.held(instr, addr)) > 0 {
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
	if a, ok := addr.(*ssa.Alloc); ok && f.r.Locks.Places.Leaked(a) {
		f.not[v] = true
	}
}

// isTested tells whether a value, or a comparison of it, is a condition, or returned.
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
func (f *flags) overwritten(s *ssa.Store) {
	if _, fresh := s.Addr.(*ssa.Alloc); !fresh {
		f.exclude(s.Val.Type())
	}
}

// exclude gives up the fields of a struct type and of the structs in it.
func (f *flags) exclude(t types.Type) {
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

// variable is the variable that an address means, if all that stores to it is in view and its type can be a flag's.
func (f *flags) variable(addr ssa.Value) variable {
	p, ok := addr.Type().Underlying().(*types.Pointer)
	if !ok || !isFlag(p.Elem()) {
		return nil
	}
	return f.known(addr)
}

// known is the variable that an address means, if all that stores to it is in view.
func (f *flags) known(addr ssa.Value) variable {
	switch x := addr.(type) {
	case *ssa.Alloc, *ssa.FreeVar:
		if a := place.Variable(x); a != nil && a.Heap {
			return a
		}
	case *ssa.Global:
		if f.r.Locks.Places.OwnGlobal(x) {
			return x
		}
	case *ssa.FieldAddr:
		if own, ok := f.r.Locks.Places.Own(x); ok {
			return own
		}
	}
	return nil
}

// isFlag tells whether values of a type are compared with constants.
func isFlag(t types.Type) bool {
	switch t := t.Underlying().(type) {
	case *types.Basic:
		return t.Info()&(types.IsBoolean|types.IsInteger) != 0
	case *types.Chan:
		return true
	}
	return flow.Nillable(t)
}

// held are the locks held at an instruction, as seen from an address.
func (f *flags) held(at ssa.Instruction, addr ssa.Value) []lockOf {
	var list []lockOf
	fn := at.Parent()
	base := f.r.Locks.Number(fn, addr)
	for _, s := range f.r.Locks.Held(at) {
		l, root := way(f.r.Locks.Sites(fn)[s].Mutex())
		switch {
		case l.root != nil:
			list = append(list, l)
		case root != nil && base != 0 && f.r.Locks.Number(fn, root) == base:
			list = append(list, l)
		}
	}
	return list
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

// guarded tells whether a variable is stored to under one lock only.
func (f *flags) guarded(v variable) bool {
	return v != nil && !f.not[v] && f.tested[v] && len(f.locks[v]) > 0
}

// flagStore is the event of a store to a guarded variable.
func (k *skeleton) flagStore(p facts.PointID, s *ssa.Store) facts.PointID {
	f := k.r.flagsOf()
	if v := k.r.moves(s); v != nil && k.r.counts()[v] {
		p = k.after(p, k.object(facts.EventMoves, s.Addr, s))
	}
	if !f.guarded(f.variable(s.Addr)) || len(f.held(s, s.Addr)) == 0 && (!composes(s) || place.IsZero(s.Val)) {
		return p
	}
	e := withConstant(k.object(facts.EventAtomicWrite, s.Addr, s), s.Val)
	e.Flags |= facts.EventGuarded
	return k.after(p, e)
}

// composes tells whether a store is part of a composite literal.
func composes(s *ssa.Store) bool {
	x, ok := s.Addr.(*ssa.FieldAddr)
	if !ok {
		return false
	}
	a, ok := x.X.(*ssa.Alloc)
	return ok && a.Comment == "complit"
}

// flagRead is the event of a load of a guarded variable under its lock.
func (k *skeleton) flagRead(v ssa.Value) (event, bool) {
	load, ok := v.(*ssa.UnOp)
	if !ok || !k.r.flagsOf().readsGuarded(load) {
		return event{}, false
	}
	e := k.object(facts.EventAtomicRead, load.X, load)
	e.Flags |= facts.EventGuarded
	return e, true
}

// readsGuarded tells whether an operation loads a guarded variable under its lock.
func (f *flags) readsGuarded(load *ssa.UnOp) bool {
	if load.Op != token.MUL {
		return false
	}
	x := f.variable(load.X)
	return f.guarded(x) &&
		slices.ContainsFunc(f.held(load, load.X), func(l lockOf) bool { return slices.Contains(f.locks[x], l) })
}

// flagsOf are the package's guarded variables.
func (r *Result) flagsOf() *flags {
	if r.flags == nil {
		r.flags = r.findFlags()
	}
	return r.flags
}
