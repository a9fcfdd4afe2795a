// This file recognises memory that may be handed over from one goroutine to another in ways that depend on values: by a variable that is
// tested (R9), by a lock that another one unlocks (R25), by a timer that is stopped.

package races

import (
	"slices"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/hb"
	"github.com/syncvet/syncvet/internal/link"
	"github.com/syncvet/syncvet/internal/order"
)

// handedOver reports whether x, or a call on the way to it in its goroutine, happens only after a test of a variable that y's goroutine may write after y.
func (d *Detector) handedOver(loc order.Location, x, y *end) bool {
	a := x.access()
	if d.setAfter(loc, d.L.Places(d.L.Insts[x.Inst], a.Gate, a.GateOff), y) {
		return true
	}
	return under(x, facts.CondTested, func(c condition) bool {
		if !c.own {
			return false
		}
		gates := d.L.Places(c.at, c.is.Addr, c.is.Off)
		return d.setAfter(loc, gates, y) || d.stopped(loc, gates, x, y)
	})
}

// stopped reports whether the goroutine that starts x's, and from which y's stems, too, may write one of the variables that were tested after it has started it.
func (d *Detector) stopped(loc order.Location, gates []order.Location, x, y *end) bool {
	o := d.L.Origins[x.Origin]
	if o.Parent == 0 || y.Origin == o.Parent || !d.L.Stems(y.Origin, o.Parent) {
		return false
	}
	starter := d.L.Insts[o.Site].Unit
	return slices.ContainsFunc(gates, func(gate order.Location) bool {
		return gate != loc && slices.ContainsFunc(d.L.Shared[gate], func(t order.Touch) bool {
			if d.L.Insts[t.Inst].Origin != o.Parent || !d.L.Writes(t) {
				return false
			}
			return t.Inst != o.Site || starter.Spawn == nil || int(o.Call) >= len(starter.Spawn.Calls) ||
				order.Reaches(starter.Spawn, starter.Spawn.Calls[o.Call], starter.Accesses.List[t.Index].Point)
		})
	})
}

// setAfter reports whether y's goroutine may write, after y, one of the variables that were tested.
func (d *Detector) setAfter(loc order.Location, gates []order.Location, y *end) bool {
	return slices.ContainsFunc(gates, func(gate order.Location) bool {
		return gate != loc && slices.ContainsFunc(d.L.Shared[gate], func(t order.Touch) bool { return d.follows(t, y) })
	})
}

// acknowledged reports whether x is an append over elements that y may have been given, and x's goroutine hears from y's somewhere: perhaps
// that it is done with them.
func (d *Detector) acknowledged(x, y *end) bool {
	if x.Kind != facts.AppendOver {
		return false
	}
	key := [2]link.OriginID{x.Origin, y.Origin}
	heard, ok := d.heard[key]
	if !ok {
		heard = d.hears(x.Origin, y.Origin)
		if d.heard == nil {
			d.heard = map[[2]link.OriginID]bool{}
		}
		d.heard[key] = heard
	}
	return heard
}

// hears reports whether one origin receives or reads something that another one may send or write to tell it something.
func (d *Detector) hears(x, y link.OriginID) (heard bool) {
	told := map[hb.ObjID]bool{}
	d.events(y, func(e *hb.Event) {
		if e.Op == hb.OpSend || e.Op == hb.OpClose || e.Op == hb.OpDone || e.Op == hb.OpAtomicStore {
			for _, o := range e.Objs {
				told[o] = true
			}
		}
	})
	d.events(x, func(e *hb.Event) {
		if e.Op == hb.OpRecv || e.Op == hb.OpWait || e.Op == hb.OpAtomicLoad {
			heard = heard || slices.ContainsFunc(e.Objs, func(o hb.ObjID) bool { return told[o] })
		}
	})
	return heard
}

// told reports whether y has received from a channel on which x's goroutine sends, or which it closes, but only after x: perhaps that it has come to its end.
func (d *Detector) told(x, y *end) bool {
	return slices.ContainsFunc(d.L.Solved.Received(y.State), func(channels []hb.ObjID) bool {
		tells, before := false, false
		for _, i := range d.byOrigin()[x.Origin] {
			for k := range d.L.Ordered.Funcs[i].Points {
				e := &d.L.Ordered.Funcs[i].Points[k].Event
				if (e.Op == hb.OpSend || e.Op == hb.OpClose) && slices.ContainsFunc(e.Objs, func(o hb.ObjID) bool { return slices.Contains(channels, o) }) {
					tells = true
					before = before || d.L.Solved.MayHavePassed(x.State, hb.FuncID(i), hb.PointID(k))
				}
			}
		}
		return tells && !before
	})
}

