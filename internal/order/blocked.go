// This file finds channel operations that can never complete, because nobody who could be the partner exists: what
// follows them never runs (S1).

package order

import (
	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/hb"
	"github.com/syncvet/syncvet/internal/link"
)

// A partner says which operations some reachable function does on a channel.
type partner uint8

const (
	sends    partner = 1 << iota // or closes
	receives                     // or ranges
	unseen                       // it went to code that nobody in view knows
)

// blockForever replaces receives from channels that nobody sends on or closes, and sends on channels without buffer
// that nobody receives from, by events that never continue.
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
	for _, i := range b.l.Insts[1:] {
		b.lose(i, list)
	}
	b.handOut(list)
	return list
}

// handOut marks the channels that the clients imagined of exported functions can get hold of, from results or through
// what they gave: they may call whatever else is exported.
func (b *orderBuilder) handOut(list []partner) {
	open := link.Reach{L: b.l.Link, From: map[link.ObjID]uint32{}}
	for _, i := range b.l.Insts[1:] {
		if !i.Unit.Flag(facts.Root) || i.Unit.Flow == nil {
			continue
		}
		for _, e := range i.Out {
			to := b.l.Insts[e.To]
			for _, n := range i.Unit.Flow.Calls[e.Call].Args {
				open.Add(i.Node(n))
			}
			if to.Unit.Flow == nil {
				continue
			}
			for _, n := range to.Unit.Flow.Results {
				open.Add(to.Node(n))
			}
		}
	}
	open.Spread()
	for k, at := range b.names {
		if k < len(list) && open.Has(at.Obj, 0) && b.l.Objects[at.Obj].Decl.Kind == facts.ObjChan {
			if list[k]&(sends|receives) != sends|receives {
				b.p.Objs[k].External = true // what somebody else sends or receives orders nothing
			}
			list[k] |= unseen
		}
	}
}

// lose marks the channels that an instance passes to functions without a summary.
func (b *orderBuilder) lose(i *link.Instance, list []partner) {
	i.Unanswered(b.l.Link, func(c *facts.Call) {
		for _, a := range c.Args {
			for _, o := range b.objects(i, a, 0) {
				if int(o) < len(list) { // else numbered just now: no event acts on it
					list[o] |= unseen
				}
			}
		}
	})
}

// alone reports whether an event waits for a partner that does not exist.
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
		x := &b.l.Objects[b.names[o].Obj]
		if x.Decl.Kind != facts.ObjChan || partners[o]&(need|unseen) != 0 || e.Op == hb.OpSend && b.l.Capacity(x) != 0 {
			return false
		}
	}
	return len(e.Objs) > 0
}
