// Package unseen reports what may be ordered by what a link of one function does not show (internal/races R51): one
// goroutine synchronises so behind its end, and the other one before its own.
//
// # Tests
//
// internal/program/budget_test.go has programs that are too large for one link.
package unseen

import (
	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/explain"
	"github.com/syncvet/syncvet/internal/link"
	"github.com/syncvet/syncvet/internal/order"
	"github.com/syncvet/syncvet/internal/pointsto"
)

// A Room knows where functions synchronise by what the link does not show.
type Room struct {
	*explain.Paths                      // how control comes to accesses of the link
	inside         map[link.InstID]bool // memo of within; false while it is found out
}

// New knows nothing yet.
func New(p *explain.Paths) *Room { return &Room{Paths: p, inside: map[link.InstID]bool{}} }

// Orders reports whether, in a link of one function, an end may come before the other by what is not seen: its
// goroutine synchronises so behind it, and the other one's before the other end.
func (u *Room) Orders(x, y *order.Candidate) bool {
	return u.L.Exposed != nil &&
		u.on(x, func(s *facts.Spawn, at, p facts.PointID) bool { return at != p && order.Reaches(s, at, p) }) &&
		u.on(y, func(s *facts.Spawn, at, p facts.PointID) bool { return order.Reaches(s, p, at) })
}

// on reports whether there is such a point in the functions that lead to an end, in its goroutine, that lies there as
// asked for.
func (u *Room) on(c *order.Candidate, lies func(s *facts.Spawn, at, p facts.PointID) bool) bool {
	for _, step := range u.L.StepsTo(c, u.Access(c).Point) {
		i := u.L.Insts[step.Inst]
		if i.Origin != c.Origin || i.Unit.Spawn == nil {
			continue
		}
		for p := range i.Unit.Spawn.Points {
			if u.at(i, &i.Unit.Spawn.Points[p].Event) && lies(i.Unit.Spawn, step.At, facts.PointID(p)) {
				return true
			}
		}
	}
	return false
}

// at reports whether an event synchronises by what is not seen: by an object that code which is not seen may get hold
// of, or that nothing is known of, or in a call.
func (u *Room) at(i *link.Instance, e *facts.Event) bool {
	switch e.Op {
	case facts.EventNone, facts.EventGo, facts.EventGroupGo, facts.EventExit, facts.EventYield, facts.EventDefault,
		facts.EventIter, facts.EventTest, facts.EventOutcome, facts.EventAhead, facts.EventParallel, facts.EventAdd,
		facts.EventAnswered:
		return false
	case facts.EventCall:
		return u.called(i, e.Index)
	case facts.EventLock:
		return u.unknown(i.Node(i.Unit.Locks.Sites[e.Index].Addr))
	}
	return u.unknown(i.Node(e.Addr))
}

// called reports whether a call may do so, or is left out.
func (u *Room) called(i *link.Instance, call uint32) bool {
	if u.L.Cut[link.SiteKey{Inst: i.ID, Call: call}] {
		return true
	}
	known := false
	for _, e := range i.Out {
		if to := u.L.Insts[e.To]; e.Call == call && !e.Spawn {
			known = known || to.Unit.Flow != nil || to.Unit.Flag(facts.EffectFree)
			if u.within(to) {
				return true
			}
		}
	}
	return !known
}

// within reports whether a function, or one that it calls, does so.
func (u *Room) within(i *link.Instance) bool {
	if does, known := u.inside[i.ID]; known || i.Unit.Spawn == nil {
		return does
	}
	u.inside[i.ID] = false
	for p := range i.Unit.Spawn.Points {
		if u.at(i, &i.Unit.Spawn.Points[p].Event) {
			u.inside[i.ID] = true
			break
		}
	}
	return u.inside[i.ID]
}

// unknown reports whether a node points to nothing that is known, or to what code that is not seen may get hold of.
func (u *Room) unknown(n pointsto.Node) bool {
	known := false
	for _, a := range u.L.Sets.PointsTo(nil, n) {
		o, id, _ := u.L.ObjectAt(a)
		if o == nil || u.L.Foreign(id) {
			return true
		}
		known = true
	}
	return !known
}
