// This file finds what a function, and what it calls, accesses in critical sections of which lock, relative to the
// objects that it names (G17).

package guards

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/evidence"
	"github.com/syncvet/syncvet/internal/guards/objects"
	"github.com/syncvet/syncvet/internal/place"
)

// An object is where a variable lies: a value of the function, and the fields that lead on from there.
type object struct {
	root ssa.Value // nil: not known
	path string    // of root: ".f" for each field, "*" for each pointer that is followed; "" for root itself
}

// A direct is an access that a function makes itself.
type direct struct {
	*accessSite
	v    variable      // the variable as the analysis knows it
	name facts.Symbol  // the same for reports
	what facts.VarKind // the variable itself, or what kind of container it holds
}

// A sectionAccess is an access of a variable in a critical section, as a function sees it: its own, or one that a call
// makes.
type sectionAccess struct {
	name    facts.Symbol     // the variable
	what    facts.VarKind    // the variable itself, or what kind of container it holds
	lock    facts.Symbol     // held; zero: a lock of the caller's, if any
	shared  bool             // it is held for reading
	kind    facts.AccessKind // a read or a write; never atomic
	on      object           // where the variable lies, as the function names it
	keys    []ssa.Value      // what tells which element it is: the key, or the arguments of the call; nil: nothing does
	val     ssa.Value        // what is stored; nil: not known
	plain   bool             // what is put into a map has no identity: who puts the same there twice does no harm
	whole   bool             // the call that makes it enters and leaves the critical section
	checked bool             // a write of which the critical section decides by what it reads itself
	alters  bool             // a read in a critical section that also writes under the lock
	instr   ssa.Instruction  // of the function
	call    facts.Symbol     // what instr calls; zero: the access itself
	in      facts.Symbol     // the function that contains the access
	file    facts.Symbol     // of the access; it may lie in another package
	line    int              // 1-based
	col     int              // 1-based, in bytes
}

// end is one end of a stale decision: the first step is what the function does itself, the last one the access.
func (d *sectionAccess) end(a *analysis, path []evidence.Frame, who evidence.Goroutine) evidence.End {
	own := evidence.Step{Act: evidence.ActAccesses, Name: d.name, Pos: a.position(at(d.instr))}
	last := evidence.Step{
		Act: evidence.ActAccesses, Name: d.name, Func: d.in, Access: facts.Access{Kind: d.kind, Var: d.what},
		Pos: facts.Position{File: d.file, Line: uint32(d.line), Col: uint32(d.col)},
	}
	if d.call != (facts.Symbol{}) {
		own.Act, own.Name = evidence.ActCalls, d.call
		path = append(slices.Clip(path), evidence.Frame{Func: d.call, Call: own.Pos})
	}
	return evidence.End{
		Goroutine: who, Path: path, Steps: []evidence.Step{own, last},
		Held: []evidence.HeldLock{{Name: d.lock, Read: d.shared}},
	}
}

// at is where an instruction stands.
func at(instr ssa.Instruction) token.Pos {
	if instr.Pos().IsValid() {
		return instr.Pos()
	}
	if u, ok := instr.(*ssa.UnOp); ok {
		return u.X.Pos()
	}
	return instr.Parent().Pos()
}

// meets reports whether a read and a write are of one variable of one object, under the same lock, and perhaps of one
// element.
func (d *sectionAccess) meets(act *sectionAccess) bool {
	if d.name != act.name || d.what != act.what || d.lock != act.lock || d.on != act.on || d.on.root == nil || d.alters {
		return false
	}
	if len(d.keys) == 0 || len(act.keys) == 0 {
		return true
	}
	return slices.ContainsFunc(d.keys, func(k ssa.Value) bool {
		return slices.ContainsFunc(act.keys, func(l ssa.Value) bool { return sameValue(k, l) })
	})
}

// group sorts accesses by function, those of objects that are nobody else's left out.
func (s *staleness) group() {
	s.accesses = map[*function][]direct{}
	for _, v := range s.a.order {
		e := s.a.vars[v]
		for i := range e.accesses {
			t := &e.accesses[i]
			if t.leak || t.copied || t.whole || t.moved || t.kind.Atomic() || t.own.Owned && t.own.If == 0 {
				continue
			}
			s.accesses[t.f] = append(s.accesses[t.f], direct{t, v, e.sym, e.kind})
		}
	}
}

// sectionAccessesOf lists the accesses in critical sections of a function. One that is being looked at, in a recursion,
// has none.
func (s *staleness) sectionAccessesOf(f *function) []sectionAccess {
	if list, ok := s.sectionAccesses[f]; ok {
		return list
	}
	s.sectionAccesses[f] = nil
	var list []sectionAccess
	for _, t := range s.accesses[f] {
		list = append(list, s.own(&t)...)
	}
	s.a.walk(f, func(instr ssa.Instruction, st state) {
		if call, ok := instr.(ssa.CallInstruction); ok && len(list) < maxSectionAccesses {
			list = append(list, s.called(call, st)...)
		}
	})
	s.sectionAccesses[f] = list
	return list
}

