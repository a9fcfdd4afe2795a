// This file is what goroutines do to synchronise: the events of each, and in which order control passes them.

package ends

import (
	"slices"

	"github.com/syncvet/syncvet/internal/explain"
	"github.com/syncvet/syncvet/internal/hb"
	"github.com/syncvet/syncvet/internal/link"
	"github.com/syncvet/syncvet/internal/order"
)

// An events room knows what goroutines do to synchronise, and in which order control passes it.
type events struct {
	*explain.Paths
	starters map[link.OriginID][]*link.Instance // who starts each origin; nil until asked
	members  [][]link.InstID                    // memo of byOrigin; nil until asked
	contexts map[placed][]link.InstID           // memo of contextsOf; nil until asked
}

// A placed is a function in the goroutines of an origin.
type placed struct {
	origin link.OriginID // whose goroutines
	unit   link.UnitID   // the function
}

// A stop is a point of a function on the way to an access, innermost first.
type stop struct {
	fn    hb.FuncID  // the function
	entry hb.Entry   // how the goroutine came into it; zero where that does not matter
	point hb.PointID // the access in the first one, the call in others
}

// events calls f for all events of an origin.
func (es *events) events(id link.OriginID, f func(*hb.Event)) {
	for _, i := range es.byOrigin()[id] {
		points := es.L.Ordered.Funcs[i].Points
		for k := range points {
			f(&points[k].Event)
		}
	}
}

// byOrigin lists the instances of each origin.
func (es *events) byOrigin() [][]link.InstID {
	if es.members == nil {
		es.members = make([][]link.InstID, len(es.L.Origins))
		for _, i := range es.L.Insts[1:] {
			es.members[i.Origin] = append(es.members[i.Origin], i.ID)
		}
	}
	return es.members
}

// eachEvent calls f for each event of an operation, with the function and the point at which it happens.
func (es *events) eachEvent(op hb.Op, f func(link.InstID, hb.PointID, *hb.Event)) {
	for id := 1; id < len(es.L.Ordered.Funcs); id++ {
		points := es.L.Ordered.Funcs[id].Points
		for k := range points {
			if e := &points[k].Event; e.Op == op {
				f(link.InstID(id), hb.PointID(k), e)
			}
		}
	}
}

// eachUse reports whether something holds for all events on an object.
func (es *events) eachUse(group hb.ObjID, holds func(*link.Instance, hb.PointID, *hb.Event) bool) bool {
	for _, i := range es.L.Insts[1:] {
		f := &es.L.Ordered.Funcs[i.ID]
		for p := range f.Points {
			if e := &f.Points[p].Event; slices.Contains(e.Objs, group) && !holds(i, hb.PointID(p), e) {
				return false
			}
		}
	}
	return true
}

// stops are the functions on the way to an access in its own goroutine: the point of the access, then those of the
// calls that lead there.
func (es *events) stops(c *End) []stop {
	at := stop{hb.FuncID(c.Inst), c.Entry, hb.PointID(c.Fact().Point) + 1}
	return append([]stop{at}, es.callers(hb.OriginID(c.Origin), c.Entry)...)
}

// callers are the calls by which a function is entered in a goroutine, innermost first.
func (es *events) callers(o hb.OriginID, e hb.Entry) []stop {
	var list []stop
	for e.Caller != 0 && len(list) < order.MaxPath {
		up := es.L.Solved.Entries(o, e.Caller)[e.Parent]
		list = append(list, stop{e.Caller, up, e.Point})
		e = up
	}
	return list
}

// comesTo reports whether every way on from a stop comes to a certain event before it ends or comes to the same place
// again.
func (es *events) comesTo(s stop, wanted func(*hb.Event) bool) bool {
	f := &es.L.Ordered.Funcs[s.fn]
	succs, seen := next(f), map[hb.PointID]bool{}
	// A call that nothing follows in the skeleton tells nobody anything, or does not return.
	ends := func(p hb.PointID) bool {
		return len(succs[p]) == 0 && f.Points[p].Event.Op != hb.OpCall || slices.Contains(f.Exits, p)
	}
	if len(succs[s.point]) == 0 || ends(s.point) {
		return false
	}
	work := slices.Clone(succs[s.point])
	for len(work) > 0 {
		p := work[len(work)-1]
		work = work[:len(work)-1]
		switch {
		case wanted(&f.Points[p].Event), seen[p]:
			continue
		case p == s.point, ends(p):
			return false
		}
		seen[p] = true
		work = append(work, succs[p]...)
	}
	return true
}

