// This file finds channel operations that can never complete, because nobody who could be the partner exists: what follows them
// never runs (S1).

package program

import (
	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/hb"
	"github.com/syncvet/syncvet/internal/pointsto"
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
	open := map[objID]bool{}
	var work []objID
	reach := func(n pointsto.Node) {
		if n == 0 {
			return
		}
		b.buf = b.l.g.PointsTo(b.buf[:0], n)
		for _, a := range b.buf {
			if o, id, _ := b.l.objectAt(a); o != nil && !open[id] {
				open[id] = true
				work = append(work, id)
			}
		}
	}
	for _, i := range b.l.insts[1:] {
		if !i.unit.flag(facts.Root) || i.unit.flow == nil {
			continue
		}
		for _, e := range i.out {
			to := b.l.insts[e.to]
			for _, n := range i.unit.flow.Calls[e.call].Args {
				reach(i.node(n))
			}
			if to.unit.flow == nil {
				continue
			}
			for _, n := range to.unit.flow.Results {
				reach(to.node(n))
			}
		}
	}
	for len(work) > 0 {
		o := &b.l.objects[work[len(work)-1]]
		work = work[:len(work)-1]
		for s := range o.decl.Size {
			reach(o.base + pointsto.Node(s))
		}
	}
	for k, at := range b.names {
		if k < len(list) && open[at.obj] && b.l.objects[at.obj].decl.Kind == facts.ObjChan {
			if list[k]&(sends|receives) != sends|receives {
				b.p.Objs[k].External = true // what somebody else sends or receives orders nothing
			}
			list[k] |= unseen
		}
	}
}

// lose marks the channels that an instance passes to functions without a summary.
func (b *orderBuilder) lose(i *instance, list []partner) {
	if i.unit.flow == nil {
		return
	}
	known := map[uint32]bool{}
	for _, e := range i.out {
		known[e.call] = known[e.call] || b.l.insts[e.to].unit.flow != nil || b.l.insts[e.to].unit.flag(facts.Inert)
	}
	for k := range i.unit.flow.Calls {
		if known[uint32(k)] {
			continue
		}
		for _, a := range i.unit.flow.Calls[k].Args {
			for _, o := range b.objects(i, a, 0) {
				for int(o) >= len(list) {
					return // numbered just now: no event acts on it
				}
				list[o] |= unseen
			}
		}
	}
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
