// This file finds notices that are dropped because nobody receives at that moment (T30), and goroutines that wait for
// an end that nobody makes (T31).

package fieldwaits

import (
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/branch"
	"github.com/syncvet/syncvet/internal/fielduse"
)

// dropped are the receives of notices that are only ever given to who waits already (T30).
func (r *finder) dropped() []lonely {
	var list []lonely
	for name, u := range r.All() {
		if u.Lost() || u.Tests || u.Made == 0 || u.Room || u.Late || !onlyOffered(u, name) {
			continue
		}
		offer := r.offer(u)
		if offer == nil {
			continue
		}
		for _, x := range slices.Concat(u.Of(fielduse.Receives), u.Of(fielduse.Polls)) {
			unit, own := r.Flow.Source.UnitOf(x.Instr.Parent())
			if !own || x.Sends || !goesRound(x.Instr.Block()) {
				continue
			}
			by, _ := r.Flow.Source.UnitOf(offer.Parent())
			list = append(list, lonely{
				What: facts.TakeRecv, Unit: unit, Name: name, At: r.Place(operationPos(x, name)),
				Drops: fielduse.Spot{Unit: by, At: r.Place(offer.(*ssa.Select).States[0].Pos)},
			})
			break
		}
	}
	return list
}

// onlyOffered reports whether all that is sent on a channel are notices without contents, offered to who waits, and
// the channel is never closed.
func onlyOffered(u *fielduse.Uses, name facts.Symbol) bool {
	some := false
	for _, x := range u.List {
		switch x.What {
		case fielduse.Sends, fielduse.Closes:
			return false
		case fielduse.Polls:
			s := x.Instr.(*ssa.Select)
			if !x.Sends {
				if !onlyLeaves(s, name) {
					return false // who receives has something else to do
				}
				continue
			}
			if s.Blocking || len(s.States) != 1 || !isNotice(s.States[0].Chan.Type()) {
				return false
			}
			some = true
		}
	}
	return some
}

// onlyLeaves reports whether a select waits for a notice on the channel of a field, and goes round again by that case
// and no other.
func onlyLeaves(s *ssa.Select, name facts.Symbol) bool {
	if !s.Blocking {
		return false
	}
	by, others := false, false
	branch.Cases(s, func(i int, cond *ssa.If) {
		switch back := branch.Reached(cond.Block().Succs[0], branch.Succs)[s.Block()]; {
		case !back || i < 0 || i >= len(s.States):
		case fielduse.HolderField(s.States[i].Chan) == name:
			by = true
		default:
			others = true
		}
	})
	return by && !others
}

// isNotice reports whether what is sent on a channel has no contents.
func isNotice(t types.Type) bool {
	c, ok := t.Underlying().(*types.Chan)
	if !ok {
		return false
	}
	s, ok := c.Elem().Underlying().(*types.Struct)
	return ok && s.NumFields() == 0
}

// offer is an offer of a notice before which its function has stored something: what the notice is about; nil if there
// is none.
func (r *finder) offer(u *fielduse.Uses) ssa.Instruction {
	for _, x := range u.Of(fielduse.Polls) {
		for _, b := range x.Instr.Parent().Blocks {
			if b != x.Instr.Block() && !b.Dominates(x.Instr.Block()) {
				continue
			}
			for _, i := range b.Instrs {
				if i == x.Instr {
					break
				}
				switch s := i.(type) {
				case *ssa.MapUpdate:
					return x.Instr
				case *ssa.Store:
					if _, field := s.Addr.(*ssa.FieldAddr); field {
						return x.Instr
					}
				}
			}
		}
	}
	return nil
}

// goesRound reports whether control may come from a block to itself.
func goesRound(b *ssa.BasicBlock) bool { return branch.Reached(b, branch.Succs)[b] }

