// This file tells events of one loop apart: functions that are sent to a goroutine, which runs them one after the other (SDROID's posted callbacks).

package program

import (
	"slices"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/hb"
)

// twoEvents tells whether a use and a store of one goroutine belong to two functions that it received, from goroutines of which neither surely sends first; or to two
// rounds of a loop over a select.
func (d *detector) twoEvents(x, y *candidate) bool {
	a, b := d.event(x, y), d.event(y, x)
	if a == 0 || b == 0 || a == b {
		return d.laterCase(x, y)
	}
	for _, m := range d.makers(a) {
		for _, n := range d.makers(b) {
			if d.sentInAnyOrder(m, n) {
				return true
			}
		}
	}
	return false
}

// laterCase tells whether one goroutine may come from a store to a use by going round a loop and taking a case of a select: cases are events, and they come
// in any order.
func (d *detector) laterCase(use, store *candidate) bool {
	to, from := d.stops(use), d.stops(store)
	slices.Reverse(to)
	slices.Reverse(from)
	for k := range min(len(to), len(from)) {
		switch {
		case to[k].fn != from[k].fn:
			return false
		case to[k].point != from[k].point:
			return d.throughSelect(to[k].fn, from[k].point, to[k].point)
		}
	}
	return false
}

// throughSelect tells whether control may come from one point of a function to another one by a case of a select, the second one's own perhaps.
func (d *detector) throughSelect(fn hb.FuncID, from, to hb.PointID) bool {
	s := d.l.insts[fn].unit.spawn
	selects := func(p hb.PointID) bool {
		return s != nil && int(p) >= 1 && int(p) <= len(s.Points) && s.Points[p-1].Event.Flags&facts.EventSelect != 0
	}
	type at struct {
		point hb.PointID
		taken bool
	}
	succs, seen := next(&d.l.ordered.Funcs[fn]), map[at]bool{}
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

// event is the function received from a channel that an access belongs to, where its way parts from that of another one; zero if there is none.
func (d *detector) event(x, y *candidate) instID {
	cx, cy := d.chain(x), d.chain(y)
	for k := range min(len(cx), len(cy)) {
		if cx[k].inst == cy[k].inst && cx[k].call == cy[k].call {
			continue
		}
		if k == 0 || cx[k].start || !d.l.delivered(d.l.insts[cx[k].from], cx[k].call) {
			return 0
		}
		return cx[k].inst
	}
	return 0
}

// makers are the functions that make a closure.
func (d *detector) makers(id instID) []instID {
	i := d.l.insts[id]
	if i.maker != 0 {
		return []instID{i.maker}
	}
	var list []instID
	for _, m := range d.l.insts[1:] {
		if m.unit.flow != nil && slices.ContainsFunc(m.unit.flow.Objs, func(o facts.Obj) bool {
			return o.Kind == facts.ObjFunc && m.unit.names.flow.Symbol(o.Sym) == i.unit.sym
		}) {
			list = append(list, m.id)
		}
	}
	return list
}

// sentInAnyOrder tells whether two functions run in goroutines that exist side by side, and what they send is not ordered.
func (d *detector) sentInAnyOrder(m, n instID) bool {
	a, b := d.l.insts[m].origin, d.l.insts[n].origin
	if a == b || !d.l.comparable(a, b) && !d.l.comparable(b, a) {
		return false
	}
	for _, p := range d.sends(m) {
		for _, q := range d.sends(n) {
			if d.l.solved.Ordered(p, q) == hb.None {
				return true
			}
		}
	}
	return false
}

// sends are the places where a function sends, or calls one that does.
func (d *detector) sends(id instID) []hb.Place {
	i := d.l.insts[id]
	if i.unit.spawn == nil {
		return nil
	}
	var list []hb.Place
	for p := range i.unit.spawn.Points {
		e := &i.unit.spawn.Points[p].Event
		if e.Op != facts.EventSend && !(e.Op == facts.EventCall && d.leadsToSend(i, e.Index)) {
			continue
		}
		for _, entry := range d.l.solved.Entries(hb.OriginID(i.origin), hb.FuncID(id)) {
			if s := d.l.solved.At(hb.OriginID(i.origin), hb.FuncID(id), entry, hb.PointID(p)+1); s != 0 {
				list = append(list, hb.Place{Origin: hb.OriginID(i.origin), Func: hb.FuncID(id), State: s})
			}
		}
	}
	return list
}

// leadsToSend tells whether a call enters a function that sends on a channel.
func (d *detector) leadsToSend(i *instance, call uint32) bool {
	return slices.ContainsFunc(i.out, func(e edge) bool {
		s := d.l.insts[e.to].unit.spawn
		return e.call == call && s != nil && slices.ContainsFunc(s.Points, func(p facts.Point) bool { return p.Event.Op == facts.EventSend })
	})
}
