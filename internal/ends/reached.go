// This file recognises goroutines that wait with a Cond until a count has come so far, which others move behind what
// they do (R46): latches, barriers, "wait until nobody is active".

package ends

import (
	"slices"

	"github.com/syncvet/syncvet/internal/hb"
)

// CountedBehind reports whether x is followed on every way in its goroutine by a move of a count, and y comes on every
// way behind a loop that waits with a Cond until that count has come so far (R46).
func (js *joins) CountedBehind(x, y *End) bool {
	counts := js.reached(y)
	return len(counts) > 0 && slices.ContainsFunc(js.events.stops(x), func(s stop) bool {
		return js.events.comesTo(s, func(e *hb.Event) bool { return js.moves(e, counts, maxWaitCalls) })
	})
}

// reached are the counts that are waited for before an access on every way.
func (js *joins) reached(y *End) []hb.ObjID {
	var list []hb.ObjID
	for k, s := range js.events.stops(y) {
		f := &js.L.Ordered.Funcs[s.fn]
		list = append(list, js.reachedIn(s.fn, maxWaitCalls, func(q hb.PointID) bool {
			return f.Precedes(q, s.point) && (k == 0 || q != s.point)
		})...)
	}
	return list
}

// reachedIn are those that a function waits for, itself or by what it calls, at points of which something holds.
func (js *joins) reachedIn(fn hb.FuncID, depth int, passed func(hb.PointID) bool) []hb.ObjID {
	var list []hb.ObjID
	f := &js.L.Ordered.Funcs[fn]
	for k := range f.Points {
		q, e := hb.PointID(k), &f.Points[k].Event
		switch {
		case e.Op == hb.OpReached && len(e.Objs) == 1 && passed(q):
			list = append(list, e.Objs[0])
		case e.Op == hb.OpCall && len(e.Callees) == 1 && depth > 0 && passed(q):
			g := &js.L.Ordered.Funcs[e.Callees[0]]
			list = append(list, js.meets(e.Callees[0])...)
			list = append(list, js.reachedIn(e.Callees[0], depth-1, func(p hb.PointID) bool {
				late := func(x hb.PointID) bool { return !g.Precedes(p, x) }
				return len(g.Exits) > 0 && !slices.ContainsFunc(g.Exits, late)
			})...)
		}
	}
	return list
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
		js.events.comesTo(stop{fn: e.Callees[0], point: 1}, moves)
}

// meets are the counts of a barrier: on every way through the function, the caller waits for one or, as the last one,
// moves it.
func (js *joins) meets(fn hb.FuncID) []hb.ObjID {
	var list []hb.ObjID
	points := js.L.Ordered.Funcs[fn].Points
	for k := range points {
		e := &points[k].Event
		if e.Op != hb.OpReached || len(e.Objs) != 1 || slices.Contains(list, e.Objs[0]) {
			continue
		}
		of := func(e *hb.Event) bool { return slices.Contains(e.Objs, points[k].Event.Objs[0]) }
		both := func(e *hb.Event) bool { return (e.Op == hb.OpReached || e.Op == hb.OpMoves) && of(e) }
		moves := slices.ContainsFunc(points, func(p hb.Point) bool { return p.Event.Op == hb.OpMoves && of(&p.Event) })
		if moves && js.events.comesTo(stop{fn: fn, point: 1}, both) {
			list = append(list, e.Objs[0])
		}
	}
	return list
}
