// This file is about what happens inside the function of a Once: lazy initialisation (R12), and pairs that the Once in the object itself excludes (R29).

package program

import (
	"slices"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/hb"
	"github.com/syncvet/syncvet/internal/pointsto"
)

// lazily tells whether one end runs inside the function of a Once: lazy initialisation. That the other end saw its effect
// only after a Do is a matter of where its pointer came from, which a must-analysis of tokens cannot see; a variable that both
// name, and an object that was there before the Once ran, need no such pointer, if the other goroutine runs no Once at all.
func (d *detector) lazily(o *object, x, y *candidate) bool {
	if d.l.solved.InOnce(y.state) {
		x, y = y, x
	}
	if !d.l.solved.InOnce(x.state) || d.l.solved.InOnce(y.state) {
		return false
	}
	return d.runsOnce(y.origin) || !(d.named(x) && d.named(y)) && !d.madeBefore(o, x, y)
}

// madeBefore tells whether an object is made by an origin that both ends stem from, outside any function of a Once.
func (d *detector) madeBefore(o *object, x, y *candidate) bool {
	if o.inst == 0 || !d.bothStem(o, x, y) {
		return false
	}
	entries := d.l.solved.Entries(hb.OriginID(d.l.insts[o.inst].origin), hb.FuncID(o.inst))
	return len(entries) > 0 && !slices.ContainsFunc(entries, func(e hb.Entry) bool { return d.l.solved.InOnce(e.State) })
}

// runsOnce tells whether a goroutine, or one that it descends from, may do a Once.
func (d *detector) runsOnce(id originID) bool {
	if id == 0 {
		return false
	}
	known, ok := d.onces[id]
	if !ok {
		d.events(id, func(e *hb.Event) { known = known || e.Op == hb.OpOnceBegin })
		known = known || d.runsOnce(d.l.origins[id].parent)
		if d.onces == nil {
			d.onces = map[originID]bool{}
		}
		d.onces[id] = known
	}
	return known
}

// named tells whether an access names its variable.
func (d *detector) named(c *candidate) bool {
	v := d.access(c).Var
	return v == facts.VarGlobal || v == facts.VarCaptured
}

// sameOnce tells whether x happens inside the function of a Once that lies in the object both ends access, by one pointer, and y happens inside it, too, or
// behind a Do of it, by one pointer again: if the object is the same, so is the Once (R29).
func (d *detector) sameOnce(loc location, x, y *candidate) bool {
	a := d.oncesAround(loc, x)
	if len(a) == 0 {
		return false
	}
	known := func(l location) bool { return slices.Contains(a, l) }
	return slices.ContainsFunc(d.oncesAround(loc, y), known) || d.oncesDone(loc, y, known)
}

// oncesAround lists the Onces inside whose function an access happens and that are reached by the very pointer by which the access reaches the location.
func (d *detector) oncesAround(loc location, c *candidate) []location {
	var list []location
	ctx := d.contextOf(c)
	for at := ctx; at != nil && at.from != 0 && !at.start; at = at.up {
		e := d.l.insts[at.from].unit.runsInOnce(at.call)
		if e == nil {
			continue
		}
		accessed := d.sourcesOf(d.sightingsIn(loc, c, ctx))
		for _, o := range d.oncesAt(loc, at.up, e) {
			if len(accessed) > 0 && !slices.ContainsFunc(accessed, func(s source) bool { return s == source{} || !slices.Contains(o.pointer, s) }) {
				list = append(list, o.location)
			}
		}
	}
	return list
}

// oncesDone tells whether, however an access comes by the object, some Once in it that is wanted has been done before, by the same pointer: in a function on the way
// to the access, or in one that has returned the pointer.
func (d *detector) oncesDone(loc location, c *candidate, wanted func(location) bool) bool {
	ctx := d.contextOf(c)
	accessed := d.sourcesOf(d.sightingsIn(loc, c, ctx))
	return len(accessed) > 0 && !slices.ContainsFunc(accessed, func(s source) bool {
		if (s == source{}) {
			return true
		}
		for f := s.base.ctx; f != nil; f = f.up {
			if d.doneIn(loc, f, d.onward(f, ctx, c), s, wanted) {
				return false
			}
		}
		return true
	})
}

// onward lists the points of a function by which control goes on to an access: the call on the way there, or the access itself; or, if the function has returned, its exits.
func (d *detector) onward(f, ctx *context, c *candidate) []facts.PointID {
	u := d.l.insts[f.inst].unit
	if f == ctx {
		return []facts.PointID{d.access(c).Point}
	}
	for at := ctx; at != nil; at = at.up {
		if at.up == f {
			if u.spawn == nil || int(at.call) >= len(u.spawn.Calls) {
				return nil
			}
			return []facts.PointID{u.spawn.Calls[at.call]}
		}
	}
	if u.spawn == nil {
		return nil
	}
	return u.spawn.Exits
}

// doneIn tells whether a function, in one activation, passes a Do of a wanted Once by the pointer that a source gives, on every way to some points.
func (d *detector) doneIn(loc location, f *context, to []facts.PointID, s source, wanted func(location) bool) bool {
	u := d.l.insts[f.inst].unit
	if u.spawn == nil || len(to) == 0 {
		return false
	}
	for p := range u.spawn.Points {
		e := &u.spawn.Points[p].Event
		if e.Op == facts.EventOnceDone && d.l.precedes(f.inst, p, to) && slices.ContainsFunc(d.oncesAt(loc, f, e), func(o onceAt) bool { return wanted(o.location) && slices.Contains(o.pointer, s) }) {
			return true
		}
	}
	return false
}

// A onceAt is a Once in the object that is asked about, and where the pointer comes from by which an event reaches it.
type onceAt struct {
	location
	pointer []source
}

// oncesAt lists the Onces of an event that lie in the object of a location.
func (d *detector) oncesAt(loc location, in *context, e *facts.Event) []onceAt {
	var list []onceAt
	for _, l := range d.l.places(d.l.insts[in.inst], e.Addr, e.Off) {
		if l.obj == loc.obj {
			pointer := sighting{in.inst, e.Addr, d.l.objects[l.obj].base + pointsto.Node(l.off-e.Off), in}
			list = append(list, onceAt{l, d.l.traced().trace(pointer)})
		}
	}
	return list
}

// runsInOnce gives the event by which a Once begins to run the function that a call enters; nil if the call is no Once's.
func (u *unit) runsInOnce(call uint32) *facts.Event {
	if u.spawn == nil {
		return nil
	}
	for k := range u.spawn.Points {
		p := &u.spawn.Points[k]
		if p.Event.Op != facts.EventCall || p.Event.Index != call {
			continue
		}
		for _, before := range p.Preds {
			if e := &u.spawn.Points[before].Event; e.Op == facts.EventOnceBegin {
				return e
			}
		}
	}
	return nil
}

// precedes tells whether what happens at one point of an instance's function comes before all of some points, or what happens behind them, on every way there.
func (l *Order) precedes(i instID, at int, points []facts.PointID) bool {
	f := &l.ordered.Funcs[i]
	return !slices.ContainsFunc(points, func(p facts.PointID) bool { return !f.Precedes(hb.PointID(at)+1, hb.PointID(p)+1) })
}
