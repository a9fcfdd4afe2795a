// This file is the locks held at an access, and the synchronisation near by that does not order it (R10).

package explain

import (
	"slices"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/hb"
	"github.com/syncvet/syncvet/internal/link"
	"github.com/syncvet/syncvet/internal/order"
)

// A HeldLock is a lock held at an access.
type HeldLock struct {
	Name facts.Symbol // as the source names it; zero unknown
	Read bool
	Pos  link.Position
}

// A Sync is a synchronisation event that comes near to ordering a pair.
type Sync struct {
	Op  facts.EventOp
	Pos link.Position
}

// A Taking is the event that takes a lock.
type Taking struct {
	Fn    link.InstID
	Point hb.PointID
}

// Near lists the synchronisation that one end has acquired and that is not known to order them: what the goroutines
// agreed on by counting, or by values, is beyond the rules. It reports whether some of it was released behind the other
// end, for then it may well order them (R10).
func (d *Paths) Near(x, y *order.Candidate) (list []Sync, near bool) {
	for _, e := range d.L.Solved.Why(d.L.Place(x), d.L.Place(y)) {
		if e.Holds || e.Kind == hb.Started || e.Kind == hb.Follows || e.Kind == hb.Excluded {
			continue
		}
		s := d.sync(e.To)
		if s.Pos.Line == 0 {
			continue
		}
		if near = near || e.Late; !slices.Contains(list, s) {
			list = append(list, s)
		}
	}
	return list, near
}

// sync is the event at a site.
func (d *Paths) sync(at hb.Site) Sync {
	i := d.L.Insts[at.Func]
	if at.Func == 0 || i.Unit.Spawn == nil || int(at.Point) < 1 || int(at.Point) > len(i.Unit.Spawn.Points) {
		return Sync{}
	}
	e := &i.Unit.Spawn.Points[at.Point-1].Event
	if e.Flags&facts.EventGuarded != 0 {
		return Sync{} // a plain variable that is tested somewhere near by says little
	}
	return Sync{Op: e.Op, Pos: link.PositionOf(i.Unit.Names.Spawn, e.Pos)}
}

// held names a lock by the site that took it: on the path if it was taken there, else the first that takes such a lock.
func (d *Paths) held(h hb.Held, path []ChainLink) HeldLock {
	return d.HeldAt(h, d.TakenOn(h, path))
}

// HeldAt names a lock by the event that took it.
func (d *Paths) HeldAt(h hb.Held, at Taking) HeldLock {
	out := HeldLock{Read: h.Mode == hb.Read}
	if i, s := d.SiteOf(at); s != nil {
		out.Name, out.Pos = i.Unit.Names.Locks.Symbol(s.Name), link.PositionOf(i.Unit.Names.Locks, s.Pos)
	}
	return out
}

// SiteOf is the lock site of an event, nil if it is none, and its function.
func (d *Paths) SiteOf(at Taking) (*link.Instance, *facts.LockSite) {
	i := d.L.Insts[at.Fn]
	if i.Unit.Spawn == nil || i.Unit.Locks == nil || int(at.Point) < 1 || int(at.Point) > len(i.Unit.Spawn.Points) {
		return i, nil
	}
	e := &i.Unit.Spawn.Points[at.Point-1].Event
	if e.Op != facts.EventLock {
		return i, nil
	}
	return i, &i.Unit.Locks.Sites[e.Index]
}

// TakenOn looks for the innermost function of a path that takes a lock.
func (d *Paths) TakenOn(h hb.Held, path []ChainLink) Taking {
	op := hb.OpLock
	if h.Mode == hb.Read {
		op = hb.OpRLock
	}
	for k := len(path) - 1; k >= 0; k-- {
		points := d.L.Ordered.Funcs[path[k].Inst].Points
		for p := range points {
			if e := &points[p].Event; e.Op == op && slices.Equal(e.Objs, h.Objs) {
				return Taking{path[k].Inst, hb.PointID(p)}
			}
		}
	}
	return Taking{link.InstID(h.Func), h.At}
}
