// This file is what one lock event does to a state (T3).

package lockpaths

import (
	"fmt"
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/evidence"
	"github.com/syncvet/syncvet/internal/place"
)

// step lets one thing happen; false: the goroutine goes no further.
func (m *simulation) step(s *pathState, h *lockEvent) bool {
	switch h.instr.(type) {
	case *ssa.RunDefers:
		return m.runDefers(s)
	case *ssa.Return:
		m.exits = append(m.exits, exit{h.instr, s})
		return false
	case *ssa.Store:
		if len(s.holds)+len(s.slots) > 0 && !slices.Contains(s.marks, h.instr) {
			s.marks = append(s.marks, h.instr)
		}
		return true
	case *ssa.Panic:
		if m.recovers(h.instr) {
			m.mayPanic(s, m.place(h.instr.Pos()))
		}
		if m.runDefers(s) {
			m.exits = append(m.exits, exit{h.instr, s})
		}
		return false
	}
	if h.deferred {
		s.defers = append(s.defers, h)
		if len(s.defers) > maxDefers {
			s.defers = forget(s.defers)
		}
		return true
	}
	return m.apply(s, h)
}

// forget leaves out one of some deferred calls: one that comes again later, in another round of a loop, else the first.
func forget(list []*lockEvent) []*lockEvent {
	at := 0
	for k := range list {
		if slices.Contains(list[k+1:], list[k]) {
			at = k
			break
		}
	}
	return slices.Delete(slices.Clone(list), at, at+1)
}

// runDefers runs what was deferred, last one first.
func (m *simulation) runDefers(s *pathState) bool {
	for k := len(s.defers) - 1; k >= 0; k-- {
		h := s.defers[k]
		s.defers = s.defers[:k:k]
		if !m.apply(s, h) {
			return false
		}
	}
	return true
}

// apply is one mutex operation or call.
func (m *simulation) apply(s *pathState, h *lockEvent) bool {
	m.visited[h]++
	if h.unknown {
		m.mayPanic(s, h.at)
	}
	for _, p := range h.gives {
		s.lose(p)
	}
	s.loseSlots(h.handed)
	if h.slot != noSlot {
		m.useSlot(s, h.path, h.slot, h.name, h.at)
		return true
	}
	for _, x := range h.slots {
		m.useSlot(s, x.semaphore, x.op, x.name, x.at)
	}
	if h.op != 0 {
		return h.try || m.operate(s, h)
	}
	if h.callee != nil {
		m.called(s, h.callee)
	}
	for i := range h.acquires {
		if !m.reach(s, h, &h.acquires[i]) {
			return false
		}
	}
	for i := range h.invokes {
		m.invoke(s, h, &h.invokes[i])
	}
	for i := range h.changes {
		m.change(s, h, &h.changes[i])
	}
	return true
}

// operate is a mutex operation.
func (m *simulation) operate(s *pathState, h *lockEvent) bool {
	if !h.path.Known() || slices.Contains(s.lost, h.path) {
		if h.op == facts.Unlock || h.op == facts.RUnlock {
			m.r.frees(h.name)
		}
		return true
	}
	switch h.op {
	case facts.Lock, facts.RLock:
		t := acquisition{mode: modeOf(h.op), name: h.name, at: h.at}
		if !m.acquire(s, h, &calleeAcquisition{acquisition: t, lock: h.path}) {
			return false
		}
		m.hold(s, h)
	default:
		m.release(s, h)
	}
	return true
}

func modeOf(op facts.LockOp) uint8 {
	if op == facts.RLock || op == facts.RUnlock {
		return facts.TakeRead
	}
	return facts.TakeWrite
}

// hold records that a lock was taken.
func (m *simulation) hold(s *pathState, h *lockEvent) {
	s.done = dropSpot(s.done, h.path)
	s.holds = append(s.holds, hold{spot: h.path, mode: modeOf(h.op), name: h.name, at: h.at})
}

// release is an unlock.
func (m *simulation) release(s *pathState, h *lockEvent) {
	k := s.holding(h.path)
	switch {
	case k >= 0 && s.holds[k].mode == modeOf(h.op):
		if len(s.holds[k].via) > 0 { // what a function left locked that this one calls
			m.r.frees(h.name)
		}
		s.holds = slices.Delete(s.holds, k, k+1)
		if s.holding(h.path) < 0 {
			s.free(h.path, h.at)
		}
	case k >= 0: // unlocked in the wrong mode
		m.misuse(s, h, s.holds[k].at, s.holds[k].name, false)
		s.lose(h.path)
	case slices.Contains(s.done, h.path):
		m.misuse(s, h, facts.Position{}, h.name, true)
		s.lose(h.path)
	default:
		s.open = addSpot(s.open, h.path)
		s.loseLike(h.path)
		m.r.frees(h.name)
	}
}

