// This file finds channel operations that can never complete, because nobody who could be the partner exists: what follows them
// never runs (S1).

package program

import (
	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/hb"
)

// A partner says which operations some reachable function does on a channel.
type partner uint8

const (
	sends    partner = 1 << iota // or closes
	receives                     // or ranges
	unseen                       // it went to code that nobody in view knows
)

// blockForever replaces receives from channels that nobody sends on or closes, and sends on channels without buffer that
// nobody receives from, by events that never continue.
func (b *orderBuilder) blockForever() {
	partners := b.partners()
	for f := range b.p.Funcs {
		points := b.p.Funcs[f].Points
		for k := range points {
			if e := &points[k].Event; b.alone(e, partners) {
				*e = hb.Event{Op: hb.OpExit}
			}
		}
	}
}

// partners gathers who operates on each synchronisation object.
func (b *orderBuilder) partners() []partner {
	list := make([]partner, len(b.p.Objs))
	for f := range b.p.Funcs {
		for k := range b.p.Funcs[f].Points {
			e := &b.p.Funcs[f].Points[k].Event
			for _, o := range e.Objs {
				switch e.Op {
				case hb.OpSend, hb.OpClose:
					list[o] |= sends
				case hb.OpRecv, hb.OpRecvClosed:
					list[o] |= receives
				}
			}
		}
	}
	for _, i := range b.l.insts[1:] {
		b.lose(i, list)
	}
	b.handOut(list)
	return list
}

// handOut marks the channels that the clients imagined of exported functions can get hold of, from results or through what they gave: they
// may call whatever else is exported.
func (b *orderBuilder) handOut(list []partner) {
	open := reach{l: b.l.Link, from: map[objID]uint32{}}
	for _, i := range b.l.insts[1:] {
		if !i.unit.flag(facts.Root) || i.unit.flow == nil {
			continue
		}
		for _, e := range i.out {
			to := b.l.insts[e.to]
			for _, n := range i.unit.flow.Calls[e.call].Args {
				open.add(i.node(n))
			}
			if to.unit.flow == nil {
				continue
			}
			for _, n := range to.unit.flow.Results {
				open.add(to.node(n))
			}
		}
	}
	open.spread()
	for k, at := range b.names {
		if k < len(list) && open.has(at.obj, 0) && b.l.objects[at.obj].decl.Kind == facts.ObjChan {
			if list[k]&(sends|receives) != sends|receives {
				b.p.Objs[k].External = true // what somebody else sends or receives orders nothing
			}
			list[k] |= unseen
		}
	}
}

// lose marks the channels that an instance passes to functions without a summary.
func (b *orderBuilder) lose(i *instance, list []partner) {
	i.unanswered(b.l.Link, func(c *facts.Call) {
		for _, a := range c.Args {
			for _, o := range b.objects(i, a, 0) {
				if int(o) < len(list) { // else numbered just now: no event acts on it
					list[o] |= unseen
				}
			}
		}
	})
}

// alone tells whether an event waits for a partner that does not exist.
func (b *orderBuilder) alone(e *hb.Event, partners []partner) bool {
	need := sends
	switch e.Op {
	case hb.OpRecv:
	case hb.OpSend:
		need = receives
	default:
		return false
	}
	for _, o := range e.Objs {
		x := &b.l.objects[b.names[o].obj]
		if x.decl.Kind != facts.ObjChan || partners[o]&(need|unseen) != 0 || e.Op == hb.OpSend && x.decl.Cap != 0 {
			return false
		}
	}
	return len(e.Objs) > 0
}
