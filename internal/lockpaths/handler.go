// This file finds handlers of users that are called under the lock of an object whose methods take that lock: they are
// given it (T44), or may know it (T80).

package lockpaths

import (
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/evidence"
	"github.com/syncvet/syncvet/passes/locks"
	"github.com/syncvet/syncvet/passes/source"
)

// handler is the name of the field that a call of a function value takes it from, if users set it.
func (r *Result) handler(c *ssa.CallCommon) (name facts.Symbol, ok bool) {
	if c.IsInvoke() {
		return facts.Symbol{}, false
	}
	f, name := funcField(c.Value)
	return name, f != nil && r.users().of(f, name)
}

// hands adds what the methods take that a user's handler may call on what it is given.
func (m *reader) hands(h *lockEvent, instr ssa.CallInstruction) {
	common := instr.Common()
	name, ok := m.r.handler(common)
	if !ok {
		return
	}
	hop := []evidence.Frame{{Func: name, Call: m.place(instr.Pos())}}
	for _, a := range common.Args {
		recv, shown := a, a.Type()
		if x, ok := a.(*ssa.MakeInterface); ok {
			recv = x.X
		}
		if n := m.ownNamed(recv.Type()); n == nil || !types.IsInterface(shown) && showsFields(n) {
			continue
		}
		m.called(h, recv, shown, instr, hop)
	}
	if !tells(common.Signature()) || prints(common.Signature(), name.Name) || !imported(m.fn.Pkg.Pkg) ||
		!m.knows(common.Value) {
		return
	}
	for _, v := range m.owners() {
		if n := m.ownNamed(v.Type()); n != nil && n.Obj().Exported() {
			m.called(h, v, v.Type(), instr, hop)
		}
	}
}

// called adds what the exported methods of an object take, as the type that users see shows them.
func (m *reader) called(
	h *lockEvent,
	recv ssa.Value,
	shown types.Type,
	instr ssa.CallInstruction,
	hop []evidence.Frame,
) {
	for _, fn := range m.offered(shown, recv.Type()) {
		var got lockEvent
		m.fold(&got, closure{fn: fn}, []ssa.Value{recv}, instr.Pos(), false, hop, nil)
		for _, t := range got.acquires {
			if t.mode < facts.TakeRecv && t.mode != facts.TakeOnce && !slices.ContainsFunc(h.acquires,
				func(u calleeAcquisition) bool {
					return u.lock == t.lock && u.mode <= t.mode
				}) {
				t.doubt, t.user = 1, true
				h.acquires = append(h.acquires, t)
			}
		}
	}
}

// knows reports whether who has set a user's function has an object of the package by then: he has called a method, or
// calls one with what the function is in.
func (m *reader) knows(v ssa.Value) bool {
	f, _ := funcField(v)
	if m.r.users().later[f] {
		return true
	}
	if c, ok := v.(*ssa.ChangeType); ok {
		v = c.X
	}
	load, ok := v.(*ssa.UnOp)
	if !ok {
		return false
	}
	p, ok := source.Root(load.X).(*ssa.Parameter)
	return ok && m.fn.Signature.Recv() != nil && p != m.fn.Params[0]
}

// tells reports whether a function of a user's only hears of something: it has no results, or may say that it failed.
func tells(sig *types.Signature) bool {
	res := sig.Results()
	return res.Len() == 0 || res.Len() == 1 && types.Identical(res.At(0).Type(), types.Universe.Lookup("error").Type())
}

// prints reports whether a function of a user's writes what happens somewhere, by its parameters, as those of Printf,
// or by its name: who gives such a function has it from elsewhere, and that does not call back (T80).
func prints(sig *types.Signature, name string) bool {
	name = strings.ToLower(name)
	return sig.Variadic() || slices.ContainsFunc([]string{"log", "print", "trace", "debug"}, func(s string) bool {
		return strings.Contains(name, s)
	})
}

// imported reports whether users of the module can import a package.
func imported(p *types.Package) bool {
	return p.Name() != "main" && !slices.Contains(strings.Split(p.Path(), "/"), "internal")
}

// owners are the objects whose locks a function may hold where it calls a user's function: its receiver, and those of
// whose fields it locks mutexes itself (T80).
func (m *reader) owners() []ssa.Value {
	var list []ssa.Value
	add := func(v ssa.Value) {
		if !slices.Contains(list, v) {
			list = append(list, v)
		}
	}
	if m.fn.Signature.Recv() != nil {
		add(m.fn.Params[0])
	}
	for _, b := range m.fn.Blocks {
		for _, instr := range b.Instrs {
			c, ok := instr.(ssa.CallInstruction)
			if !ok || c.Common().IsInvoke() {
				continue
			}
			if row := m.r.Flow.Model(c); row != nil {
				if s, ok := locks.Operation(row, c); ok && s.Op != facts.Unlock && s.Op != facts.RUnlock {
					if a, ok := s.Mutex().(*ssa.FieldAddr); ok {
						add(a.X)
					}
				}
			}
		}
	}
	return list
}

// ownNamed is the named struct type of this package that a value points to; nil: none.
func (m *reader) ownNamed(t types.Type) *types.Named {
	p, ok := types.Unalias(t).(*types.Pointer)
	if !ok {
		return nil
	}
	if n, ok := types.Unalias(p.Elem()).(*types.Named); ok && n.Obj().Pkg() == m.fn.Pkg.Pkg {
		return n
	}
	return nil
}

// offered are the exported methods that who is given a value of one type finds in it, of the type that it really has.
func (m *reader) offered(shown, real types.Type) []*ssa.Function {
	var list []*ssa.Function
	set := types.NewMethodSet(shown)
	for i := range set.Len() {
		if name := set.At(i).Obj().Name(); token.IsExported(name) {
			if fn := m.methodOf(real, name); fn != nil {
				list = append(list, fn)
			}
		}
	}
	return list
}

// showsFields reports whether a struct has exported fields: a handler may be given it for these.
func showsFields(n *types.Named) bool {
	st, ok := n.Underlying().(*types.Struct)
	if !ok {
		return false
	}
	for f := range st.Fields() {
		if f.Exported() && !f.Embedded() {
			return true
		}
	}
	return false
}
