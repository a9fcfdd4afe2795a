// This file finds rounds of loops that leave a lock held, or keep a slot, which other rounds have given back (T39).

package lockpaths

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/place"
)

// lapped notes that a loop goes round, or that it is entered.
func (m *simulation) lapped(from, to *ssa.BasicBlock, s *pathState) {
	if to.Dominates(from) {
		m.laps = append(m.laps, lap{to, from, s.clone()})
		return
	}
	if len(s.holds)+len(s.slots) > 0 {
		before := m.entered[to]
		for _, h := range slices.Concat(s.holds, s.slots) {
			before = addSpot(before, h.spot)
		}
		m.entered[to] = before
	}
}

// inmost are the ends of rounds, those of inner loops first.
func (m *verdict) inmost() []lap {
	list := slices.Clone(m.laps)
	slices.SortStableFunc(list, func(a, b lap) int { return len(m.loopOf(a.head)) - len(m.loopOf(b.head)) })
	return list
}

// leftInRounds compares the rounds of each loop (T39).
func (m *verdict) leftInRounds() []mistake {
	var list []mistake
	for _, l := range m.inmost() {
		for _, h := range l.state.holds {
			if h.mode != facts.TakeOnce && m.movesIn(h.spot, m.loopOf(l.head)) && m.outside(h.spot) &&
				m.leftInRound(&l, h.spot) {
				list = append(list, mistake{
					Kind: LeftHeld, Round: true, Name: h.name, Doubt: 1, Read: h.mode == facts.TakeRead,
					Held: h.at, HeldBy: h.via, At: m.back(l.from),
				})
			}
		}
	}
	return list
}

// slotsInRounds are the rounds that keep a slot (T39).
func (m *verdict) slotsInRounds(unit int) {
	for _, l := range m.inmost() {
		for _, h := range l.state.slots {
			if !m.leftInRound(&l, h.spot) {
				continue
			}
			x := leftSlot{mistake: mistake{
				Kind: LeftSlot, Round: true, Unit: unit, Name: h.name, Doubt: 1, Held: h.at, At: m.back(l.from),
			}}
			if !slices.ContainsFunc(m.r.leftSlots, func(y leftSlot) bool { return y.mistake.Held == h.at }) {
				m.r.leftSlots = append(m.r.leftSlots, x)
			}
		}
	}
}

// leftInRound reports whether a round leaves behind what it has taken, while another round of the loop has given it
// back, or left it to a goroutine, and no store tells which it was.
func (m *verdict) leftInRound(kept *lap, p place.Path) bool {
	if slices.Contains(m.entered[kept.head], p) {
		return false
	}
	var freed []exit
	for _, l := range m.laps {
		s := l.state
		switch {
		case l.head != kept.head:
		case slices.Contains(s.lost, p), slices.Contains(s.open, p), slices.Contains(s.given, p),
			slices.Contains(s.lostSlots, p) && !slices.Contains(s.handed, p):
			return false
		case slices.Contains(s.done, p), slices.Contains(s.back, p), slices.Contains(s.handed, p):
			freed = append(freed, exit{nil, s})
		}
	}
	return len(freed) > 0 && !m.noted([]exit{{nil, kept.state}}, freed)
}

// loopOf is the blocks of the loop that a block heads.
func (m *simulation) loopOf(head *ssa.BasicBlock) map[*ssa.BasicBlock]bool {
	in, ok := m.loops[head]
	if !ok {
		if m.loops == nil {
			m.loops = map[*ssa.BasicBlock]map[*ssa.BasicBlock]bool{}
		}
		in = m.graph.Natural(head)
		m.loops[head] = in
	}
	return in
}

// movesIn reports whether going round a loop makes a path another one.
func (m *simulation) movesIn(p place.Path, in map[*ssa.BasicBlock]bool) bool {
	return p.Value != 0 && slices.ContainsFunc(m.spots.Numbers.Deps(p.Value), func(d ssa.Instruction) bool {
		return d.Parent() == m.fn && in[d.Block()]
	})
}

// outside reports whether others want a lock, and find it where they did: it is not in an object that the function
// makes, or that it puts somewhere, such as in the list of those that it has locked.
func (m *verdict) outside(p place.Path) bool {
	switch v := m.spots.Roots[p.Value].(type) {
	case *ssa.Alloc, *ssa.MakeInterface, nil:
		return false
	default:
		return !slices.ContainsFunc(*v.Referrers(), func(i ssa.Instruction) bool {
			switch x := i.(type) {
			case *ssa.Store:
				return x.Val == v
			case *ssa.Send, *ssa.MapUpdate, *ssa.Return:
				return true
			}
			return false
		})
	}
}

// back is where a round goes on to the next one: the last place that the source names before.
func (m *verdict) back(b *ssa.BasicBlock) (at facts.Position) {
	for ; b != nil; b = b.Idom() {
		for _, instr := range slices.Backward(b.Instrs) {
			if c, ok := instr.(*ssa.If); ok && c.Cond.Pos().IsValid() {
				return m.place(c.Cond.Pos())
			}
			if instr.Pos().IsValid() {
				return m.place(instr.Pos())
			}
		}
	}
	return at
}
