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
	return list
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