// events calls f for all events of an origin.
func (d *Detector) events(id link.OriginID, f func(*hb.Event)) {
	for _, i := range d.byOrigin()[id] {
		points := d.L.Ordered.Funcs[i].Points
		for k := range points {
			f(&points[k].Event)
		}
	}
}

// byOrigin lists the instances of each origin.
func (d *Detector) byOrigin() [][]link.InstID {
	if d.members == nil {
		d.members = make([][]link.InstID, len(d.L.Origins))
		for _, i := range d.L.Insts[1:] {
			d.members[i.Origin] = append(d.members[i.Origin], i.ID)
		}
	}
	return d.members
}

// follows reports whether a touch is a write that y's goroutine may make after y: behind it in the same function, or behind the call that leads to it in a caller, or
// in any other function.
func (d *Detector) follows(t order.Touch, y *end) bool {
	if !d.besides(t, y) {
		return false
	}
	u := d.L.Insts[t.Inst].Unit
	if t.Inst == y.Inst || u.Spawn == nil {
		return true
	}
	for _, k := range y.chain() {
		if k.From == t.Inst && !k.Start && int(k.Call) < len(u.Spawn.Calls) {
			return order.Reaches(u.Spawn, u.Spawn.Calls[k.Call], u.Accesses.List[t.Index].Point)
		}
	}
	return true
}

// besides reports whether a touch is a write by y's goroutine, in another function or behind y in the same.
func (d *Detector) besides(t order.Touch, y *end) bool {
	i := d.L.Insts[t.Inst]
	w := &i.Unit.Accesses.List[t.Index]
	if i.Origin != y.Origin || !w.Kind.Writes() {
		return false
	}
	return t.Inst != y.Inst || i.Unit.Spawn == nil || order.Reaches(i.Unit.Spawn, y.access().Point, w.Point)
}

// lent reports whether y's function unlocks behind y a lock that it does not hold, and that x holds: it was locked on its behalf (R25).
func (d *Detector) lent(x, y *end) bool {
	i := d.L.Insts[y.Inst]
	if i.Unit.Locks == nil || i.Unit.Spawn == nil {
		return false
	}
	for _, n := range i.Unit.Locks.Net {
		s := &i.Unit.Locks.Sites[n.Site]
		if s.Op != facts.Unlock && s.Op != facts.RUnlock {
			continue
		}
		if locks := d.slots(i, s); d.holds(x.State, locks) && d.returns(y, n.Site, locks) {
			return true
		}
	}
	return false
}

// returns reports whether behind y a lock site unlocks one of the given locks, none of which is held there.
func (d *Detector) returns(y *end, site uint32, locks []order.SyncKey) bool {
	s := d.L.Insts[y.Inst].Unit.Spawn
	for p := range s.Points {
		e := &s.Points[p].Event
		if e.Op != facts.EventLock || e.Index != site || !order.Reaches(s, y.access().Point, facts.PointID(p)) {
			continue
		}
		before := hb.PointID(s.Points[p].Preds[0]) + 1
		if st := d.L.Solved.At(hb.OriginID(y.Origin), hb.FuncID(y.Inst), y.Entry, before); st != 0 && !d.holds(st, locks) {
			return true
		}
	}
	return false
}

// slots are the locks that a site may mean.
func (d *Detector) slots(i *link.Instance, s *facts.LockSite) []order.SyncKey {
	n := i.Node(s.Addr)
	if n == 0 {
		return nil
	}
	var keys []order.SyncKey
	for _, addr := range d.L.Sets.PointsTo(nil, n) {
		if o, id, off := d.L.ObjectAt(addr); o != nil {
			keys = append(keys, order.SyncKey{Obj: id, Off: off + s.Off})
		}
	}
	return keys
}

// holds reports whether one of some locks is held in a state.
func (d *Detector) holds(s hb.StateID, locks []order.SyncKey) bool {
	return slices.ContainsFunc(d.L.HeldIn(s), func(h hb.Held) bool {
		return slices.ContainsFunc(h.Objs, func(o hb.ObjID) bool { return int(o) < len(d.L.Syncs) && slices.Contains(locks, d.L.Syncs[o]) })
	})
}
