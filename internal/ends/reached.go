// This file recognises goroutines that come after what others count: those that wait with a Cond until a count has come
// so far, or for a message of who has found it so (R46): latches, barriers, "wait until nobody is active", "the last
// one closes".

package ends

import (
	"slices"

	"github.com/syncvet/syncvet/internal/ends/skeleton"
	"github.com/syncvet/syncvet/internal/hb"
	"github.com/syncvet/syncvet/internal/link"
)

// CountedBehind reports whether x is followed on every way in its goroutine by a move of a count, and y comes on every
// way behind where that count has come so far; or both come where an own move has brought it to its end (R46).
func (js *joins) CountedBehind(x, y *End) bool {
	counts := js.reached(y)
	return len(counts) > 0 && (js.movedBehind(x, counts) || js.bothLast(x, y) || js.announces(x, y))
}

// movedBehind reports whether an access is followed on every way by a move of one of some counts.
func (js *joins) movedBehind(x *End, counts []hb.ObjID) bool {
	return slices.ContainsFunc(js.events.stops(x), func(s skeleton.Stop) bool {
		return js.events.ComesTo(s, func(e *hb.Event) bool { return js.moves(e, counts, maxWaitCalls) })
	})
}

// bothLast reports whether two accesses come, each on every way, behind an own move that has brought one count to its
// end: only one of all who count gets there.
func (js *joins) bothLast(x, y *End) bool {
	last := func(c *End) (list []hb.ObjID) {
		for _, s := range js.events.stops(c) {
			list = append(list, js.lastBefore(s)...)
		}
		return list
	}
	theirs := last(x)
	return len(theirs) > 0 && slices.ContainsFunc(last(y), func(o hb.ObjID) bool { return slices.Contains(theirs, o) })
}

// announces reports whether x comes behind an own move that has brought a count to its end, and before a message, on
// every way, for which y has waited and which nobody sends who has not done so.
func (js *joins) announces(x, y *End) bool {
	var channels []hb.ObjID
	for k, s := range js.events.stops(y) {
		f := &js.L.Ordered.Funcs[s.Func]
		for q := range f.Points {
			p, e := hb.PointID(q), &f.Points[q].Event
			if (e.Op == hb.OpRecv || e.Op == hb.OpRecvClosed) && f.Precedes(p, s.Point) && (k == 0 || p != s.Point) {
				channels = append(channels, e.Objs...)
			}
		}
	}
	sends := func(e *hb.Event) bool {
		return (e.Op == hb.OpSend || e.Op == hb.OpClose) &&
			slices.ContainsFunc(e.Objs, func(o hb.ObjID) bool { return slices.Contains(channels, o) })
	}
	return slices.ContainsFunc(js.events.stops(x), func(s skeleton.Stop) bool {
		last := js.lastBefore(s)
		meets := func(o hb.ObjID) bool { return slices.Contains(last, o) }
		return slices.ContainsFunc(js.announced(channels), meets) && js.events.ComesTo(s, sends)
	})
}

// lastBefore are the counts that an own move has brought to their end, on every way to a point of the same function.
func (js *joins) lastBefore(s skeleton.Stop) (list []hb.ObjID) {
	f := &js.L.Ordered.Funcs[s.Func]
	for k := range f.Points {
		e := &f.Points[k].Event
		if e.Op == hb.OpReached && e.Taken && len(e.Objs) == 1 && f.Precedes(hb.PointID(k), s.Point) {
			list = append(list, e.Objs[0])
		}
	}
	return list
}

// announced are the counts that have come to their end before any message on some channels, or their close: only who
// has brought them there sends or closes.
func (js *joins) announced(channels []hb.ObjID) (counts []hb.ObjID) {
	if js.releases == nil {
		js.releases = map[hb.ObjID][]skeleton.Stop{}
		for _, op := range []hb.Op{hb.OpSend, hb.OpClose} {
			js.events.EachOf(op, func(id link.InstID, p hb.PointID, e *hb.Event) {
				for _, o := range e.Objs {
					js.releases[o] = append(js.releases[o], skeleton.Stop{Func: hb.FuncID(id), Point: p})
				}
			})
		}
	}
	first := true
	for _, ch := range channels {
		for _, s := range js.releases[ch] {
			last := js.lastBefore(s)
			if first {
				counts, first = last, false
				continue
			}
			counts = slices.DeleteFunc(counts, func(o hb.ObjID) bool { return !slices.Contains(last, o) })
		}
	}
	return counts
}

