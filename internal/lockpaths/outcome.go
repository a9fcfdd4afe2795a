// This file sums up a simulation: what a call of the function does to locks, in its own terms (T2).

package lockpaths

import (
	"slices"

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
		}
	}
	return list
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