// acquire checks an acquisition against what is held, and records it for the summary.
func (m *simulation) acquire(s *pathState, h *lockEvent, t *calleeAcquisition) bool {
	if t.mode >= facts.TakeRecv {
		m.waits(s, t)
		m.waitsForItself(s, t)
		m.record(s, h, t)
		return true
	}
	if k := m.blocking(s.holds, t); k >= 0 {
		if t.user && s.holds[k].mode == facts.TakeRead {
			return true
		}
		m.clash(h, &s.holds[k], t)
		return s.holds[k].mode == facts.TakeRead && t.mode == facts.TakeRead
	}
	if k := m.blocking(t.under, t); k >= 0 {
		m.clash(h, &t.under[k], t)
		return t.under[k].mode == facts.TakeRead && t.mode == facts.TakeRead
	}
	if !t.user {
		m.order(s, t)
	}
	m.record(s, h, t)
	return true
}

// blocking finds the lock held that an acquisition waits for; of several the first.
func (m *simulation) blocking(holds []hold, t *calleeAcquisition) int {
	return slices.IndexFunc(holds, func(h hold) bool {
		return h.spot == t.lock && (h.mode == facts.TakeOnce) == (t.mode == facts.TakeOnce)
	})
}

// reach is an acquisition by a callee.
func (m *simulation) reach(s *pathState, h *lockEvent, t *calleeAcquisition) bool {
	if slices.Contains(s.lost, t.lock) {
		return true
	}
	if t.arg != nil {
		if id, sense := m.conds.id(t.arg); s.outcome(id) == truth(t.is != sense) {
			return true
		}
	}
	return m.acquire(s, h, t) || t.doubt > 0
}

// change is what a call leaves changed.
func (m *simulation) change(s *pathState, h *lockEvent, c *change) {
	if c.behind {
		s.loseLike(c.lock)
		return
	}
	k := s.holding(c.lock)
	switch c.op {
	case facts.Lock, facts.RLock:
		name := h.name
		var via []evidence.Frame
		at := h.at
		for i := range h.acquires {
			if h.acquires[i].lock == c.lock {
				name, via, at = h.acquires[i].name, h.acquires[i].via, h.acquires[i].at
			}
		}
		s.done = dropSpot(s.done, c.lock)
		s.holds = append(s.holds, hold{spot: c.lock, mode: modeOf(c.op), name: name, at: at, via: via})
	case facts.Unlock, facts.RUnlock:
		if k < 0 {
			s.open = addSpot(s.open, c.lock)
			s.loseLike(c.lock)
			return
		}
		s.holds = slices.Delete(s.holds, k, k+1)
		s.free(c.lock, h.at)
	default:
		if k < 0 {
			s.loseLike(c.lock)
		}
		s.lose(c.lock)
	}
}

// record adds an acquisition to the summary if callers can name the lock, and it was not given back before.
func (m *simulation) record(s *pathState, h *lockEvent, t *calleeAcquisition) {
	p, ok := m.spots.Relative(t.lock)
	if !ok || slices.Contains(s.open, t.lock) || len(p.Steps) > place.MaxSteps || m.foreign(p) {
		return
	}
	x := t.acquisition
	x.path = p
	key := fmt.Sprint(x.mode, x.path, x.at)
	k, ok := m.takeAt[key]
	if x.cond == 0 {
		x.among = nil
		if x.cond, x.is = m.onParam(s); x.cond == 0 {
			if !m.asked {
				m.asked, m.selectors = true, selectorsOf(m.fn)
			}
			x.cond, x.is, x.among = where(m.selectors, h.instr.Block())
		}
	}
	if !ok {
		k = len(m.takes)
		if k >= maxTakes || t.mode >= facts.TakeRecv && k >= maxWaits {
			return
		}
		m.takeAt[key] = k
		m.takes = append(m.takes, x)
	} else if y := &m.takes[k]; y.cond != x.cond || y.is != x.is || !slices.Equal(y.among, x.among) {
		y.cond, y.among = 0, nil
	}
	s.taken |= 1 << k
}

// foreign reports whether a lock belongs to another package that does not show it: its callers cannot hold it.
func (m *simulation) foreign(p place.OuterPath) bool {
	return p.Root == facts.RootGlobal && p.Global.Pkg != m.r.Flow.Source.Pkg.Source.Path &&
		!token.IsExported(p.Global.Name)
}

// onParam is a boolean parameter whose value is known in a state: its number plus one, and the value.
func (m *simulation) onParam(s *pathState) (cond int, is bool) {
	for id, param := range m.conds.param {
		if param != 0 && place.IsBool(m.fn.Params[param-1].Type()) && s.outcome(id) != unknownOutcome {
			return param, s.outcome(id) == isTrue
		}
	}
	return 0, false
}

// invoke records a call of a parameter.
func (m *simulation) invoke(s *pathState, h *lockEvent, v *reachInvoke) {
	if v.param < 0 {
		return
	}
	x := invoke{param: v.param}
	for _, h := range append(slices.Clone(s.holds), v.under...) {
		if p, ok := m.spots.Relative(h.spot); ok && len(x.held) < maxTakes {
			x.held = append(x.held, acquisition{mode: h.mode, path: p, name: h.name, at: h.at, via: h.via})
		}
	}
	same := func(y invoke) bool { return y.param == x.param && fmt.Sprint(y.held) == fmt.Sprint(x.held) }
	k := slices.IndexFunc(m.invokes, same)
	if k < 0 {
		if len(m.invokes) >= maxTakes {
			return
		}
		k = len(m.invokes)
		m.invokes, m.invoked = append(m.invokes, x), append(m.invoked, h.instr.Block())
	}
	s.called |= 1 << k
}