// A milestone is a point of a function that is passed only once some counts have come so far.
type milestone struct {
	point  hb.PointID // where it waits, itself or by a call
	counts []hb.ObjID // those that must have come so far
}

// reached are the counts that have come so far before an access on every way.
func (js *joins) reached(y *End) []hb.ObjID {
	var list []hb.ObjID
	for k, s := range js.events.stops(y) {
		f := &js.L.Ordered.Funcs[s.Func]
		for _, m := range js.milestones(within{s.Func, maxWaitCalls}) {
			if f.Precedes(m.point, s.Point) && (k == 0 || m.point != s.Point) {
				list = append(list, m.counts...)
			}
		}
	}
	return list
}

// A within is a function, and how deep the calls in it are looked into.
type within struct {
	fn    hb.FuncID // the function
	calls int       // how deep; 0: only what it does itself
}

// milestones are those of a function at which it waits, itself or by what it calls. They are found once.
func (js *joins) milestones(in within) (list []milestone) {
	if known, ok := js.reaches[in]; ok {
		return known
	}
	if js.reaches == nil {
		js.reaches = map[within][]milestone{}
	}
	for k := range js.L.Ordered.Funcs[in.fn].Points {
		var counts []hb.ObjID
		switch e := &js.L.Ordered.Funcs[in.fn].Points[k].Event; {
		case e.Op == hb.OpReached && len(e.Objs) == 1:
			counts = e.Objs
		case e.Op == hb.OpRecv || e.Op == hb.OpRecvClosed:
			counts = js.announced(e.Objs)
		case e.Op == hb.OpCall && len(e.Callees) == 1 && in.calls > 0:
			counts = append(js.meets(e.Callees[0]), js.behindAll(within{e.Callees[0], in.calls - 1})...)
		}
		if len(counts) > 0 {
			list = append(list, milestone{hb.PointID(k), counts})
		}
	}
	js.reaches[in] = list
	return list
}

// behindAll are the counts that have come so far whenever a function has returned.
func (js *joins) behindAll(in within) (counts []hb.ObjID) {
	g := &js.L.Ordered.Funcs[in.fn]
	for _, m := range js.milestones(in) {
		late := func(x hb.PointID) bool { return !g.Precedes(m.point, x) }
		if len(g.Exits) > 0 && !slices.ContainsFunc(g.Exits, late) {
			counts = append(counts, m.counts...)
		}
	}
	return counts
}

// moves reports whether an event moves one of some counts, by a call of a function that does so on every way, too.
func (js *joins) moves(e *hb.Event, counts []hb.ObjID, depth int) bool {
	switch {
	case e.Op == hb.OpMoves:
		return slices.ContainsFunc(e.Objs, func(o hb.ObjID) bool { return slices.Contains(counts, o) })
	case e.Op != hb.OpCall || len(e.Callees) != 1 || depth == 0:
		return false
	}
	meets := func(o hb.ObjID) bool { return slices.Contains(counts, o) }
	moves := func(e *hb.Event) bool { return js.moves(e, counts, depth-1) }
	return slices.ContainsFunc(js.meets(e.Callees[0]), meets) ||
		js.events.ComesTo(skeleton.Stop{Func: e.Callees[0], Point: 1}, moves)
}

// meets are the counts of a barrier: on every way through the function, the caller waits for one or, as the last one,
// moves it.
func (js *joins) meets(fn hb.FuncID) []hb.ObjID {
	var list []hb.ObjID
	points := js.L.Ordered.Funcs[fn].Points
	for k := range points {
		e := &points[k].Event
		if e.Op != hb.OpReached || e.Taken || len(e.Objs) != 1 || slices.Contains(list, e.Objs[0]) {
			continue
		}
		of := func(e *hb.Event) bool { return slices.Contains(e.Objs, points[k].Event.Objs[0]) }
		both := func(e *hb.Event) bool { return (e.Op == hb.OpReached || e.Op == hb.OpMoves) && of(e) }
		moves := slices.ContainsFunc(points, func(p hb.Point) bool { return p.Event.Op == hb.OpMoves && of(&p.Event) })
		if moves && js.events.ComesTo(skeleton.Stop{Func: fn, Point: 1}, both) {
			list = append(list, e.Objs[0])
		}
	}
	return list
}