// own gives the accesses in critical sections of an access: one for each lock held there, or one without.
func (s *staleness) own(t *direct) []sectionAccess {
	d := sectionAccess{name: t.name, what: t.what, kind: t.kind, instr: t.instr, in: s.a.src.FuncSymbol(t.f.fn)}
	d.file, d.line, d.col = s.a.src.Position(t.pos)
	d.on, d.keys, d.val = s.a.target(t.instr, t.v.obj)
	if d.val != nil && t.what == facts.VarMap {
		d.plain = !identity(d.val.Type())
	}
	classes := t.state.must.classes()
	if len(classes) == 0 {
		return []sectionAccess{d}
	}
	var list []sectionAccess
	for _, c := range classes {
		if c != unknownLock && t.state.must.has(c, t.kind.Writes()) {
			d.lock, d.shared = s.a.names[c].sym, !t.state.must.has(c, true)
			list = append(list, d)
		}
	}
	return list
}

// called gives the accesses in critical sections of a call: critical sections that it goes through, and what it does in
// one of the caller's.
func (s *staleness) called(call ssa.CallInstruction, st state) []sectionAccess {
	if _, spawned := call.(*ssa.Go); spawned {
		return nil
	}
	if _, lock := s.a.ops[call]; lock {
		return nil
	}
	if g := s.a.callee(call); g != nil {
		if s.a.own(call.Parent()) == g || g.net.must != (set{}) || g.net.lost != (set{}) {
			return nil
		}
		return s.through(call, st, g)
	}
	if g := call.Common().StaticCallee(); g != nil {
		return s.imported(call, g)
	}
	return nil
}

// through translates the accesses in critical sections of a callee to what its caller knows.
func (s *staleness) through(call ssa.CallInstruction, st state, g *function) []sectionAccess {
	inner := s.sectionAccessesOf(g)
	var list []sectionAccess
	for k := range inner {
		d := inner[k]
		on, ok := translate(d.on, g, call)
		if !ok || !d.kind.Writes() && !s.a.returns(g.fn, d.instr) {
			continue
		}
		d.checked = d.checked || d.kind.Writes() && !d.whole && s.decidesItself(g, inner, &d)
		d.alters = d.alters ||
			!d.kind.Writes() &&
				slices.ContainsFunc(inner, func(x sectionAccess) bool { return x.kind.Writes() && x.lock == d.lock })
		d.whole = d.whole || d.lock != facts.Symbol{}
		d.keys, d.val = arguments(d.keys, g, call), nil
		d.on, d.instr, d.call = on, call, s.a.src.FuncSymbol(g.fn)
		for _, x := range s.within(&d, st) {
			if !slices.ContainsFunc(list, x.like) {
				list = append(list, x)
			}
		}
	}
	return list
}

// within gives a callee's access in a critical section the locks that the caller holds, if it has none.
func (s *staleness) within(d *sectionAccess, st state) []sectionAccess {
	if d.lock != (facts.Symbol{}) || st.must == (set{}) {
		return []sectionAccess{*d}
	}
	var list []sectionAccess
	for _, c := range st.must.classes() {
		if c != unknownLock && st.must.has(c, d.kind.Writes()) {
			x := *d
			x.lock, x.shared = s.a.names[c].sym, !st.must.has(c, true)
			list = append(list, x)
		}
	}
	return list
}

// like reports whether two accesses in critical sections of one instruction come to the same.
func (d *sectionAccess) like(x sectionAccess) bool {
	return d.instr == x.instr && d.name == x.name && d.what == x.what && d.lock == x.lock && d.on == x.on &&
		d.kind.Writes() == x.kind.Writes() &&
		d.checked == x.checked
}

// decidesItself reports whether a callee's write is decided by what it reads in the same critical section.
func (s *staleness) decidesItself(g *function, sectionAccesses []sectionAccess, d *sectionAccess) bool {
	return s.newWindow(g, sectionAccesses).looksAgain(d)
}

// translate finds in the caller the object that a callee means.
func translate(o object, g *function, call ssa.CallInstruction) (object, bool) {
	switch x := o.root.(type) {
	case *ssa.Global:
		return o, true
	case *ssa.Parameter:
		k := slices.Index(g.fn.Params, x)
		args := call.Common().Args
		if k < 0 || k >= len(args) {
			return object{}, false
		}
		to := objectOf(args[k])
		to.path += o.path
		return to, to.root != nil
	}
	return object{}, false
}

// arguments are the arguments of a call that a callee uses as keys; where it computes them, all but the first.
func arguments(keys []ssa.Value, g *function, call ssa.CallInstruction) []ssa.Value {
	args := call.Common().Args
	var list []ssa.Value
	for _, k := range keys {
		p, ok := k.(*ssa.Parameter)
		if i := slices.Index(g.fn.Params, p); ok && i >= 0 && i < len(args) {
			list = append(list, args[i])
		}
	}
	if len(keys) > 0 && len(list) == 0 && len(args) > 1 {
		return args[1:]
	}
	return list
}

