// This file finds channel operations that can never complete, because nobody who could be the partner exists: what
// follows them never runs (S1).

package order

import (
	"slices"

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

// channels are those among the first n synchronisation objects.
func (b *orderBuilder) channels(n int) []hb.ObjID {
	var list []hb.ObjID
	for k, at := range b.names {
		if 0 < k && k < n && b.l.Objects[at.Obj].Decl.Kind == facts.ObjChan {
			list = append(list, hb.ObjID(k))
		}
	}
	return list
}

// handOut marks the channels that the clients imagined of exported functions can get hold of, from results or through
// what they gave: they may call whatever else is exported. What they get from a result only they send on, or close,
// when the function has returned: where nobody in view does, the client does so then, as often as it is received (S1).
func (b *orderBuilder) handOut(list []partner) {
	channels := b.channels(len(list))
	if len(channels) == 0 {
		return
	}
	given := link.Reach{L: b.l.Link, From: map[link.ObjID]uint32{}}
	results := map[link.InstID]*link.Reach{}
	for _, i := range b.l.Insts[1:] {
		if !i.Unit.Flag(facts.Root) || i.Unit.Flow == nil {
			continue
		}
		got := &link.Reach{L: b.l.Link, From: map[link.ObjID]uint32{}}
		for _, e := range i.Out {
			to := b.l.Insts[e.To]
			for _, n := range i.Unit.Flow.Calls[e.Call].Args {
				given.Add(i.Node(n))
			}
			if to.Unit.Flow == nil {
				continue
			}
			for _, n := range to.Unit.Flow.Results {
				got.Add(to.Node(n))
			}
		}
		got.Spread()
		results[i.ID] = got
	}
	given.Spread()
	for _, i := range b.l.Insts[1:] {
		got := results[i.ID]
		if got == nil {
			continue
		}
		var later []hb.ObjID
		for _, k := range channels {
			if at := b.names[k].Obj; got.Has(at, 0) && !given.Has(at, 0) && list[k]&sends == 0 {
				later = append(later, k)
			}
		}
		b.sendLater(i.ID, later)
		for _, k := range later {
			list[k] |= sends
		}
	}
	for _, k := range channels {
		at := b.names[k].Obj
		reached := given.Has(at, 0)
		for _, got := range results {
			reached = reached || got.Has(at, 0)
		}
		if reached {
			if list[k]&(sends|receives) != sends|receives {
				b.p.Objs[k].External = true // what somebody else sends or receives orders nothing
			}
			list[k] |= unseen
		}
	}
}

// sendLater makes a client's function send on channels, any number of messages, and close them, when all else in it has
// happened.
func (b *orderBuilder) sendLater(id link.InstID, list []hb.ObjID) {
	f := &b.p.Funcs[id]
	if len(list) == 0 || len(f.Exits) == 0 {
		return
	}
	ends := slices.Clone(f.Exits)
	for p := range f.Points {
		if e := &f.Points[p].Event; e.Op == hb.OpCall && !slices.Contains(ends, hb.PointID(p)) {
			ends = append(ends, hb.PointID(p)) // a call that is no event of the skeleton: nothing follows it
		}
	}
	for _, k := range list {
		at, objs := hb.PointID(len(f.Points)), []hb.ObjID{k}
		f.Points = append(f.Points,
			hb.Point{Preds: append(slices.Clone(ends), at+1), Event: hb.Event{Op: hb.OpSend, Objs: objs}},
			hb.Point{Preds: []hb.PointID{at}},
			hb.Point{Preds: []hb.PointID{at + 1}, Event: hb.Event{Op: hb.OpClose, Objs: objs}})
		ends = []hb.PointID{at + 2}
	}
	f.Exits = ends
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
