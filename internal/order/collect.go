// This file turns "as many messages received as goroutines were given the channel" (facts.EventCollect) into what
// internal/hb knows how to prove sound: a WaitGroup of the channel's own. Each go statement of the collecting function
// adds one, each send is preceded by a Done, and collecting waits (S2). Filling a channel is the same with sends for
// the Adds and receives for the Dones (S3).

package order

import (
	"slices"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/hb"
	"github.com/syncvet/syncvet/internal/link"
)

// collect rewrites the program for every channel that is collected somewhere, is never closed, and is received from by
// the collecting function only: otherwise the messages counted may not be the goroutines'.
func (b *orderBuilder) collect() {
	counter, full := map[hb.ObjID]hb.ObjID{}, map[hb.ObjID]bool{}
	for _, c := range b.collected {
		if len(c.objs) == 0 || !b.collectable(c) || c.count > 0 && !b.gathered(c) ||
			slices.ContainsFunc(c.objs, func(o hb.ObjID) bool { return counter[o] != 0 && full[o] != c.full }) {
			continue
		}
		var group []hb.ObjID
		for _, o := range c.objs {
			if counter[o] == 0 {
				counter[o] = b.counterOf(o)
			}
			group = append(group, counter[o])
			full[o] = c.full
		}
		slices.Sort(group)
		b.p.Funcs[c.fn].Points[c.point].Event = hb.Event{Op: hb.OpWait, Objs: group, Local: c.local}
		b.count(c, group)
	}
	if len(counter) > 0 {
		b.announce(counter, full)
	}
}

// gathered reports whether what has been received from a channel that comes from elsewhere is all that is ever sent on
// it: the channel exists once, and the goroutines that send were all started by the function, so many at most. It runs
// once, or again and again in one goroutine, and then has received all that was sent before it ends, each time.
func (b *orderBuilder) gathered(c collecting) bool {
	i := b.l.Insts[c.fn]
	if len(c.objs) != 1 || !b.p.Objs[c.objs[0]].Single || b.p.Objs[c.objs[0]].External || b.l.Origins[i.Origin].Multi {
		return false
	}
	got := &i.Unit.Spawn.Counts[c.count-1]
	if i.Once != link.AtMostOnce && (!got.Whole || reenters(b.l.Link, i)) {
		return false
	}
	senders := b.senders(c.objs[0])
	for _, j := range again(b.l, i) {
		tally, ok := sent(b, j, senders, got.Round)
		if !ok || !got.Covers(&tally) {
			return false
		}
	}
	return len(senders) == 0
}

// reenters reports whether a function may be called while it runs, in its goroutine.
func reenters(l *link.Link, i *link.Instance) bool {
	seen := map[link.InstID]bool{}
	for work := []link.InstID{i.ID}; len(work) > 0; {
		at := l.Insts[work[len(work)-1]]
		work = work[:len(work)-1]
		for _, e := range at.Out {
			if e.Spawn || seen[e.To] {
				continue
			}
			if l.Insts[e.To].Unit == i.Unit {
				return true
			}
			seen[e.To] = true
			work = append(work, e.To)
		}
	}
	return false
}

// again lists the contexts of a function in one goroutine.
func again(l *Order, i *link.Instance) (list []*link.Instance) {
	for _, j := range l.Insts[1:] {
		if j.Unit == i.Unit && j.Origin == i.Origin {
			list = append(list, j)
		}
	}
	return list
}

// sent counts the goroutines of some that a function starts, in a round of a loop or an activation, and strikes them
// off; false if that is not known.
func sent(
	b *orderBuilder, i *link.Instance, senders map[link.OriginID]bool, round uint32,
) (t facts.Tally, ok bool) {
	many := 0
	for k := range i.Unit.Spawn.Points {
		if b.p.Funcs[i.ID].Points[k+1].Event.Op != hb.OpGo {
			continue
		}
		sends := false
		for _, o := range b.p.Funcs[i.ID].Points[k+1].Event.Origins {
			for _, id := range []link.OriginID{link.OriginID(o), b.l.Origins[o].Twin} {
				sends = sends || senders[id]
				delete(senders, id)
			}
		}
		if !sends {
			continue
		}
		if many++; many > maxGathered {
			return t, false
		}
		n := slices.IndexFunc(i.Unit.Spawn.Starts, func(g facts.GoCount) bool {
			return g.Call == i.Unit.Spawn.Points[k].Event.Index && g.Round == round
		})
		if n < 0 || i.Unit.Spawn.Points[k].Event.Op != facts.EventGo {
			return t, false
		}
		t.Known += i.Unit.Spawn.Starts[n].Known
		t.Loops = append(t.Loops, i.Unit.Spawn.Starts[n].Loops...)
	}
	return t, true
}

