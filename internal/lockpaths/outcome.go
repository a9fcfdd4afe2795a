// This file sums up a simulation: what a call of the function does to locks, in its own terms (T2).

package lockpaths

import (
	"slices"
	"unicode/utf8"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/branch"
	"github.com/syncvet/syncvet/internal/place"
)

// summary is what callers need to know.
func (m *verdict) summary() *summary {
	if m.over {
		return nil
	}
	s := &summary{acquires: m.takes, invokes: m.invokes, slots: m.slotEffects()}
	all, called := ^uint64(0), ^uint64(0)
	for _, e := range m.exits {
		all &= e.state.taken
		called &= e.state.called
	}
	for i := range s.invokes {
		s.invokes[i].sure = len(m.exits) > 0 && (called&(1<<i) != 0 || m.eachRound(m.invoked[i]))
	}
	for i := range s.acquires {
		if (all&(1<<i) == 0 || len(m.exits) == 0) && !s.acquires[i].user {
			s.acquires[i].doubt++
		}
	}
	s.effects = m.effects()
	return s
}

// eachRound reports whether a block is passed in every round of a loop to which every way through the function leads.
func (m *verdict) eachRound(b *ssa.BasicBlock) bool {
	in := branch.Around(b)
	for head := range in {
		if !slices.ContainsFunc(head.Preds, func(p *ssa.BasicBlock) bool { return !in[p] }) || !head.Dominates(b) {
			continue
		}
		late := func(p *ssa.BasicBlock) bool { return in[p] && !b.Dominates(p) }
		past := func(e exit) bool { return !head.Dominates(e.instr.Block()) }
		return !slices.ContainsFunc(head.Preds, late) && !slices.ContainsFunc(m.exits, past)
	}
	return false
}

// effects compares the returns.
func (m *verdict) effects() []effect {
	var changed []place.Path
	for _, e := range m.exits {
		if _, ok := e.instr.(*ssa.Return); !ok {
			continue
		}
		for _, h := range e.state.holds {
			changed = addSpot(changed, h.spot)
		}
		for _, p := range append(slices.Clone(e.state.open), e.state.lost...) {
			changed = addSpot(changed, p)
		}
	}
	var list []effect
	for _, p := range changed {
		if rel, ok := m.spots.Relative(p); ok && !m.restored(p) {
			list = append(list, effect{rel, m.effect(p)})
		} else if rel, ok := m.behind(p); ok {
			list = append(list, effect{rel, facts.Unlock})
		}
	}
	return list
}

// behind is a lock that the function unlocks, and has not locked, by a pointer that it has found behind a parameter:
// callers know which field it is (T17).
func (m *verdict) behind(p place.Path) (place.OuterPath, bool) {
	opens := func(e exit) bool { return slices.Contains(e.state.open, p) }
	last, n := utf8.DecodeLastRuneInString(p.Steps)
	k := m.parameter(p)
	if n == 0 || k < 0 || !slices.ContainsFunc(m.exits, opens) {
		return place.OuterPath{}, false
	}
	return place.OuterPath{Root: facts.RootBehind, Index: k, Steps: string(last)}, true
}

// parameter is the one behind which the root of a path was found; -1 if there is none.
func (m *verdict) parameter(p place.Path) int {
	v := m.spots.Roots[p.Value]
	for {
		switch x := v.(type) {
		case *ssa.Parameter:
			return slices.Index(m.fn.Params, x)
		case *ssa.UnOp:
			v = x.X
		case *ssa.FieldAddr:
			v = x.X
		default:
			return -1
		}
	}
}

// restored reports whether every return has given a lock back and taken it again.
func (m *verdict) restored(p place.Path) bool {
	return !slices.ContainsFunc(m.exits, func(e exit) bool {
		_, ok := e.instr.(*ssa.Return)
		return ok && (e.state.holding(p) < 0 || !slices.Contains(e.state.open, p))
	})
}

// effect is what all returns do to a lock; zero if they differ.
func (m *verdict) effect(p place.Path) facts.LockOp {
	var op facts.LockOp
	first := true
	for _, e := range m.exits {
		if _, ok := e.instr.(*ssa.Return); !ok {
			continue
		}
		var here facts.LockOp
		k := e.state.holding(p)
		switch {
		case slices.Contains(e.state.lost, p):
			return 0
		case k >= 0 && slices.Contains(e.state.open, p): // given back and taken again
			return 0
		case k >= 0 && e.state.holds[k].mode == facts.TakeRead:
			here = facts.RLock
		case k >= 0:
			here = facts.Lock
		case slices.Contains(e.state.open, p):
			here = m.openOp(p)
		}
		if !first && here != op {
			return 0
		}
		op, first = here, false
	}
	return op
}

// openOp is the operation that unlocks a lock here.
func (m *verdict) openOp(p place.Path) facts.LockOp {
	for _, list := range m.blocks {
		for i := range list {
			if h := &list[i]; h.path == p && (h.op == facts.Unlock || h.op == facts.RUnlock) {
				return h.op
			}
			for _, c := range list[i].changes {
				if c.lock == p && (c.op == facts.Unlock || c.op == facts.RUnlock) {
					return c.op
				}
			}
		}
	}
	return 0
}
