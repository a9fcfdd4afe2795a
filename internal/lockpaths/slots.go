// This file follows the slots of semaphores, channels with a buffer that are sent to by who comes and received from by
// who goes, along the ways of a function (T18).

package lockpaths

import (
	"go/constant"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/fielduse"
	"github.com/syncvet/syncvet/internal/place"
)

// slotAt is the slot that a channel operation takes or gives back.
func (m *reader) slotAt(ch ssa.Value, op slotOp, pos token.Pos) (lockEvent, bool) {
	load, ok := ch.(*ssa.UnOp)
	if !ok || load.Op != token.MUL || !m.r.Semaphore(ch) {
		return lockEvent{}, false
	}
	return lockEvent{at: m.place(pos), slot: op, path: m.spots.Of(load.X), name: fielduse.HolderField(ch)}, true
}

// selectedSlot is what happens on one side of a condition that says which case of a select has been chosen: what the
// case does, and where a slot is given back or a default chosen, the same on the other side, for then no slot was
// taken.
func (m *reader) selectedSlot(cond ssa.Value, side bool) (lockEvent, bool) {
	eq, ok := cond.(*ssa.BinOp)
	if !ok || eq.Op != token.EQL {
		return lockEvent{}, false
	}
	index, ok := eq.X.(*ssa.Extract)
	k, isConst := eq.Y.(*ssa.Const)
	if !ok || !isConst || index.Index != 0 || k.Value == nil || k.Value.Kind() != constant.Int {
		return lockEvent{}, false
	}
	s, ok := index.Tuple.(*ssa.Select)
	if !ok || k.Int64() < 0 || int(k.Int64()) >= len(s.States) {
		return lockEvent{}, false
	}
	st := s.States[k.Int64()]
	if !side && (s.Blocking || st.Dir == types.SendOnly) {
		return lockEvent{}, false
	}
	op := givesSlot
	if st.Dir == types.SendOnly {
		op = takesSlot
	}
	return m.slotAt(st.Chan, op, st.Pos)
}

// selects reports whether a function takes or gives back a slot in a case of a select.
func (m *reader) selects() bool {
	return slices.ContainsFunc(m.fn.Blocks, func(b *ssa.BasicBlock) bool {
		c, ok := b.Instrs[len(b.Instrs)-1].(*ssa.If)
		if !ok {
			return false
		}
		_, ok = m.selectedSlot(c.Cond, true)
		return ok
	})
}

// useSlot takes a slot or gives one back.
func (m *simulation) useSlot(s *pathState, spot place.Path, op slotOp, name facts.Symbol, at facts.Position) {
	if !spot.Known() || slices.Contains(s.lostSlots, spot) {
		return
	}
	k := slices.IndexFunc(s.slots, func(h hold) bool { return h.spot == spot })
	switch {
	case op == takesSlot && k >= 0 && s.slots[k].at == at: // in another round: there is no need to count them
	case op == takesSlot:
		s.back = dropSpot(s.back, spot)
		s.slots = append(s.slots, hold{spot: spot, name: name, at: at})
	case op == noSlot:
		s.loseSlot(spot)
	case k >= 0:
		s.slots = slices.Delete(s.slots, k, k+1)
		s.back = addSpot(s.back, spot)
	default:
		s.given = addSpot(s.given, spot)
		if m.fn.Parent() == nil {
			m.r.givers = append(m.r.givers, giver{m.fn, name})
		}
	}
}

// loseSlot forgets everything about a slot: somebody else may give it back.
func (s *pathState) loseSlot(p place.Path) {
	s.slots = slices.DeleteFunc(s.slots, func(h hold) bool { return h.spot == p })
	s.back, s.given, s.lostSlots = dropSpot(s.back, p), dropSpot(s.given, p), addSpot(s.lostSlots, p)
}