// senders are the goroutines that may send on a channel.
func (b *orderBuilder) senders(ch hb.ObjID) map[link.OriginID]bool {
	found := map[link.OriginID]bool{}
	for f := range b.p.Funcs {
		for k := range b.p.Funcs[f].Points {
			if e := &b.p.Funcs[f].Points[k].Event; e.Op == hb.OpSend && slices.Contains(e.Objs, ch) {
				found[b.l.Insts[f].Origin] = true
			}
		}
	}
	return found
}

// collectable checks the side conditions over all events on the channel.
func (b *orderBuilder) collectable(c collecting) bool {
	for f := range b.p.Funcs {
		for k := range b.p.Funcs[f].Points {
			e := &b.p.Funcs[f].Points[k].Event
			i, own := b.l.Insts[f], b.l.Insts[c.fn]
			other := e.Op == hb.OpClose || e.Op == hb.OpRecv && !c.full && (i.Unit != own.Unit || i.Origin != own.Origin)
			if other && slices.ContainsFunc(e.Objs, func(o hb.ObjID) bool { return slices.Contains(c.objs, o) }) {
				return false
			}
		}
	}
	return true
}

// counterOf makes the WaitGroup of a channel.
func (b *orderBuilder) counterOf(o hb.ObjID) hb.ObjID {
	h := b.p.Objs[o]
	h.Cap = -1
	b.p.Objs = append(b.p.Objs, h)
	b.names = append(b.names, b.names[o])
	return hb.ObjID(len(b.p.Objs) - 1)
}

// count puts an Add before every go event of the collecting function, or before every send on the filled channel.
func (b *orderBuilder) count(c collecting, group []hb.ObjID) {
	for id := range b.p.Funcs {
		f := &b.p.Funcs[id]
		if !c.full && link.InstID(id) != c.fn {
			continue
		}
		for k := range f.Points {
			e := &f.Points[k].Event
			if c.full && e.Op == hb.OpSend && slices.Equal(e.Objs, c.objs) || !c.full && e.Op == hb.OpGo {
				before(f, hb.PointID(k), hb.Event{Op: hb.OpAdd, Objs: group, N: 1, Local: c.local})
			}
		}
	}
}

// announce puts a Done before every send on a collected channel, and before every receive from a filled one.
func (b *orderBuilder) announce(counter map[hb.ObjID]hb.ObjID, full map[hb.ObjID]bool) {
	for f := range b.p.Funcs {
		fn := &b.p.Funcs[f]
		for k := range fn.Points {
			e := &fn.Points[k].Event
			if e.Op != hb.OpSend && e.Op != hb.OpRecv {
				continue
			}
			var group []hb.ObjID
			for _, o := range e.Objs {
				if w := counter[o]; w != 0 && full[o] == (e.Op == hb.OpRecv) {
					group = append(group, w)
				}
			}
			if slices.Sort(group); len(group) > 0 {
				before(fn, hb.PointID(k), hb.Event{Op: hb.OpDone, Objs: group, Local: e.Local})
			}
		}
	}
}

// collectPoint records a collecting event of an instance; until it is known to hold it does nothing.
func (b *orderBuilder) collectPoint(i *link.Instance, point hb.PointID, e *facts.Event) {
	c := collecting{i.ID, point, b.objects(i, e.Addr, e.Off), e.Flags&facts.EventLocal != 0, e.Op == facts.EventFill, 0}
	if e.Op == facts.EventCollect {
		c.count = int(e.N)
	}
	b.collected = append(b.collected, c)
}

// before puts an event between a point that follows an event and its predecessor.
func before(f *hb.Func, p hb.PointID, e hb.Event) {
	f.Points = append(f.Points, hb.Point{Preds: f.Points[p].Preds, Event: e})
	f.Points[p].Preds = []hb.PointID{hb.PointID(len(f.Points) - 1)}
}
