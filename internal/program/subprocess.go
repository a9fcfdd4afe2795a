// This file is goroutines that never meet what comes after initialisation, because control does not come back from the call below which they
// are started (R24): a TestMain that runs the program under test in a child process is the usual case.

package program

import (
	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/hb"
)

// elsewhere tells whether one of two accesses is made by a goroutine that initialisation starts below a call that never returns, and the
// other one after initialisation: no run has both.
func (d *detector) elsewhere(x, y *candidate) bool {
	a, b := d.l.origins[x.origin], d.l.origins[y.origin]
	return a.tree != b.tree && (d.stuckIn(a, x) || d.stuckIn(b, y))
}

// stuckIn tells whether the way to an access, in the origin of the initialisers, passes a call that never returns.
func (d *detector) stuckIn(o *origin, c *candidate) bool {
	if root := d.l.origins[o.tree]; root.kind != RootInit || o == root {
		return false
	}
	for _, k := range d.chain(c) {
		if k.start && k.from != 0 {
			return false // another goroutine: it holds up nobody
		}
		if k.from != 0 && d.neverReturns(o.tree, k.from, k.call) {
			return true
		}
	}
	return false
}

// neverReturns tells whether an origin that makes a call of an instance never comes back from it. Calls that do not synchronise return.
func (d *detector) neverReturns(o originID, i instID, call uint32) bool {
	s := d.l.insts[i].unit.spawn
	if s == nil {
		return false
	}
	entries := d.l.solved.Entries(hb.OriginID(o), hb.FuncID(i))
	for p := range s.Points {
		if e := &s.Points[p].Event; e.Op != facts.EventCall || e.Index != call {
			continue
		}
		for _, e := range entries {
			if d.l.solved.At(hb.OriginID(o), hb.FuncID(i), e, hb.PointID(p)+1) != 0 {
				return false
			}
		}
		return len(entries) > 0
	}
	return false
}
