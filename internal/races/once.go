// This file is about what happens inside the function of a Once: lazy initialisation (R12), and pairs that the Once in the object itself excludes (R29).

package races

import (
	"slices"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/hb"
	"github.com/syncvet/syncvet/internal/link"
	"github.com/syncvet/syncvet/internal/order"
	"github.com/syncvet/syncvet/internal/pointsto"
)

// lazily reports whether one end runs inside the function of a Once: lazy initialisation. That the other end saw its effect
// only after a Do is a matter of where its pointer came from, which a must-analysis of tokens cannot see; a variable that both
// name, and an object that was there before the Once ran, need no such pointer, if the other goroutine runs no Once at all.
func (d *Detector) lazily(o *link.Object, x, y *end) bool {
	if d.L.Solved.InOnce(y.State) {
		x, y = y, x
	}
	if !d.L.Solved.InOnce(x.State) || d.L.Solved.InOnce(y.State) {
		return false
	}
	return d.runsOnce(y.Origin) || !(d.named(x) && d.named(y)) && !d.madeBefore(o, x, y)
}

// madeBefore reports whether an object is made by an origin that both ends stem from, outside any function of a Once.
func (d *Detector) madeBefore(o *link.Object, x, y *end) bool {
	if o.Inst == 0 || !d.bothStem(o, x, y) {
		return false
	}
	entries := d.L.Solved.Entries(hb.OriginID(d.L.Insts[o.Inst].Origin), hb.FuncID(o.Inst))
	return len(entries) > 0 && !slices.ContainsFunc(entries, func(e hb.Entry) bool { return d.L.Solved.InOnce(e.State) })
}

// runsOnce reports whether a goroutine, or one that it descends from, may do a Once.
func (d *Detector) runsOnce(id link.OriginID) bool {
	if id == 0 {
		return false
	}
	known, ok := d.onces[id]
	if !ok {
		d.events(id, func(e *hb.Event) { known = known || e.Op == hb.OpOnceBegin })
		known = known || d.runsOnce(d.L.Origins[id].Parent)
		if d.onces == nil {
			d.onces = map[link.OriginID]bool{}
		}
		d.onces[id] = known
	}
	return known
}

// named reports whether an access names its variable.
func (d *Detector) named(c *end) bool {
	v := c.access().Var
	return v == facts.VarGlobal || v == facts.VarCaptured
}

// sameOnce reports whether x happens inside the function of a Once that lies in the object both ends access, by one pointer, and y happens inside it, too, or
// behind a Do of it, by one pointer again: if the object is the same, so is the Once (R29).
func (d *Detector) sameOnce(loc order.Location, x, y *end) bool {
	a := d.oncesAround(loc, x)
	if len(a) == 0 {
		return false
	}
	known := func(l order.Location) bool { return slices.Contains(a, l) }
	return slices.ContainsFunc(d.oncesAround(loc, y), known) || d.oncesDone(loc, y, known)
}

// oncesAround lists the Onces inside whose function an access happens and that are reached by the very pointer by which the access reaches the location.
func (d *Detector) oncesAround(loc order.Location, c *end) []order.Location {
	if !c.onceKnown {
		c.once, c.onceKnown = d.findOnces(loc, c), true
	}
	return c.once
}

// findOnces finds them.
func (d *Detector) findOnces(loc order.Location, c *end) []order.Location {
	var list []order.Location
	ctx := d.contextOf(c)
	for at := ctx; at != nil && at.From != 0 && !at.Start; at = at.Up {
		e := d.L.Insts[at.From].Unit.RunsInOnce(at.Call)
		if e == nil {
			continue
		}
		accessed := d.sourcesOf(d.sightingsIn(loc, c, ctx))
		for _, o := range d.oncesAt(loc, at.Up, e) {
			if len(accessed) > 0 && !slices.ContainsFunc(accessed, func(s link.Source) bool { return s == link.Source{} || !slices.Contains(o.pointer, s) }) {
				list = append(list, o.Location)
			}
		}
	}
	return list
}

// oncesDone reports whether, however an access comes by the object, some Once in it that is wanted has been done before, by the same pointer: in a function on the way
// to the access, or in one that has returned the pointer.
func (d *Detector) oncesDone(loc order.Location, c *end, wanted func(order.Location) bool) bool {
	ctx := d.contextOf(c)
	accessed := d.sourcesOf(d.sightingsIn(loc, c, ctx))
	return len(accessed) > 0 && !slices.ContainsFunc(accessed, func(s link.Source) bool {
		if (s == link.Source{}) {
			return true
		}
		for f := s.Base.Ctx; f != nil; f = f.Up {
			if d.doneIn(loc, f, d.onward(f, ctx, c), s, wanted) {
				return false
			}
		}
		return true
	})
}

// onward lists the points of a function by which control goes on to an access: the call on the way there, or the access itself; or, if the function has returned, its exits.
func (d *Detector) onward(f, ctx *link.Context, c *end) []facts.PointID {
	u := d.L.Insts[f.Inst].Unit
	if f == ctx {
		return []facts.PointID{c.access().Point}
	}
	for at := ctx; at != nil; at = at.Up {
		if at.Up == f {
			if u.Spawn == nil || int(at.Call) >= len(u.Spawn.Calls) {
				return nil
			}
			return []facts.PointID{u.Spawn.Calls[at.Call]}
		}
	}
	if u.Spawn == nil {
		return nil
	}
	return u.Spawn.Exits
}

// doneIn reports whether a function, in one activation, passes a Do of a wanted Once by the pointer that a source gives, on every way to some points.
func (d *Detector) doneIn(loc order.Location, f *link.Context, to []facts.PointID, s link.Source, wanted func(order.Location) bool) bool {
	u := d.L.Insts[f.Inst].Unit
	if u.Spawn == nil || len(to) == 0 {
		return false
	}
	for p := range u.Spawn.Points {
		e := &u.Spawn.Points[p].Event
		if e.Op == facts.EventOnceDone && d.L.Precedes(f.Inst, p, to) && slices.ContainsFunc(d.oncesAt(loc, f, e), func(o onceAt) bool { return wanted(o.Location) && slices.Contains(o.pointer, s) }) {
			return true
		}
	}
	return false
}

// A onceAt is a Once in the object that is asked about, and where the pointer comes from by which an event reaches it.
type onceAt struct {
	order.Location
	pointer []link.Source
}

// oncesAt lists the Onces of an event that lie in the object of a location.
func (d *Detector) oncesAt(loc order.Location, in *link.Context, e *facts.Event) []onceAt {
	var list []onceAt
	for _, l := range d.L.Places(d.L.Insts[in.Inst], e.Addr, e.Off) {
		if l.Obj == loc.Obj {
			pointer := link.Sighting{Inst: in.Inst, Node: e.Addr, Target: d.L.Objects[l.Obj].Base + pointsto.Node(l.Off-e.Off), Ctx: in}
			list = append(list, onceAt{Location: l, pointer: d.L.Traced().Trace(pointer)})
		}
	}
	return list
}
