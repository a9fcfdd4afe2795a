// This file orders accesses by a WaitGroup whose Dones are not known to belong to certain Adds, as in a pool of workers that call Done for what others
// have submitted (R26).

package races

import (
	"slices"

	"github.com/syncvet/syncvet/internal/hb"
	"github.com/syncvet/syncvet/internal/link"
	"github.com/syncvet/syncvet/internal/order"
)

// A counting is a Wait on one WaitGroup that comes before an access on every way.
type counting struct {
	group hb.ObjID
	place hb.Place
	late  map[hb.FuncID]bool // functions that the waiting goroutine may call after the Wait
	more  []hb.PointID       // points of the waiting function itself that it may come to after the Wait
}

// allDone reports whether x comes before y because x is followed by a Done in its goroutine, y comes after a Wait, and all Adds come before that Wait. When Wait
// returns, the counter is zero, so as many Dones have happened as Adds; there are no other Adds, and a counter is never negative: so there are no other Dones, and the
// one that follows x has happened (R26).
func (d *Detector) allDone(x, y *end) bool {
	return slices.ContainsFunc(d.waitedFor(y), func(c counting) bool { return d.doneBehind(x, c.group) && d.addedBefore(&c) })
}

// A stop is a point of a function on the way to an access, innermost first.
type stop struct {
	fn    hb.FuncID
	entry hb.Entry
	point hb.PointID
}

// stops are the functions on the way to an access in its own goroutine: the point of the access, then those of the calls that lead there.
func (d *Detector) stops(c *end) []stop {
	at := stop{hb.FuncID(c.Inst), c.Entry, hb.PointID(c.access().Point) + 1}
	return append([]stop{at}, d.callers(hb.OriginID(c.Origin), c.Entry)...)
}

// callers are the calls by which a function is entered in a goroutine, innermost first.
func (d *Detector) callers(o hb.OriginID, e hb.Entry) []stop {
	var list []stop
	for e.Caller != 0 && len(list) < order.MaxPath {
		up := d.L.Solved.Entries(o, e.Caller)[e.Parent]
		list = append(list, stop{e.Caller, up, e.Point})
		e = up
	}
	return list
}

// waitedFor lists the Waits that come before an access on every way, if their WaitGroup is one that exists once and is in view as a whole.
func (d *Detector) waitedFor(y *end) []counting {
	if y.waitsKnown {
		return y.waits
	}
	key := waitKey{y.Origin, y.Inst, y.Access, y.Entry}
	list, ok := d.counted[key]
	if !ok {
		list = d.findWaits(y)
		if d.counted == nil {
			d.counted = map[waitKey][]counting{}
		}
		d.counted[key] = list
	}
	y.waits, y.waitsKnown = list, true
	return list
}

// A waitKey is an access in one state of its function, at whichever location.
type waitKey struct {
	origin link.OriginID
	inst   link.InstID
	access uint32
	entry  hb.Entry
}

// findWaits finds them.
func (d *Detector) findWaits(y *end) []counting {
	var list []counting
	stops := d.stops(y)
	for k, s := range stops {
		f := &d.L.Ordered.Funcs[s.fn]
		for q := range f.Points {
			e := &f.Points[q].Event
			if e.Op != hb.OpWait || len(e.Objs) != 1 || !f.Precedes(hb.PointID(q), s.point) {
				continue
			}
			if o := &d.L.Ordered.Objs[e.Objs[0]]; !o.Single || o.External {
				continue
			}
			at := d.L.Solved.At(hb.OriginID(y.Origin), s.fn, s.entry, hb.PointID(q))
			c := counting{group: e.Objs[0], place: hb.Place{Origin: hb.OriginID(y.Origin), Func: s.fn, State: at}, late: map[hb.FuncID]bool{}}
			c.more = d.after(f, hb.PointID(q), c.late)
			for _, up := range stops[k+1:] {
				d.after(&d.L.Ordered.Funcs[up.fn], up.point, c.late)
			}
			list = append(list, c)
		}
	}
	return list
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

// after adds the functions that may be called behind a point of a function, directly or not, and lists the points there.
func (d *Detector) after(f *hb.Func, from hb.PointID, called map[hb.FuncID]bool) []hb.PointID {
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
			d.callees(g, called)
		}
		work = append(work, succs[p]...)
	}
	return points
}

// callees adds a function and those that it may call.
func (d *Detector) callees(f hb.FuncID, called map[hb.FuncID]bool) {
	if called[f] {
		return
	}
	called[f] = true
	for p := range d.L.Ordered.Funcs[f].Points {
		for _, g := range d.L.Ordered.Funcs[f].Points[p].Event.Callees {
			d.callees(g, called)
		}
	}
}

// doneBehind reports whether an access is followed by a Done on every way in its goroutine, before it comes to the same place again.
func (d *Detector) doneBehind(x *end, group hb.ObjID) bool {
	return slices.ContainsFunc(d.stops(x), func(s stop) bool {
		return d.comesTo(s, func(e *hb.Event) bool { return e.Op == hb.OpDone && len(e.Objs) == 1 && e.Objs[0] == group })
	})
}

// comesTo reports whether every way on from a stop comes to a certain event before it ends or comes to the same place again.
func (d *Detector) comesTo(s stop, wanted func(*hb.Event) bool) bool {
	f := &d.L.Ordered.Funcs[s.fn]
	succs, seen := next(f), map[hb.PointID]bool{}
	ends := func(p hb.PointID) bool { return len(succs[p]) == 0 || slices.Contains(f.Exits, p) }
	if ends(s.point) {
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

// addedBefore reports whether everything that adds to a WaitGroup comes before a Wait: other goroutines by happens-before, the waiting one by its control flow.
func (d *Detector) addedBefore(c *counting) bool {
	return d.eachUse(c.group, func(i *link.Instance, p hb.PointID, e *hb.Event) bool {
		f, o := hb.FuncID(i.ID), hb.OriginID(i.Origin)
		switch {
		case !adds(e):
			return true
		case o == c.place.Origin:
			return !c.late[f] && (f != c.place.Func || !slices.Contains(c.more, p))
		}
		return !slices.ContainsFunc(d.L.Solved.Entries(o, f), func(entry hb.Entry) bool {
			s := d.L.Solved.At(o, f, entry, p)
			return s != 0 && d.L.Solved.Ordered(hb.Place{Origin: o, Func: f, State: s}, c.place) != hb.Before
		})
	})
}

// adds reports whether an event on a WaitGroup adds to it.
func adds(e *hb.Event) bool { return e.Op == hb.OpAdd || e.Op == hb.OpGo }

// eachUse reports whether something holds for all events on an object.
func (d *Detector) eachUse(group hb.ObjID, holds func(*link.Instance, hb.PointID, *hb.Event) bool) bool {
	for _, i := range d.L.Insts[1:] {
		f := &d.L.Ordered.Funcs[i.ID]
		for p := range f.Points {
			if e := &f.Points[p].Event; slices.Contains(e.Objs, group) && !holds(i, hb.PointID(p), e) {
				return false
			}
		}
	}
	return true
}