// GoesOnToClose reports whether x is followed on every way by the close of a channel that y is, in another activation
// of the same function (R35).
func (es *events) GoesOnToClose(x, y *End) bool {
	if es.L.Insts[x.Inst].Unit != es.L.Insts[y.Inst].Unit {
		return false
	}
	f, at := &es.L.Ordered.Funcs[y.Inst], es.stops(y)[0].point
	return slices.ContainsFunc(append(next(f)[at], at), func(p hb.PointID) bool {
		own := &f.Points[p].Event
		return own.Op == hb.OpClose && len(own.Objs) > 0 && es.comesTo(es.stops(x)[0], func(e *hb.Event) bool {
			return e.Op == hb.OpClose && slices.Equal(e.Objs, own.Objs)
		})
	})
}

// after adds the functions that may be called behind a point of a function, directly or not, and lists the points
// there.
func (es *events) after(f *hb.Func, from hb.PointID, called map[hb.FuncID]bool) []hb.PointID {
	succs, seen := next(f), map[hb.PointID]bool{}
	var points []hb.PointID
	for work := slices.Clone(succs[from]); len(work) > 0; {
		p := work[len(work)-1]
		work = work[:len(work)-1]
		if seen[p] {
			continue
		}
		seen[p] = true
		points = append(points, p)
		for _, g := range f.Points[p].Event.Callees {
			es.callees(g, called)
		}
		work = append(work, succs[p]...)
	}
	return points
}

// callees adds a function and those that it may call.
func (es *events) callees(f hb.FuncID, called map[hb.FuncID]bool) {
	if called[f] {
		return
	}
	called[f] = true
	for p := range es.L.Ordered.Funcs[f].Points {
		for _, g := range es.L.Ordered.Funcs[f].Points[p].Event.Callees {
			es.callees(g, called)
		}
	}
}

// contextsOf lists the contexts of a function in the goroutines of an origin.
func (es *events) contextsOf(o link.OriginID, u *link.Unit) []link.InstID {
	key := placed{o, u.ID}
	list, ok := es.contexts[key]
	if !ok {
		for _, id := range es.byOrigin()[o] {
			if es.L.Insts[id].Unit == u {
				list = append(list, id)
			}
		}
		if es.contexts == nil {
			es.contexts = map[placed][]link.InstID{}
		}
		es.contexts[key] = list
	}
	return list
}

// startersOf lists the functions that start goroutines of an origin.
func (es *events) startersOf(o link.OriginID) []*link.Instance {
	if es.starters == nil {
		es.starters = map[link.OriginID][]*link.Instance{}
		for _, i := range es.L.Insts[1:] {
			for _, p := range es.L.Ordered.Funcs[i.ID].Points {
				for _, started := range p.Event.Origins {
					es.starters[link.OriginID(started)] = append(es.starters[link.OriginID(started)], i)
				}
			}
		}
	}
	return es.starters[o]
}

// ClosesBehind reports whether what comes behind an access on every way, and never comes back to it, is the close of a
// channel of which something holds.
func (es *events) ClosesBehind(x *End, holds func(link.ObjID) bool) bool {
	for _, s := range es.stops(x) {
		if es.comesTo(s, func(e *hb.Event) bool {
			return e.Op == hb.OpClose && len(e.Objs) == 1 && holds(es.L.Syncs[e.Objs[0]].Obj)
		}) {
			return true
		}
		if slices.Contains(es.after(&es.L.Ordered.Funcs[s.fn], s.point, map[hb.FuncID]bool{}), s.point) {
			return false
		}
	}
	return false
}

// Told reports whether y has received from a channel on which x's goroutine sends, or which it closes, but only after
// x: perhaps that it has come to its end.
func (es *events) Told(x, y *End) bool {
	return slices.ContainsFunc(es.L.Solved.Received(y.State), func(channels []hb.ObjID) bool {
		tells, before := false, false
		for _, i := range es.byOrigin()[x.Origin] {
			for k := range es.L.Ordered.Funcs[i].Points {
				e := &es.L.Ordered.Funcs[i].Points[k].Event
				if (e.Op == hb.OpSend || e.Op == hb.OpClose) &&
					slices.ContainsFunc(e.Objs, func(o hb.ObjID) bool { return slices.Contains(channels, o) }) {
					tells = true
					before = before || es.L.Solved.MayHavePassed(x.State, hb.FuncID(i), hb.PointID(k))
				}
			}
		}
		return tells && !before
	})
}

// sendsOn reports whether an origin sends on one of some channels.
func (es *events) sendsOn(o link.OriginID, channels []link.ObjID) (sends bool) {
	es.events(o, func(e *hb.Event) {
		sends = sends ||
			e.Op == hb.OpSend &&
				slices.ContainsFunc(e.Objs, func(s hb.ObjID) bool { return slices.Contains(channels, es.L.Syncs[s].Obj) })
	})
	return sends
}

// next are the points that follow each point of a function.
func next(f *hb.Func) [][]hb.PointID {
	out := make([][]hb.PointID, len(f.Points))
	for p := range f.Points {
		for _, q := range f.Points[p].Preds {
			out[q] = append(out[q], hb.PointID(p))
		}
	}
	return out
}
