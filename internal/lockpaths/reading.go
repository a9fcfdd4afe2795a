// This file finds what happens to locks in a function; ways through the function play no part yet.

package lockpaths

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/models"
	"github.com/syncvet/syncvet/internal/place"
	"github.com/syncvet/syncvet/passes/locks"
	"github.com/syncvet/syncvet/passes/source"
)

// read reads a function.
func (r *Result) read(fn *ssa.Function) *reader {
	m := &reader{r: r, fn: fn, graph: r.Flow.Graph(fn), recovering: recovering(fn)}
	m.spots = place.NewPaths(fn, r.Places, m.graph.Cyclic)
	m.gather()
	return m
}

// gather finds the lock events, and whether there are any that matter.
func (m *reader) gather() {
	m.blocks = make([][]lockEvent, len(m.fn.Blocks))
	for _, b := range m.fn.Blocks {
		if !m.graph.Reached(b) {
			continue
		}
		m.blocks[b.Index] = m.lockEventsOf(b)
		for i := range m.blocks[b.Index] {
			h := &m.blocks[b.Index][i]
			m.some = m.some || h.op != 0 || h.slot != noSlot ||
				len(h.acquires)+len(h.changes)+len(h.invokes)+len(h.slots)+len(h.gives) > 0
		}
	}
}

// lockEventsOf lists the lock events of a block.
func (m *reader) lockEventsOf(b *ssa.BasicBlock) []lockEvent {
	var list []lockEvent
	for _, instr := range b.Instrs {
		if h, ok := m.event(instr); ok {
			h.instr = instr
			list = append(list, h)
		}
	}
	return list
}

// event looks at one instruction.
func (m *reader) event(instr ssa.Instruction) (lockEvent, bool) {
	switch instr := instr.(type) {
	case *ssa.Call:
		h := m.call(instr)
		return h, h.some()
	case *ssa.Defer:
		h := m.call(instr)
		h.deferred = true
		return h, h.some()
	case *ssa.Go:
		h := m.call(instr)
		g := lockEvent{at: h.at, gives: h.gives, handed: m.handsOver(instr)}
		for _, c := range h.changes {
			g.gives = append(g.gives, c.lock)
		}
		if h.op == facts.Unlock || h.op == facts.RUnlock {
			g.gives = append(g.gives, h.path)
		}
		return g, len(g.gives)+len(g.handed) > 0
	case *ssa.Send:
		if h, ok := m.slotAt(instr.Chan, takesSlot, instr.Pos()); ok {
			return h, true
		}
		return m.waiting(instr)
	case *ssa.UnOp:
		if instr.Op == token.ARROW {
			if h, ok := m.slotAt(instr.X, givesSlot, instr.Pos()); ok {
				return h, true
			}
			return m.waiting(instr)
		}
		return lockEvent{}, false
	case *ssa.Store:
		return lockEvent{}, m.marks(instr)
	case *ssa.MakeClosure:
		h := lockEvent{gives: m.givenAway(instr), handed: m.handsOver(instr)}
		return h, len(h.gives)+len(h.handed) > 0
	case *ssa.RunDefers, *ssa.Return, *ssa.Panic:
		return lockEvent{}, true
	}
	return lockEvent{}, false
}

// call looks at what a call, deferred or not, does.
func (m *reader) call(instr ssa.CallInstruction) lockEvent {
	h := lockEvent{at: m.place(instr.Pos())}
	common := instr.Common()
	if row := m.r.Flow.Model(instr); row != nil && !m.source(row, common) {
		m.modelled(&h, instr, row)
		return h
	}
	if p, ok := common.Value.(*ssa.Parameter); ok && !common.IsInvoke() {
		h.invokes = append(h.invokes, reachInvoke{param: slices.Index(m.fn.Params, p)})
		h.unknown = m.recovers(instr)
		return h
	}
	c, ok := m.callee(common)
	if !ok {
		h.unknown = !common.IsInvoke() && common.StaticCallee() == nil && !isBuiltin(common) && m.recovers(instr)
		m.hands(&h, instr)
		return h
	}
	args := common.Args
	if _, own := m.r.Flow.Source.UnitOf(c.fn); own {
		h.callee = source.Origin(c.fn)
	}
	m.fold(&h, c, args, instr.Pos(), true, nil, nil)
	return h
}

