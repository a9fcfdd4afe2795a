// This file finds handlers of users that are given, under its lock, an object whose methods take that lock (T44).

package lockpaths

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/evidence"
)

// handler is the name of the field that a call of a function value takes it from, if users set it.
func (r *Result) handler(c *ssa.CallCommon) (name facts.Symbol, ok bool) {
	if c.IsInvoke() || len(c.Args) == 0 {
		return facts.Symbol{}, false
	}
	f, name := funcField(c.Value)
	return name, f != nil && r.users().of(f, name)
}

// hands adds what the methods take that a user's handler may call on what it is given.
func (m *reader) hands(h *happening, instr ssa.CallInstruction) {
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
		for _, fn := range m.offered(shown, recv.Type()) {
			var got happening
			m.fold(&got, closure{fn: fn}, []ssa.Value{recv}, instr.Pos(), false, hop, nil)
			for _, t := range got.takes {
				if t.mode < facts.TakeRecv && t.mode != facts.TakeOnce && !slices.ContainsFunc(h.takes, func(u reach) bool {
					return u.spot == t.spot && u.mode <= t.mode
				}) {
					t.doubt, t.user = 1, true
					h.takes = append(h.takes, t)
				}
			}
		}
	}
}

// offered are the exported methods that who is given a value of one type finds in it, of the type that it really has.
func (m *reader) offered(shown, real types.Type) []*ssa.Function {
	p, ok := types.Unalias(real).(*types.Pointer)
	if !ok {
		return nil
	}
	n, ok := types.Unalias(p.Elem()).(*types.Named)
	if !ok || n.Obj().Pkg() != m.fn.Pkg.Pkg {
		return nil
	}
	if st, ok := n.Underlying().(*types.Struct); ok && !types.IsInterface(shown) && showsFields(st) {
		return nil
	}
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
func showsFields(st *types.Struct) bool {
	for f := range st.Fields() {
		if f.Exported() && !f.Embedded() {
			return true
		}
	}
	return false
}