// target is the object that holds a variable which an instruction accesses, what tells the element, and what is stored.
func (a *analysis) target(instr ssa.Instruction, v types.Object) (on object, keys []ssa.Value, val ssa.Value) {
	var addr ssa.Value
	switch x := instr.(type) {
	case *ssa.Store:
		addr, val = x.Addr, x.Val
		if i, ok := addr.(*ssa.IndexAddr); ok {
			keys = []ssa.Value{i.Index}
		}
	case *ssa.UnOp:
		addr = x.X
		if i, ok := addr.(*ssa.IndexAddr); ok {
			keys = []ssa.Value{i.Index}
		}
	case *ssa.MapUpdate:
		addr, keys, val = x.Map, []ssa.Value{x.Key}, x.Value
	case *ssa.Lookup:
		addr, keys = x.X, []ssa.Value{x.Index}
	case *ssa.Next:
		if r, ok := x.Iter.(*ssa.Range); ok {
			addr = r.X
		}
	case ssa.CallInstruction:
		args := x.Common().Args
		if b, ok := x.Common().Value.(*ssa.Builtin); ok && len(args) > 0 {
			addr = args[0]
			if b.Name() == "delete" {
				keys = args[1:2]
			}
		}
	}
	return holding(addr, v), keys, val
}

// holding is the object whose field, or the variable, an address or container is selected from.
func holding(v ssa.Value, of types.Object) object {
	for range valueSteps {
		switch x := v.(type) {
		case *ssa.FieldAddr:
			if types.Object(objects.FieldOf(x)) == of {
				return objectOf(x.X)
			}
			v = x.X
		case *ssa.Global:
			if x.Object() == of {
				return object{root: x}
			}
			return object{}
		case *ssa.UnOp:
			v = x.X
		case *ssa.IndexAddr:
			v = x.X
		case *ssa.Lookup:
			v = x.X
		case *ssa.Slice:
			v = x.X
		case *ssa.ChangeType:
			v = x.X
		case *ssa.Extract:
			v = x.Tuple
		default:
			return object{}
		}
	}
	return object{}
}

// objectOf spells a pointer as a value and the fields that are followed from there.
func objectOf(v ssa.Value) object {
	path := ""
	for range valueSteps {
		switch x := v.(type) {
		case *ssa.FieldAddr:
			path, v = "."+objects.FieldOf(x).Name()+path, x.X
		case *ssa.UnOp:
			if x.Op != token.MUL {
				return object{}
			}
			if l := place.Variable(x.X); l != nil {
				if s := onlyStore(l); s != nil {
					v = s
					continue
				}
				return object{l, "*" + path}
			}
			path, v = "*"+path, x.X
		case *ssa.ChangeType:
			v = x.X
		case *ssa.FreeVar:
			if l := place.Variable(x); l != nil {
				v = l
				continue
			}
			return object{x, path}
		case *ssa.Parameter, *ssa.Alloc, *ssa.Global, *ssa.Call, *ssa.Extract, *ssa.Phi:
			return object{x, path}
		default:
			return object{}
		}
	}
	return object{}
}

// onlyStore is the one value that is stored to a variable in its own function, if it is; it may be captured.
func onlyStore(l *ssa.Alloc) ssa.Value {
	var one ssa.Value
	for _, instr := range *l.Referrers() {
		if s, ok := instr.(*ssa.Store); ok && s.Addr == ssa.Value(l) {
			if one != nil {
				return nil
			}
			one = s.Val
		}
	}
	return one
}

// sameValue reports whether two values are surely equal, or are read from one place.
func sameValue(x, y ssa.Value) bool {
	if x == y {
		return true
	}
	switch x := x.(type) {
	case *ssa.Const:
		y, ok := y.(*ssa.Const)
		return ok && x.Value != nil && y.Value != nil && x.Value.ExactString() == y.Value.ExactString()
	case *ssa.MakeInterface:
		y, ok := y.(*ssa.MakeInterface)
		return ok && sameValue(x.X, y.X)
	case *ssa.Field:
		y, ok := y.(*ssa.Field)
		return ok && x.Field == y.Field && sameValue(x.X, y.X)
	case *ssa.UnOp:
		y, ok := y.(*ssa.UnOp)
		if !ok || x.Op != token.MUL || y.Op != token.MUL {
			return false
		}
		a, b := objectOf(x.X), objectOf(y.X)
		return a.root != nil && a == b
	}
	return false
}

// identity reports whether values of a type lead to something that others may change or know: then two of them are not
// the same although they look alike.
func identity(t types.Type) bool {
	switch t := t.Underlying().(type) {
	case *types.Pointer, *types.Chan, *types.Map, *types.Slice, *types.Signature, *types.Interface:
		return true
	case *types.Struct:
		for f := range t.Fields() {
			if identity(f.Type()) {
				return true
			}
		}
	case *types.Array:
		return identity(t.Elem())
	}
	return false
}
