// This file recognises memory that may be handed over from one goroutine to another in ways that depend on values: by a variable that is
// tested (R9), by a lock that another one unlocks (R25), by a timer that is stopped.

package program

import (
	"slices"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/hb"
)

// handedOver tells whether x, or a call on the way to it in its goroutine, happens only after a test of a variable that y's goroutine may write after y.
func (d *detector) handedOver(loc location, x, y *candidate) bool {
	a := d.access(x)
	if d.setAfter(loc, d.l.places(d.l.insts[x.inst], a.Gate, a.GateOff), y) {
		return true
	}
	return d.under(x, func(i *instance, c *facts.Cond, own bool) bool {
		if !own || c.Kind != facts.CondTested {
			return false
		}
		gates := d.l.places(i, c.Addr, c.Off)
		return d.setAfter(loc, gates, y) || d.stopped(loc, gates, x, y)
	})
}

// stopped tells whether the goroutine that starts x's, and from which y's stems, too, may write one of the variables that were tested after it has started it.
func (d *detector) stopped(loc location, gates []location, x, y *candidate) bool {
	o := d.l.origins[x.origin]
	if o.parent == 0 || y.origin == o.parent || !d.l.stems(y.origin, o.parent) {
		return false
	}
	starter := d.l.insts[o.site].unit
	return slices.ContainsFunc(gates, func(gate location) bool {
		return gate != loc && slices.ContainsFunc(d.l.shared[gate], func(t touch) bool {
			if d.l.insts[t.inst].origin != o.parent || !d.l.writes(t) {
				return false
			}
			return t.inst != o.site || starter.spawn == nil || int(o.call) >= len(starter.spawn.Calls) ||
				reaches(starter.spawn, starter.spawn.Calls[o.call], starter.accesses.List[t.index].Point)
		})
	})
}

// setAfter tells whether y's goroutine may write, after y, one of the variables that were tested.
func (d *detector) setAfter(loc location, gates []location, y *candidate) bool {
	return slices.ContainsFunc(gates, func(gate location) bool {
		return gate != loc && slices.ContainsFunc(d.l.shared[gate], func(t touch) bool { return d.follows(t, y) })
	})
}

// acknowledged tells whether x is an append over elements that y may have been given, and x's goroutine hears from y's somewhere: perhaps
// that it is done with them.
func (d *detector) acknowledged(x, y *candidate) bool {
	if x.kind != facts.AppendOver {
		return false
	}
	key := [2]originID{x.origin, y.origin}
	heard, ok := d.heard[key]
	if !ok {
		heard = d.hears(x.origin, y.origin)
		if d.heard == nil {
			d.heard = map[[2]originID]bool{}
		}
		d.heard[key] = heard
	}
	return heard
}

