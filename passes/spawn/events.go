// This file makes events of what instructions are about (E1).

package spawn

import (
	"github.com/syncvet/syncvet/passes/internal/loops"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/branch"
	"github.com/syncvet/syncvet/internal/place"
)

// A maker makes the events of one function.
type maker struct {
	r       *pack                     // the package
	fn      *ssa.Function             // the function
	graph   *branch.Graph             // its control flow
	numbers map[ssa.Instruction]int64 // selects by number
}

// event starts an event of an instruction.
func (m *maker) event(op facts.EventOp, instr ssa.Instruction) event {
	e := event{pos: instr.Pos()}
	e.Op = op
	if _, ok := instr.(*ssa.Defer); ok {
		e.Flags |= facts.EventDeferred
	}
	if m.graph.Cyclic(instr.Block()) {
		e.Flags |= facts.EventInLoop
	}
	return e
}

// channel is an event on a channel.
func (m *maker) channel(op facts.EventOp, ch ssa.Value, instr ssa.Instruction) event {
	e := m.event(op, instr)
	e.Addr = m.r.flow.Value(m.fn, ch, 0)
	e.name = place.Holder(ch)
	if m.isNil(ch) {
		e.Flags |= facts.EventConst
	}
	if (op == facts.EventSend || op == facts.EventRecv) && foundSet(ch, instr) {
		e.Flags |= facts.EventSet
	}
	if op == facts.EventRecvClosed && m.r.local.Returned(m.fn, ch) {
		e.Flags |= facts.EventReturned
	}
	if (op == facts.EventSend || op == facts.EventClose) && m.r.local.ChannelOfStarter(m.fn, ch) {
		e.Flags |= facts.EventStarter
	}
	return byName(e, m.r.local.Channel(m.fn, ch))
}

// isNil reports whether a channel is nil for sure: the constant, or what is in a variable that is never set.
func (m *maker) isNil(ch ssa.Value) bool {
	switch x := ch.(type) {
	case *ssa.Const:
		return x.Value == nil
	case *ssa.UnOp:
		addr := x.X
		for {
			f, ok := addr.(*ssa.FreeVar)
			if !ok {
				break
			}
			if addr = place.Binding(f); addr == nil {
				return false
			}
		}
		a, ok := addr.(*ssa.Alloc)
		return ok && x.Op == token.MUL && m.r.Locks.Places.Unset(a)
	}
	return false
}

// object is an event on a synchronisation object in memory.
func (m *maker) object(op facts.EventOp, addr ssa.Value, instr ssa.Instruction) event {
	e := m.event(op, instr)
	e.Addr, e.Off, _ = m.r.flow.Addr(m.fn, addr)
	e.name, _ = place.Name(addr)
	if op == facts.EventDone && m.r.local.OfStarter(m.fn, addr) {
		e.Flags |= facts.EventStarter
	}
	return byName(e, m.r.local.Object(m.fn, addr))
}

// numbered is an event that stands for a call or a lock site.
func (m *maker) numbered(op facts.EventOp, index int, instr ssa.Instruction) event {
	e := m.event(op, instr)
	e.Index = uint32(index)
	return e
}

// telling marks the event of a send, a receive, or a case of a select whose message says how the conversation goes on.
func (m *maker) telling(e event, instr ssa.Instruction, message ssa.Value) event {
	if e.Flags&facts.EventInLoop != 0 && loops.Told(m.graph, instr, message) {
		e.Flags |= facts.EventTold
	}
	if isOneOf(instr, message) {
		e.Flags |= facts.EventOneOf
	}
	return e
}

// selected is the event of a select's case.
func (m *maker) selected(s *ssa.Select, i int) event {
	op := facts.EventRecv
	if s.States[i].Dir == types.SendOnly {
		op = facts.EventSend
	}
	e := m.channel(op, s.States[i].Chan, s)
	e.Flags |= facts.EventSelect
	e.N = m.selectNumber(s)
	e.pos = s.States[i].Pos
	return m.firing(m.telling(e, s, s.States[i].Send), s, i)
}

// selectNumber numbers the selects of the function, and what is as good as one, from 1.
func (m *maker) selectNumber(s ssa.Instruction) int64 {
	n, ok := m.numbers[s]
	if !ok {
		n = int64(len(m.numbers)) + 1
		m.numbers[s] = n
	}
	return n
}

// byName marks an event whose object is known by name.
func byName(e event, known bool) event {
	if known {
		e.Flags |= facts.EventLocal
	}
	return e
}

// withConstant adds the constant that a value is, if it is one. What is not nil counts as one.
func withConstant(e event, v ssa.Value) event {
	n, ok := place.Constant(v)
	if place.NotNil(v) {
		n, ok = 1, true
	}
	if ok || place.IsNil(v) {
		e.N = n
		e.Flags |= facts.EventConst
	}
	return e
}
