// This file is selects: which case was taken is known on the edges that test it; what no condition tests may have
// happened where all tests have failed (E4).

package spawn

import (
	"go/token"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/branch"
	"github.com/syncvet/syncvet/internal/place"
)

// selects applies a select whose cases no condition tests at all. One without cases never ends.
func (k *skeleton) selects(p facts.PointID, s *ssa.Select) facts.PointID {
	for _, st := range s.States {
		if mayBeNil(st.Chan, map[ssa.Value]bool{}) {
			p = k.after(p, k.channel(facts.EventUnseen, st.Chan, s)) // (E20)
		}
	}
	switch {
	case len(s.States) == 0 && s.Blocking:
		return k.endless(p, s)
	case k.lastTest(s) == nil:
		return k.untested(p, s)
	}
	return p
}

// endless applies what blocks for ever, and is meant to.
func (k *skeleton) endless(p facts.PointID, instr ssa.Instruction) facts.PointID {
	e := k.event(facts.EventExit, instr)
	e.Flags |= facts.EventSelect
	return k.after(p, e)
}

// made reports whether a receive is from a channel that its own expression makes (E81): the make stands behind the
// arrow.
func made(recv *ssa.UnOp) bool {
	ch := recv.X
	if c, ok := ch.(*ssa.ChangeType); ok && len(*c.Referrers()) == 1 {
		ch = c.X
	}
	c, fresh := ch.(*ssa.MakeChan)
	return fresh && len(*c.Referrers()) == 1 && c.Pos() > recv.Pos()
}

// mayBeNil reports whether a channel variable is set to nil somewhere: cases of a select are switched off that way.
func mayBeNil(ch ssa.Value, seen map[ssa.Value]bool) bool {
	if seen[ch] {
		return false
	}
	seen[ch] = true
	switch v := ch.(type) {
	case *ssa.Phi:
		for _, e := range v.Edges {
			if place.IsNil(e) || mayBeNil(e, seen) {
				return true
			}
		}
	case *ssa.UnOp:
		a, ok := v.X.(*ssa.Alloc)
		return ok && v.Op == token.MUL && setToNil(a)
	}
	return false
}

func setToNil(a *ssa.Alloc) bool {
	for _, instr := range *a.Referrers() {
		if st, ok := instr.(*ssa.Store); ok && st.Addr == a {
			if place.IsNil(st.Val) {
				return true
			}
		}
	}
	return false
}

// untested applies the cases of a select that no condition tests: each may have happened, or the default. With none of
// them nothing happens: only one of the tests can fail last.
func (k *skeleton) untested(p facts.PointID, s *ssa.Select) facts.PointID {
	tested := map[int]bool{}
	branch.Cases(s, func(i int, cond *ssa.If) { tested[i] = cond.Block().Succs[0] != cond.Block().Succs[1] })
	var ends []facts.PointID
	for i := range s.States {
		if !tested[i] {
			ends = append(ends, k.after(p, k.selected(s, i)))
		}
	}
	if !s.Blocking {
		e := k.event(facts.EventDefault, s)
		e.N = k.selectNumber(s)
		ends = append(ends, k.after(p, k.firing(e, s, -1)))
	}
	switch len(ends) {
	case 0:
		return p
	case 1:
		return ends[0]
	}
	return k.join(ends...)
}

// lastTest is the condition that tests the last of a select's cases that are tested, nil if none is.
func (k *skeleton) lastTest(s *ssa.Select) *ssa.If {
	var last *ssa.If
	most := -1
	branch.Cases(s, func(i int, cond *ssa.If) {
		if b := cond.Block(); b.Succs[0] != b.Succs[1] && i > most {
			most, last = i, cond
		}
	})
	return last
}
