// This file finds who asks (Q1).

package requests

import (
	"go/constant"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/branch"
	"github.com/syncvet/syncvet/internal/fielduse"
	"github.com/syncvet/syncvet/internal/place"
	"github.com/syncvet/syncvet/passes/source"
)

// An asker is a function that sends a request and waits for the answer.
type asker struct {
	waits   *ssa.UnOp           // the receive of the answer
	addr    *ssa.FieldAddr      // where it has stored the channel for the answer
	message types.Type          // of the request as it is sent, a struct or a pointer to one
	element types.Type          // of the channel on which it is sent
	to      facts.Symbol        // the field that holds that channel; zero: not known
	copied  map[*ssa.Store]bool // where the struct is stored in the variable that holds it; empty: nowhere
	known   map[int]*ssa.Const  // what other fields hold, by index; without those that may hold anything
}

// askers are the askers of a function.
func askers(fn *ssa.Function) []*asker {
	var list []*asker
	for _, b := range fn.Blocks {
		for _, i := range b.Instrs {
			if m, ok := i.(*ssa.MakeChan); ok {
				if a := newAsker(m); a != nil {
					list = append(list, a)
				}
			}
		}
	}
	return list
}

// newAsker is who asks with a new channel; nil if that is used in another way.
func newAsker(m *ssa.MakeChan) *asker {
	a := &asker{}
	for _, i := range *m.Referrers() {
		switch x := i.(type) {
		case *ssa.DebugRef:
		case *ssa.Store:
			addr, ok := x.Addr.(*ssa.FieldAddr)
			if !ok || a.addr != nil || x.Val != ssa.Value(m) {
				return nil
			}
			a.addr = addr
		case *ssa.UnOp:
			a.waits = x
		default:
			return nil
		}
	}
	if a.addr == nil {
		return nil
	}
	base, ok := a.addr.X.(*ssa.Alloc)
	if !ok {
		return nil
	}
	a.known = map[int]*ssa.Const{}
	fields, ok := source.Deref(base.Type()).Underlying().(*types.Struct)
	if !ok {
		return nil
	}
	for i := range fields.NumFields() {
		a.known[i] = ssa.NewConst(zero(fields.Field(i).Type()), fields.Field(i).Type())
	}
	if !a.isMessage(base) || a.waits == nil || a.element == nil {
		return nil
	}
	return a
}

// isMessage reports whether a variable is a request that is sent, and used in no other way.
func (a *asker) isMessage(base *ssa.Alloc) bool {
	for _, i := range *base.Referrers() {
		switch x := i.(type) {
		case *ssa.DebugRef:
		case *ssa.FieldAddr:
			if !a.field(x) {
				return false
			}
		case *ssa.Store: // of what it is a copy of
			if x.Addr != ssa.Value(base) || !a.copied[x] {
				return false
			}
		case *ssa.UnOp:
			if !a.sent(x) {
				return false
			}
		default:
			if !a.sentBy(i, base) {
				return false
			}
		}
	}
	return true
}

// field reports whether the address of a field of the request is used as of one's own, and notes what is known of it.
func (a *asker) field(addr *ssa.FieldAddr) bool {
	stored := false
	for _, i := range *addr.Referrers() {
		switch x := i.(type) {
		case *ssa.DebugRef:
		case *ssa.Store:
			if addr.Field == a.addr.Field && addr != a.addr {
				return false
			}
			c, _ := x.Val.(*ssa.Const)
			if c == nil || stored {
				delete(a.known, addr.Field)
			} else {
				a.known[addr.Field] = c
			}
			stored = true
		case *ssa.UnOp:
			if addr.Field == a.addr.Field && !a.answer(x) {
				return false
			}
		default:
			if addr.Field == a.addr.Field {
				return false
			}
			delete(a.known, addr.Field)
		}
	}
	return true
}

