// This file makes events of what is counted: messages collected (E14), rounds of loops (E16), and counts that have come
// so far (E40, E41).

package spawn

import (
	"github.com/syncvet/syncvet/passes/internal/collect"
	"github.com/syncvet/syncvet/passes/internal/counts"
	"github.com/syncvet/syncvet/passes/internal/loops"

	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/facts"
)

// collectedAfter gives the events of collections that a receive completes.
func (d *edges) collectedAfter(instr ssa.Instruction) []event {
	var list []event
	for _, c := range d.collected.Collections {
		if c.At != nil && c.At == instr {
			list = append(list, d.collectEvent(facts.EventCollect, &c))
		}
	}
	return list
}

// collectEvent is the event of a collection.
func (d *edges) collectEvent(op facts.EventOp, c *collect.Collection) event {
	e := d.channel(op, c.Ch, c.Pos)
	if e.N = int64(c.Count); c.Asked != nil {
		e.Op, e.N = facts.EventAnswered, int64(d.r.flow.Value(d.fn, c.Asked, 0))
	}
	return e
}

// collectedOn gives the events of collections that leaving a loop completes: the edge to successor i leads out of it.
func (d *edges) collectedOn(b *ssa.BasicBlock, i int) []event {
	var list []event
	for _, c := range d.collected.Collections {
		if i == 1 && slices.Contains(c.Exits, b) {
			op := facts.EventCollect
			if c.Full {
				op = facts.EventFill
			}
			list = append(list, d.collectEvent(op, &c))
		}
	}
	return list
}

// everyOn gives the events of loops that end on the edge to successor i of a block, and in each round of which an
// element of a collection was waited for, or a function called with it (E49).
func (d *edges) everyOn(b *ssa.BasicBlock, i int) (list []event) {
	for k := range d.every {
		if x := &d.every[k]; i == 1 && x.Head == b {
			list = append(list, d.everyEvent(x)...)
		}
	}
	return list
}

// everyAfter gives those of loops over iterators, which a call is.
func (d *edges) everyAfter(instr ssa.Instruction) (list []event) {
	for k := range d.every {
		if x := &d.every[k]; x.Iter != nil && ssa.Instruction(x.Iter) == instr {
			list = append(list, d.everyEvent(x)...)
		}
	}
	return list
}

// everyEvent is the event of such a loop; none if its call is not in the facts.
func (d *edges) everyEvent(x *collect.Every) []event {
	e := d.event(facts.EventEvery, x.Pos)
	if x.Over != nil {
		e.Addr, e.Off, _ = d.r.flow.Addr(d.fn, x.Over)
	}
	if x.Ch != nil {
		e.N = -int64(d.r.flow.Value(d.fn, x.Ch, 0))
	} else if calls := d.r.flow.Calls(d.fn, x.Call); len(calls) == 1 {
		e.N = int64(calls[0]) + 1
	}
	if x.Iter != nil {
		e.Flags |= facts.EventIterated
	}
	if e.N == 0 {
		return nil
	}
	return []event{e}
}

// countedOn are the counts that have come so far on an edge: out of a loop that waits for them, or by an own move.
func (d *edges) countedOn(b *ssa.BasicBlock, i int) (list []event) {
	if e, ok := d.lastOn(b, i == 0); ok {
		list = append(list, e)
	}
	for _, in := range d.waiting {
		for _, load := range counts.Tests(d.fn, in) {
			if in[b] && !in[b.Succs[i]] && d.r.counts.Awaited()[d.r.counts.Flags().Variable(load.X)] {
				list = append(list, d.object(facts.EventReached, load.X, load))
			}
		}
		if load := d.r.counts.LastWait(b); load != nil && in[b] && !in[b.Succs[i]] {
			list = append(list, d.object(facts.EventReached, load.X, load))
		}
	}
	return list
}

// lastOn is the event of an edge on which a count is found to have come to its end by this function's own move.
func (d *edges) lastOn(b *ssa.BasicBlock, value bool) (event, bool) {
	cond, _ := b.Instrs[len(b.Instrs)-1].(*ssa.If)
	t, sense, ok := d.r.counts.TestOf(cond.Cond)
	if !ok || !t.EndsOn(value == sense) {
		return event{}, false
	}
	e := d.object(facts.EventReached, t.Addr, cond)
	e.Flags |= facts.EventLast
	return e, true
}

// iteration is the event of an edge on which such a loop goes on, or on which one that is decided at its foot is not
// entered at all.
func (d *edges) iteration(b *ssa.BasicBlock, i int) (event, bool) {
	e := event{pos: b.Instrs[len(b.Instrs)-1].Pos()}
	if l, ok := d.loops[b]; ok && l.Body == i {
		e.Op, e.Index, e.N = facts.EventIter, uint32(l.Number), l.Times
		e.Off = l.Skips
		if l.Less {
			e.Flags |= facts.EventLocal
		}
		if l.Room != nil {
			e.Addr = d.r.flow.Value(d.fn, l.Room, 0)
		}
		if l.Early {
			e.Flags |= facts.EventEarly
		}
		marked(&l, &e)
		return e, true
	}
	for at, l := range d.loops {
		if l.Skip == b.Succs[i] && b != at && at.Succs[l.Body] == b.Succs[1-i] {
			e.Op, e.Index, e.Flags = facts.EventIter, uint32(l.Number), facts.EventConst
			marked(&l, &e)
			return e, true
		}
	}
	return event{}, false
}

// marked says in a loop's event what decides how often it runs.
func marked(l *loops.Loop, e *event) {
	if l.Counts || l.Starts != 0 {
		e.Flags |= facts.EventCounted
	}
	if l.Starts != 0 {
		e.Flags |= facts.EventStarts
		e.Off = l.Starts
	}
}
