// This file judges what a simulation met: locks taken twice, locks left behind, locks unlocked twice (T5 to T7).

package lockpaths

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/facts"
)

// judge adds what a function does wrong to the result.
func (r *Result) judge(m *verdict) {
	i, ok := r.Flow.Source.UnitOf(m.fn)
	if !ok || m.over {
		return
	}
	var list []mistake
	flags := r.Flow.Source.Pkg.Source.Units[i].Flags
	for _, c := range m.clashes {
		if reads := c.held.mode == facts.TakeRead && c.reach.mode == facts.TakeRead; reads &&
			(m.private(c.held.spot) || m.alone(c.held.spot, flags)) {
			continue
		}
		list = append(list, m.twice(c))
	}
	for _, x := range m.leftHeld(i) {
		if !slices.ContainsFunc(m.clashes, func(c *clash) bool { return c.held.at == x.Held }) { // that says it already
			list = append(list, x)
		}
	}
	list = append(list, m.leftInRounds()...)
	list = append(list, m.heldInPanic()...)
	list = append(list, m.misused...)
	m.keeps(i)
	m.leftSlots(i)
	m.slotsInRounds(i)
	for _, x := range list {
		x.Unit = i
		if !slices.ContainsFunc(r.mistakes, func(y mistake) bool { return y.same(&x) }) {
			r.mistakes = append(r.mistakes, x)
		}
	}
}

// allMistakes lists what the package's own functions do wrong, in a fixed order.
func (r *Result) allMistakes() []mistake {
	writers := r.writers()
	var list []mistake
	for _, x := range slices.Concat(r.neverFree(), r.mistakes, r.slotsLeft()) {
		if x.Kind == Twice && x.Read && x.Reads {
			if x.Writer = writers[within(x.Name, r.Flow.Source.Funcs[x.Unit])]; x.Writer == (facts.Position{}) {
				continue
			}
		}
		list = append(list, x)
	}
	return list
}

// twice words a clash (T5).
func (m *verdict) twice(c *clash) mistake {
	x := mistake{Kind: Twice, Name: c.reach.name, Doubt: c.reach.doubt, Read: c.reach.mode == facts.TakeRead,
		Reads: c.held.mode == facts.TakeRead, Held: c.held.at, HeldBy: c.held.via, At: c.reach.at, Via: c.reach.via}
	if c.count != m.visited[c.at] {
		x.Doubt++
	}
	if c.held.at == c.reach.at && len(c.reach.via) == 0 && c.reach.mode != facts.TakeOnce && m.openOp(c.held.spot) == 0 {
		x.Doubt += 2 // another round of a loop, and whoever unlocks is elsewhere
	}
	if x.Name == (facts.Symbol{}) {
		x.Name = c.held.name
	}
	if c.reach.mode == facts.TakeOnce {
		x.Kind, x.Doubt = OnceAgain, min(x.Doubt, 1) // a state in which the way is meant does not exist
	}
	return x
}

// leftHeld compares the returns of a unit (T6). Where a result tells, others in the package may unlock (T12).
func (m *verdict) leftHeld(unit int) []mistake {
	var list []mistake
	for _, e := range m.exits {
		if _, ok := e.instr.(*ssa.Return); !ok {
			continue
		}
		for _, h := range e.state.holds {
			at := m.ending(e.instr)
			if slices.ContainsFunc(list, func(x mistake) bool { return x.At == at && x.Held == h.at }) {
				continue
			}
			sure, bad, told := m.inconsistent(h.spot)
			if told && m.named(h.spot) {
				m.r.keepers = append(m.r.keepers, keeper{unit: unit, hold: h, at: at, told: true})
			}
			if bad {
				doubt := uint8(0)
				if !sure {
					doubt = 1
				}
				list = append(list, mistake{
					Kind: LeftHeld, Name: h.name, Doubt: doubt, Read: h.mode == facts.TakeRead, Held: h.at, HeldBy: h.via, At: at,
				})
			}
		}
	}
	return list
}
