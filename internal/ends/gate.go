// This file recognises memory that may be handed over from one goroutine to another in ways that depend on values: by a
// variable that is tested (R9), by a lock that another one unlocks (R25), by a timer that is stopped.

package ends

import (
	"slices"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/ends/meeting"
	"github.com/syncvet/syncvet/internal/hb"
	"github.com/syncvet/syncvet/internal/link"
	"github.com/syncvet/syncvet/internal/order"
)

// HandedOver reports whether x, or a call on the way to it in its goroutine, happens only after a test of a variable
// that y's goroutine may write after y. What is there once
// is not handed over by variables of which each of many objects has one.
func (ts *tests) HandedOver(loc order.Location, x, y *End) bool {
	a := x.Fact()
	once := ts.objects.Exact(&ts.L.Objects[loc.Obj], x, y)
	places := func(i *link.Instance, n facts.Node, off uint32) []order.Location {
		return slices.DeleteFunc(slices.Clone(ts.L.Places(i, n, off)), func(l order.Location) bool {
			return once && !ts.objects.Exact(&ts.L.Objects[l.Obj], x, y) || ts.Shows(loc, y, x, l)
		})
	}
	if ts.setAfter(loc, places(ts.L.Insts[x.Inst], a.Gate, a.GateOff), y) {
		return true
	}
	return under(x, facts.CondTested, func(c condition) bool {
		if !c.own {
			return false
		}
		gates := places(c.at, c.is.Addr, c.is.Off)
		return ts.setAfter(loc, gates, y) || ts.stopped(loc, gates, x, y)
	})
}

// Shows reports whether x touches what its goroutine has shown to others before, and y has found that in a place: what
// x's goroutine puts there afterwards is something else (R9, R10).
func (ts *tests) Shows(loc order.Location, x, y *End, at order.Location) bool {
	return x.Fact().Flags&(facts.AccessReleased|facts.AccessFound) != 0 &&
		slices.ContainsFunc(ts.trails.reachingDefs(loc, y), func(r link.ReachingDef) bool {
			return meeting.In(ts.L.Traced().Trace, r, func(s link.Source) bool {
				_, id, off := ts.L.ObjectAt(s.Slot)
				return order.Location{Obj: id, Off: off} == at
			})
		})
}

// stopped reports whether the goroutine that starts x's, and from which y's stems, too, may write one of the variables
// that were tested after it has started it.
func (ts *tests) stopped(loc order.Location, gates []order.Location, x, y *End) bool {
	o := ts.L.Origins[x.Origin]
	if o.Parent == 0 || y.Origin == o.Parent || !ts.L.Stems(y.Origin, o.Parent) {
		return false
	}
	starter := ts.L.Insts[o.Site].Unit
	return slices.ContainsFunc(gates, func(gate order.Location) bool {
		return gate != loc && slices.ContainsFunc(ts.L.Shared[gate], func(t order.AccessInstance) bool {
			if ts.L.Insts[t.Inst].Origin != o.Parent || !ts.L.Writes(t) {
				return false
			}
			return t.Inst != o.Site || starter.Spawn == nil || int(o.Call) >= len(starter.Spawn.Calls) ||
				order.Reaches(starter.Spawn, starter.Spawn.Calls[o.Call], starter.Accesses.List[t.Index].Point)
		})
	})
}

// setAfter reports whether y's goroutine may write, after y, one of the variables that were tested.
func (ts *tests) setAfter(loc order.Location, gates []order.Location, y *End) bool {
	return slices.ContainsFunc(gates, func(gate order.Location) bool {
		return gate != loc && slices.ContainsFunc(ts.L.Shared[gate],
			func(t order.AccessInstance) bool { return ts.follows(t, y) })
	})
}

// follows reports whether a touch is a write that y's goroutine may make after y: behind it in the same function, or
// behind the call that leads to it in a caller, or in any other function.
func (ts *tests) follows(t order.AccessInstance, y *End) bool {
	if !ts.besides(t, y) {
		return false
	}
	u := ts.L.Insts[t.Inst].Unit
	if t.Inst == y.Inst || u.Spawn == nil {
		return true
	}
	for _, k := range y.Chain() {
		if k.From == t.Inst && !k.Start && int(k.Call) < len(u.Spawn.Calls) {
			return order.Reaches(u.Spawn, u.Spawn.Calls[k.Call], u.Accesses.List[t.Index].Point)
		}
	}
	return true
}

// besides reports whether a touch is a write by y's goroutine, in another function or behind y in the same.
func (ts *tests) besides(t order.AccessInstance, y *End) bool {
	i := ts.L.Insts[t.Inst]
	w := &i.Unit.Accesses.List[t.Index]
	if i.Origin != y.Origin || !w.Kind.Writes() {
		return false
	}
	return t.Inst != y.Inst || i.Unit.Spawn == nil || order.Reaches(i.Unit.Spawn, y.Fact().Point, w.Point)
}

// Lent reports whether y's function unlocks behind y a lock that it does not hold, and that x holds: it was locked on
// its behalf (R25).
func (ts *tests) Lent(x, y *End) bool {
	i := ts.L.Insts[y.Inst]
	if i.Unit.Locks == nil || i.Unit.Spawn == nil {
		return false
	}
	for _, n := range i.Unit.Locks.Net {
		s := &i.Unit.Locks.Sites[n.Site]
		if s.Op != facts.Unlock && s.Op != facts.RUnlock {
			continue
		}
		if locks := ts.slots(i, s); ts.holds(x.State, locks) && ts.returns(y, n.Site, locks) {
			return true
		}
	}
	return false
}

// returns reports whether behind y a lock site unlocks one of the given locks, none of which is held there.
func (ts *tests) returns(y *End, site uint32, locks []order.SyncKey) bool {
	s := ts.L.Insts[y.Inst].Unit.Spawn
	for p := range s.Points {
		e := &s.Points[p].Event
		if e.Op != facts.EventLock || e.Index != site || !order.Reaches(s, y.Fact().Point, facts.PointID(p)) {
			continue
		}
		before := hb.PointID(s.Points[p].Preds[0]) + 1
		if st := ts.L.Solved.At(hb.OriginID(y.Origin), hb.FuncID(y.Inst), y.Entry, before); st != 0 && !ts.holds(st, locks) {
			return true
		}
	}
	return false
}

// slots are the locks that a site may mean.
func (ts *tests) slots(i *link.Instance, s *facts.LockSite) []order.SyncKey {
	n := i.Node(s.Addr)
	if n == 0 {
		return nil
	}
	var keys []order.SyncKey
	for _, addr := range ts.L.Sets.PointsTo(nil, n) {
		if o, id, off := ts.L.ObjectAt(addr); o != nil {
			keys = append(keys, order.SyncKey{Obj: id, Off: off + s.Off})
		}
	}
	return keys
}

// holds reports whether one of some locks is held in a state.
func (ts *tests) holds(s hb.StateID, locks []order.SyncKey) bool {
	return slices.ContainsFunc(ts.L.HeldIn(s), func(h hb.Held) bool {
		return slices.ContainsFunc(
			h.Objs,
			func(o hb.ObjID) bool { return int(o) < len(ts.L.Syncs) && slices.Contains(locks, ts.L.Syncs[o]) },
		)
	})
}