// endlessly are the selects of goroutines whose only way out is a channel that nobody closes or sends on, and their
// loops over a channel that nobody closes (T31).
func (r *finder) endlessly() []lonely {
	var list []lonely
	for name, u := range r.All() {
		if u.Astray || u.Tests || u.Made == 0 || len(u.Of(fielduse.Closes)) > 0 {
			continue
		}
		if x := rangedFor(r, name, u); x != nil {
			unit, _ := r.Flow.Source.UnitOf(x.Parent())
			list = append(list, lonely{What: facts.TakeClose, Unit: unit, Name: name, At: r.Place(x.Pos())})
			continue
		}
		if len(u.Partners(facts.TakeRecv)) > 0 {
			continue
		}
		for _, x := range u.Of(fielduse.Polls) {
			s := x.Instr.(*ssa.Select)
			unit, own := r.Flow.Source.UnitOf(s.Parent())
			if !own || !s.Blocking || r.IsTest(s.Parent()) || !r.ends(name) || !r.startedByOthers(s.Parent()) ||
				!staysBut(s, func(x *ssa.SelectState) bool { return fielduse.HolderField(x.Chan) == name }) {
				continue
			}
			at := r.Place(operationPos(x, name))
			list = append(list, lonely{What: facts.TakeRecv, Unit: unit, Name: name, At: at})
			break
		}
	}
	return list
}

// rangedFor is the receive of a goroutine that goes round until a channel is closed; nil if there is none.
func rangedFor(r *finder, name facts.Symbol, u *fielduse.Uses) *ssa.UnOp {
	for _, x := range u.Of(fielduse.Receives) {
		recv, ok := x.Instr.(*ssa.UnOp)
		if !ok || r.IsTest(recv.Parent()) || !r.ends(name) || !r.startedByOthers(recv.Parent()) {
			continue
		}
		_, own := r.Flow.Source.UnitOf(recv.Parent())
		if _, drains := branch.Drain(recv); own && drains {
			return recv
		}
	}
	return nil
}

// ends reports whether the type that has a field has a method of which the name says that it ends the life of a value.
func (r *finder) ends(field facts.Symbol) bool {
	typ := field.Name[:max(strings.LastIndexByte(field.Name, '.'), 0)]
	return slices.ContainsFunc(r.Flow.Source.Funcs, func(fn *ssa.Function) bool {
		recv := fn.Signature.Recv()
		if recv == nil || !slices.ContainsFunc(lastMethods, func(p string) bool { return strings.HasPrefix(fn.Name(), p) }) {
			return false
		}
		t := recv.Type()
		if p, ok := t.(*types.Pointer); ok {
			t = p.Elem()
		}
		n, ok := types.Unalias(t).(*types.Named)
		return ok && n.Obj().Name() == typ
	})
}

// lastMethods begin the names of methods that end the life of a value.
var lastMethods = []string{"Close", "Stop", "Shutdown", "close", "stop", "shutdown"}

// startedByOthers reports whether a function is started as a goroutine only, and none of them stands in main.
func (r *finder) startedByOthers(fn *ssa.Function) bool {
	starts := r.OnlyStarts(fn)
	for _, g := range starts {
		if p := g.Parent(); r.IsTest(p) || p.Name() == "main" && p.Pkg != nil && p.Pkg.Pkg.Name() == "main" {
			return false
		}
	}
	return len(starts) > 0
}

// staysBut reports whether a function goes round a select, and returns by some of its cases only.
func staysBut(s *ssa.Select, leaves func(*ssa.SelectState) bool) bool {
	ends := map[*ssa.BasicBlock]bool{}
	branch.Cases(s, func(i int, cond *ssa.If) {
		if i >= 0 && i < len(s.States) && s.States[i].Dir == types.RecvOnly && leaves(s.States[i]) {
			ends[cond.Block().Succs[0]] = true
		}
	})
	next := branch.Reached(s.Block(), func(b *ssa.BasicBlock) []*ssa.BasicBlock {
		var list []*ssa.BasicBlock
		for _, to := range b.Succs {
			if !ends[to] {
				list = append(list, to)
			}
		}
		return list
	})
	for b := range next {
		if branch.Returns(b) {
			return false
		}
	}
	return len(ends) > 0 && next[s.Block()]
}