// slotEffects are what calls of the function do with slots.
func (m *verdict) slotEffects() []slotEffect {
	var changed []place.Path
	held := map[place.Path]hold{}
	name := map[place.Path]facts.Symbol{}
	for _, list := range m.blocks {
		for i := range list {
			name[list[i].path] = list[i].name
			for _, x := range list[i].slots {
				name[x.semaphore] = x.name
			}
		}
	}
	for _, e := range m.exits {
		for _, h := range e.state.slots {
			changed = addSpot(changed, h.spot)
			held[h.spot] = h
			name[h.spot] = h.name
		}
		for _, p := range slices.Concat(e.state.given, e.state.lostSlots) {
			changed = addSpot(changed, p)
		}
	}
	var list []slotEffect
	for _, p := range changed {
		rel, ok := m.spots.Relative(p)
		if !ok {
			continue
		}
		op, first := noSlot, true
		for _, e := range m.exits {
			here := e.state.slotOp(p)
			if first {
				op = here
			} else if op != here {
				op = noSlot
			}
			first = false
		}
		list = append(list, slotEffect{path: rel, op: op, name: name[p], at: held[p].at})
	}
	return list
}

// slotOp is what has been done with a slot.
func (s *pathState) slotOp(p place.Path) slotOp {
	switch {
	case slices.Contains(s.lostSlots, p):
		return noSlot
	case slices.ContainsFunc(s.slots, func(h hold) bool { return h.spot == p }):
		return takesSlot
	case slices.Contains(s.given, p):
		return givesSlot
	}
	return noSlot
}

// leftSlots notes the returns that keep a slot (T18).
func (m *verdict) leftSlots(unit int) {
	for _, e := range m.exits {
		if _, ok := e.instr.(*ssa.Return); !ok || len(e.state.slots) == 0 {
			continue
		}
		h := e.state.slots[0]
		if _, ok := m.spots.Relative(h.spot); !ok {
			continue
		}
		kept, freed, handed, clear := m.slotReturns(h.spot)
		x := leftSlot{failed: m.fails(e), always: len(freed)+len(handed) == 0,
			mistake: mistake{Kind: LeftSlot, Unit: unit, Name: h.name, Doubt: 1, Held: h.at, At: m.ending(e.instr)}}
		switch {
		case !clear:
			continue
		case x.always:
			if !x.failed || !slices.ContainsFunc(kept, m.succeeds) {
				continue
			}
		case len(handed) > 0:
			if !x.failed || slices.ContainsFunc(handed, func(e exit) bool { return !m.succeeds(e) }) {
				continue
			}
		case m.noted([]exit{e}, freed):
			continue
		default:
			if _, bad := m.untold([]exit{e}, freed); !bad {
				continue
			}
		}
		if !slices.ContainsFunc(m.r.leftSlots, func(y leftSlot) bool { return y.mistake.At == x.mistake.At }) {
			m.r.leftSlots = append(m.r.leftSlots, x)
		}
	}
}

// slotReturns are the returns that keep a slot, those that have given it back, and those behind which a goroutine does
// so; false if of some nothing is known.
func (m *verdict) slotReturns(p place.Path) (kept, freed, handed []exit, clear bool) {
	for _, e := range m.exits {
		if _, ok := e.instr.(*ssa.Return); !ok {
			continue
		}
		switch {
		case slices.Contains(e.state.handed, p):
			handed = append(handed, e)
		case slices.Contains(e.state.lostSlots, p), slices.Contains(e.state.given, p):
			return nil, nil, nil, false
		case slices.ContainsFunc(e.state.slots, func(h hold) bool { return h.spot == p }):
			kept = append(kept, e)
		case slices.Contains(e.state.back, p):
			freed = append(freed, e)
		}
	}
	return kept, freed, handed, true
}

// fails reports whether a return surely reports an error, and nothing else that is set.
func (m *verdict) fails(e exit) bool {
	failed := false
	for _, v := range e.instr.(*ssa.Return).Results {
		c := m.conds.class(v, e.state)
		switch {
		case place.IsError(v.Type()):
			failed = c != "" && c != "nil"
		case !isBasic(v.Type()) && c != "nil":
			return false
		}
	}
	return failed
}

// succeeds reports whether a return surely reports no error.
func (m *verdict) succeeds(e exit) bool {
	return slices.ContainsFunc(e.instr.(*ssa.Return).Results, func(v ssa.Value) bool {
		return place.IsError(v.Type()) && m.conds.class(v, e.state) == "nil"
	})
}