// hears tells whether one origin receives or reads something that another one may send or write to tell it something.
func (d *detector) hears(x, y originID) (heard bool) {
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

// told tells whether y has received from a channel on which x's goroutine sends, or which it closes, but only after x: perhaps that it has come to its end.
func (d *detector) told(x, y *candidate) bool {
	return slices.ContainsFunc(d.l.solved.Received(y.state), func(channels []hb.ObjID) bool {
		tells, before := false, false
		for _, i := range d.byOrigin()[x.origin] {
			for k := range d.l.ordered.Funcs[i].Points {
				e := &d.l.ordered.Funcs[i].Points[k].Event
				if (e.Op == hb.OpSend || e.Op == hb.OpClose) && slices.ContainsFunc(e.Objs, func(o hb.ObjID) bool { return slices.Contains(channels, o) }) {
					tells = true
					before = before || d.l.solved.MayHavePassed(x.state, hb.FuncID(i), hb.PointID(k))
				}
			}
		}
		return tells && !before
	})
}

// events calls f for all events of an origin.
func (d *detector) events(id originID, f func(*hb.Event)) {
	for _, i := range d.byOrigin()[id] {
		points := d.l.ordered.Funcs[i].Points
		for k := range points {
			f(&points[k].Event)
		}
	}
}

// byOrigin lists the instances of each origin.
func (d *detector) byOrigin() [][]instID {
	if d.members == nil {
		d.members = make([][]instID, len(d.l.origins))
		for _, i := range d.l.insts[1:] {
			d.members[i.origin] = append(d.members[i.origin], i.id)
		}
	}
	return d.members
}

// follows tells whether a touch is a write that y's goroutine may make after y: behind it in the same function, or behind the call that leads to it in a caller, or
// in any other function.
func (d *detector) follows(t touch, y *candidate) bool {
	if !d.besides(t, y) {
		return false
	}
	u := d.l.insts[t.inst].unit
	if t.inst == y.inst || u.spawn == nil {
		return true
	}
	for _, k := range d.chain(y) {
		if k.from == t.inst && !k.start && int(k.call) < len(u.spawn.Calls) {
			return reaches(u.spawn, u.spawn.Calls[k.call], u.accesses.List[t.index].Point)
		}
	}
	return true
}

// besides tells whether a touch is a write by y's goroutine, in another function or behind y in the same.
func (d *detector) besides(t touch, y *candidate) bool {
	i := d.l.insts[t.inst]
	w := &i.unit.accesses.List[t.index]
	if i.origin != y.origin || !w.Kind.Writes() {
		return false
	}
	return t.inst != y.inst || i.unit.spawn == nil || reaches(i.unit.spawn, d.access(y).Point, w.Point)
}

// reaches tells whether control may go from one point of a function to another.
func reaches(s *facts.Spawn, from, to facts.PointID) bool {
	return leads(s, from, to, func(_, _ facts.PointID) bool { return true })
}

// leads tells whether control may go from one point of a function to another by some of the edges between points.
func leads(s *facts.Spawn, from, to facts.PointID, by func(from, to facts.PointID) bool) bool {
	seen := make([]bool, len(s.Points))
	for work := []facts.PointID{to}; len(work) > 0; {
		p := work[len(work)-1]
		work = work[:len(work)-1]
		if p == from {
			return true
		}
		if seen[p] {
			continue
		}
		seen[p] = true
		for _, q := range s.Points[p].Preds {
			if by(q, p) {
				work = append(work, q)
			}
		}
	}
	return false
}

// lent tells whether y's function unlocks behind y a lock that it does not hold, and that x holds: it was locked on its behalf (R25).
func (d *detector) lent(x, y *candidate) bool {
	i := d.l.insts[y.inst]
	if i.unit.locks == nil || i.unit.spawn == nil {
		return false
	}
	for _, n := range i.unit.locks.Net {
		s := &i.unit.locks.Sites[n.Site]
		if s.Op != facts.Unlock && s.Op != facts.RUnlock {
			continue
		}
		if locks := d.slots(i, s); d.holds(x.state, locks) && d.returns(y, n.Site, locks) {
			return true
		}
	}
	return false
}

// returns tells whether behind y a lock site unlocks one of the given locks, none of which is held there.
func (d *detector) returns(y *candidate, site uint32, locks []syncKey) bool {
	s := d.l.insts[y.inst].unit.spawn
	for p := range s.Points {
		e := &s.Points[p].Event
		if e.Op != facts.EventLock || e.Index != site || !reaches(s, d.access(y).Point, facts.PointID(p)) {
			continue
		}
		before := hb.PointID(s.Points[p].Preds[0]) + 1
		if st := d.l.solved.At(hb.OriginID(y.origin), hb.FuncID(y.inst), y.entry, before); st != 0 && !d.holds(st, locks) {
			return true
		}
	}
	return false
}

// slots are the locks that a site may mean.
func (d *detector) slots(i *instance, s *facts.LockSite) []syncKey {
	n := i.node(s.Addr)
	if n == 0 {
		return nil
	}
	var keys []syncKey
	for _, addr := range d.l.g.PointsTo(nil, n) {
		if o, id, off := d.l.objectAt(addr); o != nil {
			keys = append(keys, syncKey{id, off + s.Off})
		}
	}
	return keys
}

// holds tells whether one of some locks is held in a state.
func (d *detector) holds(s hb.StateID, locks []syncKey) bool {
	return slices.ContainsFunc(d.l.heldIn(s), func(h hb.Held) bool {
		return slices.ContainsFunc(h.Objs, func(o hb.ObjID) bool { return int(o) < len(d.l.syncs) && slices.Contains(locks, d.l.syncs[o]) })
	})
}

// heldIn are the locks held in a state.
func (l *Order) heldIn(s hb.StateID) []hb.Held {
	if l.locks == nil {
		l.locks = map[hb.StateID][]hb.Held{}
	}
	list, ok := l.locks[s]
	if !ok {
		list = l.solved.Held(s)
		l.locks[s] = list
	}
	return list
}
