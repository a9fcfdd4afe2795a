// This file finds function literals that have ended because who has received them in a message, and called them, has
// signalled on a channel of the same message afterwards (A31).

package ended

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/internal/branch"
	"github.com/syncvet/syncvet/internal/place"
)

// A member is a field of a struct type of the package, by its number.
type member struct {
	of    *types.Struct // the type
	field int           // index of the field
}

// answeredBeside are the places where the maker of a literal has received from a channel that it has put into a message
// beside the literal, if that is signalled only by who has called the literal of the same message.
func (r *Package) answeredBeside(m *ssa.MakeClosure) []Over {
	message, call := putInto(m)
	if message == nil {
		return nil
	}
	var list []Over
	copies := copiesOf(message)
	known := sentFrom(copies)
	for _, use := range copies.uses() {
		at, ok := use.(*ssa.FieldAddr)
		if !ok || at.Field == call.field {
			continue
		}
		answer := member{call.of, at.Field}
		if !place.IsChan(call.of.Field(at.Field).Type()) || !r.signalledBehind(answer, call.field) {
			continue
		}
		for _, x := range uses(at) {
			switch x := x.(type) {
			case *ssa.UnOp:
				received, _ := receives(m, x)
				list = append(list, received...)
			case *ssa.Store:
				if !isMadeChan(x.Val) {
					return nil
				}
				for _, y := range uses(x.Val) {
					if u, ok := y.(*ssa.UnOp); ok && u.Op == token.ARROW {
						list = append(list, Over{Lit: m, at: u})
					}
				}
			}
		}
	}
	for k := range list {
		list[k].known = known
	}
	return list
}

// putInto is the variable of a struct of which a literal is stored to a field, and nothing else is done with it.
func putInto(m *ssa.MakeClosure) (*ssa.Alloc, member) {
	u := uses(m)
	if len(u) != 1 {
		return nil, member{}
	}
	st, ok := u[0].(*ssa.Store)
	if !ok || st.Val != ssa.Value(m) {
		return nil, member{}
	}
	at, ok := st.Addr.(*ssa.FieldAddr)
	if !ok {
		return nil, member{}
	}
	message, ok := at.X.(*ssa.Alloc)
	if !ok {
		return nil, member{}
	}
	of, _ := message.Type().Underlying().(*types.Pointer).Elem().Underlying().(*types.Struct)
	return message, member{of, at.Field}
}

// variables hold one message.
type variables []*ssa.Alloc

// copiesOf are the variables of a message: the one in which it is made, and those that it is copied to as a whole and
// that nothing else is stored to.
func copiesOf(message *ssa.Alloc) variables {
	list := variables{message}
	for _, use := range uses(message) {
		load, ok := use.(*ssa.UnOp)
		if !ok {
			continue
		}
		for _, x := range uses(load) {
			if st, ok := x.(*ssa.Store); ok && st.Val == ssa.Value(load) {
				if a, ok := st.Addr.(*ssa.Alloc); ok {
					if only, ok := onlyStore(a); ok && only == st {
						list = append(list, a)
					}
				}
			}
		}
	}
	return list
}

// uses are the instructions that use the variables.
func (v variables) uses() (list []ssa.Instruction) {
	for _, a := range v {
		list = append(list, uses(a)...)
	}
	return list
}

// sentFrom is the block from which on others know a message: where it is sent, or the case of a select that sends it;
// nil if it may be known otherwise.
func sentFrom(message variables) (known *ssa.BasicBlock) {
	for _, use := range message.uses() {
		sent, instrs := ssa.Value(nil), []ssa.Instruction{use}
		switch x := use.(type) {
		case *ssa.FieldAddr, *ssa.Store:
			continue
		case *ssa.UnOp:
			sent, instrs = x, uses(x)
		case *ssa.Send:
			sent = x.X
		}
		for _, x := range instrs {
			at := x.Block()
			switch x := x.(type) {
			case *ssa.Store:
				if a, ok := x.Addr.(*ssa.Alloc); !ok || !slices.Contains(message, a) {
					return nil
				}
				continue
			case *ssa.Send:
			case *ssa.Select:
				k := slices.IndexFunc(x.States, func(s *ssa.SelectState) bool {
					a, _ := s.Send.(*ssa.Alloc)
					return s.Send != nil && (s.Send == sent || slices.Contains(message, a))
				})
				if body := branch.CaseBody(x, k); body != nil {
					at = body
				}
			default:
				return nil
			}
			if known != nil {
				return nil
			}
			known = at
		}
	}
	return known
}

// signalledBehind reports whether all that the package does with the channel in a field is to receive from it, to put
// new ones there, and to signal on it behind a call of what lies in another field of the same message.
func (r *Package) signalledBehind(ch member, call int) bool {
	pair := [2]member{ch, {ch.of, call}}
	known, ok := r.paired[pair]
	if !ok {
		known = r.findSignalled(ch, pair[1])
		r.paired[pair] = known
	}
	return known
}

// findSignalled goes through the package for it.
func (r *Package) findSignalled(ch, call member) bool {
	if ch.of.Field(ch.field).Exported() {
		return false
	}
	some := false
	for _, fn := range r.src.Funcs {
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				v, base := memberRead(instr, ch)
				if v == nil {
					continue
				}
				for _, use := range uses(v) {
					switch {
					case sentTo(use) == v:
						if !calledBefore(base, call, use) {
							return false
						}
						some = true
					case !receivesFrom(use, v):
						return false
					}
				}
			}
		}
	}
	return some
}

// memberRead is the value that an instruction reads from a field of a struct, and what it reads it from: the struct, or
// its address.
func memberRead(instr ssa.Instruction, m member) (v, base ssa.Value) {
	switch x := instr.(type) {
	case *ssa.Field:
		if x.Field == m.field && x.X.Type().Underlying() == types.Type(m.of) {
			return x, x.X
		}
	case *ssa.UnOp:
		at, ok := x.X.(*ssa.FieldAddr)
		if ok && x.Op == token.MUL && at.Field == m.field &&
			at.X.Type().Underlying().(*types.Pointer).Elem().Underlying() == types.Type(m.of) {
			return x, at.X
		}
	}
	return nil, nil
}

// receivesFrom reports whether an instruction does nothing with a channel but receive from it.
func receivesFrom(instr ssa.Instruction, ch ssa.Value) bool {
	switch x := instr.(type) {
	case *ssa.UnOp:
		return x.Op == token.ARROW
	case *ssa.Select:
		return !slices.ContainsFunc(x.States, func(s *ssa.SelectState) bool {
			return s.Send == ch || s.Chan == ch && s.Dir == types.SendOnly
		})
	}
	return false
}

// calledBefore reports whether, before an instruction, what lies in a field of a message is called.
func calledBefore(base ssa.Value, m member, before ssa.Instruction) bool {
	for _, b := range before.Parent().Blocks {
		for _, instr := range b.Instrs {
			call, ok := instr.(*ssa.Call)
			if !ok || !branch.Precedes(call, before) {
				continue
			}
			from, ok := call.Call.Value.(ssa.Instruction)
			if !ok {
				continue
			}
			if v, of := memberRead(from, m); v != nil && of == base {
				return true
			}
		}
	}
	return false
}