// slotsLeft are the slots that nobody gives back. Where another function gives back what it has not taken, only returns
// that report an error count: after the others the caller goes on to call it.
func (r *Result) slotsLeft() []mistake {
	var list []mistake
	for _, x := range r.leftSlots {
		elsewhere := slices.ContainsFunc(r.givers, func(g giver) bool { return g.name == x.mistake.Name && r.openly(g.fn) })
		if (!elsewhere || x.failed) && (!x.always || elsewhere && r.plainly(x.mistake.Name)) {
			list = append(list, x.mistake)
		}
	}
	return list
}

// plainly reports whether slots of a semaphore are given back one by one, not in loops or selects: nobody receives
// messages there.
func (r *Result) plainly(name facts.Symbol) bool {
	return !slices.ContainsFunc(r.All()[name].List, func(u fielduse.Use) bool {
		return u.What == fielduse.Polls && !u.Sends ||
			u.What == fielduse.Receives && r.Flow.Graph(u.Instr.Parent()).Cyclic(u.Instr.Block())
	})
}

// openly reports whether others than functions of the package may call a function: it is exported, or none of them
// calls it by name.
func (r *Result) openly(fn *ssa.Function) bool {
	if fn.Object() == nil || fn.Object().Exported() {
		return true
	}
	return len(r.Callers(fn)) == 0
}

// givesBack are the semaphores of which a function, or what it calls or makes, gives slots back.
func (r *Result) givesBack(fn *ssa.Function, seen map[*ssa.Function]bool) []facts.Symbol {
	if fn == nil || seen[fn] || len(seen) > maxSlotCallees {
		return nil
	}
	seen[fn] = true
	var list []facts.Symbol
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			switch x := instr.(type) {
			case *ssa.UnOp:
				if x.Op == token.ARROW && r.Semaphore(x.X) {
					list = append(list, fielduse.HolderField(x.X))
				}
			case *ssa.Select:
				for _, st := range x.States {
					if st.Dir == types.RecvOnly && r.Semaphore(st.Chan) {
						list = append(list, fielduse.HolderField(st.Chan))
					}
				}
			case *ssa.MakeClosure:
				list = append(list, r.givesBack(x.Fn.(*ssa.Function), seen)...)
			case ssa.CallInstruction:
				if g := x.Common().StaticCallee(); g != nil {
					if _, own := r.Flow.Source.UnitOf(g); own {
						list = append(list, r.givesBack(g, seen)...)
					}
				}
			}
		}
	}
	return list
}

// handsOver are the semaphores of which a goroutine, or a function value that goes elsewhere, may give slots back.
func (m *reader) handsOver(instr ssa.Instruction) []facts.Symbol {
	switch x := instr.(type) {
	case *ssa.Go:
		if c, ok := m.callee(x.Common()); ok {
			return m.r.givesBack(c.fn, map[*ssa.Function]bool{})
		}
	case *ssa.MakeClosure:
		if !onlyCalled(x) {
			if g, _, ok := m.method(closure{fn: x.Fn.(*ssa.Function), bindings: x.Bindings}); ok {
				return m.r.givesBack(g, map[*ssa.Function]bool{})
			}
			return m.r.givesBack(x.Fn.(*ssa.Function), map[*ssa.Function]bool{})
		}
	}
	return nil
}

// loseSlots forgets the slots of some semaphores.
func (s *pathState) loseSlots(names []facts.Symbol) {
	for _, h := range slices.Clone(s.slots) {
		if slices.Contains(names, h.name) {
			s.loseSlot(h.spot)
			s.handed = addSpot(s.handed, h.spot)
		}
	}
}

// foldSlots adds what a callee does with slots.
func (m *reader) foldSlots(h *lockEvent, s *summary, c closure, args []ssa.Value, sure bool) {
	for _, e := range s.slots {
		if p := m.locate(e.path, c, args); p.Known() {
			if !sure {
				e.op = noSlot
			}
			h.slots = append(h.slots, slotChange{e, p})
		}
	}
}