// answer reports whether the channel for the answer, as loaded from the request, is only received from.
func (a *asker) answer(ch *ssa.UnOp) bool {
	for _, i := range *ch.Referrers() {
		switch x := i.(type) {
		case *ssa.DebugRef:
		case *ssa.UnOp:
			a.waits = x
		default:
			return false
		}
	}
	return true
}

// sent reports whether the request, as a value, is only sent.
func (a *asker) sent(v ssa.Value) bool {
	for _, i := range *v.Referrers() {
		if !a.sentBy(i, v) {
			return false
		}
	}
	return true
}

// sentBy reports whether an instruction sends the request, and notes as what.
func (a *asker) sentBy(i ssa.Instruction, v ssa.Value) bool {
	var ch ssa.Value
	switch x := i.(type) {
	case *ssa.DebugRef:
		return true
	case *ssa.Store:
		to, ok := x.Addr.(*ssa.Alloc)
		if !ok || x.Val != v || len(a.copied) > 0 {
			return false
		}
		a.copied = map[*ssa.Store]bool{x: true}
		return a.isMessage(to)
	case *ssa.MakeInterface:
		return a.sent(x)
	case *ssa.Send:
		if x.X == v {
			ch = x.Chan
		}
	case *ssa.Select:
		for _, st := range x.States {
			if st.Dir == types.SendOnly && st.Send == v {
				ch = st.Chan
			}
		}
	}
	if ch == nil || a.element != nil {
		return false
	}
	a.to = fielduse.HolderField(ch)
	if a.element = element(ch); a.element == nil {
		return false
	}
	if a.message = v.Type(); types.IsInterface(v.Type()) {
		boxed, ok := v.(*ssa.MakeInterface)
		if !ok {
			return false
		}
		a.message = boxed.X.Type()
	}
	return true
}

// zero is the value of a variable of a basic type that nothing has been stored in; nil for others, as for pointers.
func zero(t types.Type) constant.Value {
	b, ok := t.Underlying().(*types.Basic)
	switch {
	case !ok:
		return nil
	case b.Info()&types.IsBoolean != 0:
		return constant.MakeBool(false)
	case b.Info()&types.IsString != 0:
		return constant.MakeString("")
	case b.Info()&types.IsInteger != 0:
		return constant.MakeInt64(0)
	}
	return nil
}

// A request is a receive of requests of an asker (Q2).
type request struct {
	at    ssa.Instruction // the receive, or the select
	value ssa.Value       // the request
	start *ssa.BasicBlock // where it has been received
	index int             // the instruction of that block
	ok    ssa.Value       // says that it has been received; nil for none
}

// received are the receives of an asker's requests by a function.
func (a *asker) received(fn *ssa.Function) []request {
	var list []request
	for _, b := range fn.Blocks {
		for k, i := range b.Instrs {
			switch x := i.(type) {
			case *ssa.UnOp:
				if x.Op != token.ARROW || !a.carries(x.X) {
					continue
				}
				r := request{at: x, value: x, start: b, index: k + 1}
				if x.CommaOk {
					r.value, r.ok = place.Part(x, 0), place.Part(x, 1)
				}
				list = append(list, r)
			case *ssa.Select:
				for k, st := range x.States {
					if st.Dir != types.RecvOnly || !a.carries(st.Chan) {
						continue
					}
					if to := branch.CaseBody(x, k); to != nil {
						value := place.Part(x, branch.Received(x, k))
						list = append(list, request{at: x, value: value, start: to, ok: place.Part(x, 1)})
					}
				}
			}
		}
	}
	return list
}

// carries reports whether a channel may carry the requests: it is not known to be that of another field.
func (a *asker) carries(ch ssa.Value) bool {
	none, from := facts.Symbol{}, fielduse.HolderField(ch)
	e := element(ch)
	return e != nil && types.Identical(e, a.element) && (from == a.to || from == none || a.to == none)
}

// element is the type of a channel's elements; nil if the channel's type is a parameter.
func element(ch ssa.Value) types.Type {
	if t, ok := ch.Type().Underlying().(*types.Chan); ok {
		return t.Elem()
	}
	return nil
}
