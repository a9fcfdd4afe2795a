// This file tells events of one loop apart: functions that are sent to a goroutine, which runs them one after the other
// (SDROID's posted callbacks).

package ends

import (
	"slices"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/explain"
	"github.com/syncvet/syncvet/internal/hb"
	"github.com/syncvet/syncvet/internal/link"
)

// A loops room knows which functions one loop runs, one after the other (V).
type loops struct {
	*explain.Paths
	events *events // what goroutines do to synchronise (Rooms.Events)
}

// TwoEvents reports whether a use and a store of one goroutine belong to two functions that it received, from
// goroutines of which neither surely sends first; or to two rounds of a loop over a select.
func (ls *loops) TwoEvents(x, y *End) bool {
	a, b := ls.event(x, y), ls.event(y, x)
	if a == 0 || b == 0 || a == b {
		return ls.laterCase(x, y)
	}
	for _, m := range ls.makers(a) {
		for _, n := range ls.makers(b) {
			if ls.sentInAnyOrder(m, n) {
				return true
			}
		}
	}
	return false
}

// laterCase reports whether one goroutine may come from a store to a use by going round a loop and taking a case of a
// select: cases are events, and they come in any order.
func (ls *loops) laterCase(use, store *End) bool {
	to, from := ls.events.stops(use), ls.events.stops(store)
	slices.Reverse(to)
	slices.Reverse(from)
	for k := range min(len(to), len(from)) {
		switch {
		case to[k].Func != from[k].Func:
			return false
		case to[k].Point != from[k].Point:
			return ls.throughSelect(to[k].Func, from[k].Point, to[k].Point)
		}
	}
	return false
}

// throughSelect reports whether control may come from one point of a function to another one by a case of a select, the
// second one's own perhaps.
func (ls *loops) throughSelect(fn hb.FuncID, from, to hb.PointID) bool {
	s := ls.L.Insts[fn].Unit.Spawn
	selects := func(p hb.PointID) bool {
		return s != nil && int(p) >= 1 && int(p) <= len(s.Points) && s.Points[p-1].Event.Flags&facts.EventSelect != 0
	}
	type at struct {
		point hb.PointID // that control has come to
		taken bool       // a case of a select lies on the way there
	}
	succs, seen := ls.L.Ordered.Funcs[fn].Next(), map[at]bool{}
	for work := []at{{from, false}}; len(work) > 0; {
		p := work[len(work)-1]
		work = work[:len(work)-1]
		for _, q := range succs[p.point] {
			n := at{q, p.taken || selects(q)}
			if q == to && n.taken {
				return true
			}
			if !seen[n] {
				seen[n] = true
				work = append(work, n)
			}
		}
	}
	return false
}

// event is the function received from a channel that an access belongs to, where its way parts from that of another
// one; zero if there is none.
func (ls *loops) event(x, y *End) link.InstID {
	cx, cy := x.Chain(), y.Chain()
	for k := range min(len(cx), len(cy)) {
		if cx[k].Inst == cy[k].Inst && cx[k].Call == cy[k].Call {
			continue
		}
		if k == 0 || cx[k].Start || !ls.L.Delivered(ls.L.Insts[cx[k].From], cx[k].Call) {
			return 0
		}
		return cx[k].Inst
	}
	return 0
}

// makers are the functions that make a closure.
func (ls *loops) makers(id link.InstID) []link.InstID {
	i := ls.L.Insts[id]
	if i.Maker != 0 {
		return []link.InstID{i.Maker}
	}
	var list []link.InstID
	for _, m := range ls.L.Insts[1:] {
		if m.Unit.Flow != nil && slices.ContainsFunc(m.Unit.Flow.Objs, func(o facts.Obj) bool {
			return o.Kind == facts.ObjFunc && m.Unit.Names.Flow.Symbol(o.Sym) == i.Unit.Sym
		}) {
			list = append(list, m.ID)
		}
	}
	return list
}

// sentInAnyOrder reports whether two functions run in goroutines that exist side by side, and what they send is not
// ordered.
func (ls *loops) sentInAnyOrder(m, n link.InstID) bool {
	a, b := ls.L.Insts[m].Origin, ls.L.Insts[n].Origin
	if a == b || !ls.L.Comparable(a, b) && !ls.L.Comparable(b, a) {
		return false
	}
	for _, p := range ls.sends(m) {
		for _, q := range ls.sends(n) {
			if ls.L.Solved.Ordered(p, q) == hb.None {
				return true
			}
		}
	}
	return false
}

// sends are the places where a function sends, or calls one that does.
func (ls *loops) sends(id link.InstID) []hb.Place {
	i := ls.L.Insts[id]
	if i.Unit.Spawn == nil {
		return nil
	}
	var list []hb.Place
	for p := range i.Unit.Spawn.Points {
		e := &i.Unit.Spawn.Points[p].Event
		if e.Op != facts.EventSend && !(e.Op == facts.EventCall && ls.leadsToSend(i, e.Index)) {
			continue
		}
		for _, entry := range ls.L.Solved.Entries(hb.OriginID(i.Origin), hb.FuncID(id)) {
			if s := ls.L.Solved.At(hb.OriginID(i.Origin), hb.FuncID(id), entry, hb.PointID(p)+1); s != 0 {
				list = append(list, hb.Place{Origin: hb.OriginID(i.Origin), Func: hb.FuncID(id), State: s})
			}
		}
	}
	return list
}

// leadsToSend reports whether a call enters a function that sends on a channel.
func (ls *loops) leadsToSend(i *link.Instance, call uint32) bool {
	return slices.ContainsFunc(i.Out, func(e link.Edge) bool {
		s := ls.L.Insts[e.To].Unit.Spawn
		return e.Call == call && s != nil &&
			slices.ContainsFunc(s.Points, func(p facts.Point) bool { return p.Event.Op == facts.EventSend })
	})
}