// source reports whether a function that the table says nothing about locks of is seen here itself: types that are safe
// for concurrent use lock in their own package.
func (m *reader) source(row *models.Row, c *ssa.CallCommon) bool {
	g := c.StaticCallee()
	if row.Sync != models.SyncNone || len(row.Callbacks) > 0 || g == nil {
		return false
	}
	_, own := m.r.Flow.Source.UnitOf(g)
	return own
}

// marks reports whether a store may note for others that a lock is held: a boolean outside the function's own
// variables.
func (m *reader) marks(s *ssa.Store) bool {
	switch s.Addr.(type) {
	case *ssa.FieldAddr, *ssa.Global:
		return place.IsBool(s.Val.Type())
	}
	return false
}

// modelled adds what the table says of a call.
func (m *reader) modelled(h *lockEvent, instr ssa.CallInstruction, row *models.Row) {
	args := source.Arguments(instr.Common())
	if s, ok := locks.Operation(row, instr); ok {
		addr := s.Mutex()
		h.op, h.try, h.name = s.Op, s.Try, s.Name
		if _, seen := addr.Type().Underlying().(*types.Pointer); seen {
			h.path = m.spots.Of(addr) // a Locker may be any
		}
		return
	}
	if row.Sync == models.SyncDone {
		h.done = m.spots.Of(args[0])
	}
	if row.Sync == models.SyncWait {
		if name, _ := place.Name(args[0]); name.Kind == facts.SymField {
			h.acquires = append(h.acquires, calleeAcquisition{acquisition: acquisition{mode: facts.TakeWait, name: name,
				at: h.at}, lock: m.spots.Of(args[0])})
		}
	}
	var under []hold
	if row.Sync == models.SyncOnce {
		p := m.spots.Of(args[0])
		name, _ := place.Name(args[0])
		h.acquires = append(h.acquires, calleeAcquisition{acquisition: acquisition{mode: facts.TakeOnce, name: name,
			at: h.at}, lock: p})
		under = []hold{{spot: p, mode: facts.TakeOnce, name: name, at: h.at}}
	}
	if row.Shows != nil {
		m.shown(h, instr, args, row.Shows)
	}
	for _, cb := range row.Callbacks {
		if cb.Method != "" || cb.Arg >= len(args) {
			continue
		}
		f, ok := m.function(args[cb.Arg])
		if !ok {
			continue
		}
		if cb.Run == models.RunInline && !cb.Late {
			if m.r.unlocks(f) {
				h.gives = append(h.gives, m.spots.Of(f.bindings[0]))
			}
			m.fold(h, f, nil, instr.Pos(), false, nil, under)
			continue
		}
		var other lockEvent
		m.fold(&other, f, nil, instr.Pos(), false, nil, nil)
		for _, c := range other.changes {
			h.gives = append(h.gives, c.lock)
		}
	}
}

// givenAway lists the locks that a function value may unlock, if it goes elsewhere than into a call that is looked at
// by itself.
func (m *reader) givenAway(c *ssa.MakeClosure) []place.Path {
	fn := c.Fn.(*ssa.Function)
	if f := (closure{fn: fn, bindings: c.Bindings}); m.r.unlocks(f) {
		return []place.Path{m.spots.Of(c.Bindings[0])}
	}
	if onlyCalled(c) {
		return nil
	}
	var h lockEvent
	m.fold(&h, closure{fn: fn, bindings: c.Bindings}, nil, c.Pos(), false, nil, nil)
	var list []place.Path
	for _, x := range h.changes {
		list = append(list, x.lock)
	}
	return list
}
