// This file collects who waits for what under a lock (T14, T15).

package lockpaths

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/fielduse"
)

// waiting is what an instruction waits for, if it is kept in a field: the take that it is.
func (m *reader) waiting(instr ssa.Instruction) (lockEvent, bool) {
	var v ssa.Value
	what := facts.TakeRecv
	switch x := instr.(type) {
	case *ssa.Send:
		v, what = x.Chan, facts.TakeSend
	case *ssa.UnOp:
		v = x.X
	}
	name := fielduse.HolderField(v)
	if name == (facts.Symbol{}) {
		return lockEvent{}, false
	}
	load, ok := v.(*ssa.UnOp)
	if !ok {
		return lockEvent{}, false
	}
	at := m.place(instr.Pos())
	return lockEvent{at: at, acquires: []calleeAcquisition{{acquisition: acquisition{mode: what, name: name,
		at: at}, lock: m.spots.Of(load.X)}}}, true
}

// waits notes a wait under locks.
func (m *reader) waits(s *pathState, t *calleeAcquisition) {
	unit, ok := m.r.Flow.Source.UnitOf(m.fn)
	if !ok || len(m.r.underLock) >= maxOrders || t.name.Pkg != m.r.Flow.Source.Pkg.Source.Path {
		return
	}
	for _, h := range s.holds {
		if h.mode == facts.TakeOnce || !fielduse.Lasting(h.name) || slices.Contains(s.lost, h.spot) || !kin(h.spot, t.lock) {
			continue
		}
		w := waitUnder{
			unit: unit, fn: m.fn, what: t.mode, name: t.name, held: h.name, reads: h.mode == facts.TakeRead,
			close: near(h.spot, t.lock), heldAt: h.at, heldBy: h.via, at: t.at, via: t.via, doubt: t.doubt,
		}
		if !slices.ContainsFunc(m.r.underLock, func(x waitUnder) bool { return x.at == w.at && x.heldAt == w.heldAt }) {
			m.r.underLock = append(m.r.underLock, w)
		}
	}
}

// waitsForItself notes a Wait behind which the same goroutine would call Done, which it has deferred (T22).
func (m *reader) waitsForItself(s *pathState, t *calleeAcquisition) {
	if t.mode != facts.TakeWait || !t.lock.Known() {
		return
	}
	unit, ok := m.r.Flow.Source.UnitOf(m.fn)
	if !ok || !slices.ContainsFunc(s.defers, func(h *lockEvent) bool { return h.done == t.lock }) {
		return
	}
	x := SelfWait{Unit: unit, Name: t.name, At: t.at, Via: t.via}
	if !slices.ContainsFunc(m.r.selfWaits, func(y SelfWait) bool { return y.At == x.At && y.Unit == x.Unit }) {
		m.r.selfWaits = append(m.r.selfWaits, x)
	}
}
