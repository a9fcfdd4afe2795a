// This file translates what all instances of a unit have in common: the form of its skeleton. Their events differ.

package order

import (
	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/hb"
	"github.com/syncvet/syncvet/internal/link"
)

// A skeleton is the points of a unit without their events. The functions of all its instances share what it holds, so
// nobody writes to it.
type skeleton struct {
	preds    [][]hb.PointID  // by point, which are one more than those of the summary; the first is not used
	exits    []hb.PointID    // points at which the unit returns
	outcomes []hb.Outcome    // what its exits mean
	events   map[uint32]bool // calls that are events of a point
	single   []hb.PointID    // the points, each at its own place
}

// newSkeleton makes the skeleton of a unit: one without synchronisation has its entry only.
func newSkeleton(u *link.Unit) *skeleton {
	s := &skeleton{preds: make([][]hb.PointID, 2), exits: []hb.PointID{1}}
	if u.Spawn != nil {
		s.preds, s.exits, s.events = make([][]hb.PointID, 1+len(u.Spawn.Points)), points(u.Spawn.Exits), map[uint32]bool{}
		for k := range u.Spawn.Points {
			p := &u.Spawn.Points[k]
			s.preds[k+1] = points(p.Preds)
			switch p.Event.Op {
			case facts.EventCall, facts.EventGo, facts.EventGroupGo:
				s.events[p.Event.Index] = true
			}
		}
		for _, o := range u.Spawn.Outcomes {
			told := hb.Outcome{Number: int(o.Number), Points: points(o.Points)}
			for _, p := range o.Passed {
				told.Passed = append(told.Passed, hb.Passed{Point: hb.PointID(p.Point) + 1, Number: int(p.Number)})
			}
			s.outcomes = append(s.outcomes, told)
		}
	}
	s.single = make([]hb.PointID, max(2, len(s.preds)))
	for k := range s.single {
		s.single[k] = hb.PointID(k)
	}
	return s
}

// points translates points of a summary; the first point of a function is not used.
func points(list []facts.PointID) []hb.PointID {
	var out []hb.PointID
	for _, x := range list {
		out = append(out, hb.PointID(x)+1)
	}
	return out
}

// size is how many points an instance has whose calls have these callees.
func (s *skeleton) size(calls []callees) int {
	n := len(s.preds)
	for _, c := range calls {
		if !s.events[c.call] {
			n++
		}
	}
	return n
}

// behind is the predecessor of the point of a call that is no event.
func (s *skeleton) behind(u *link.Unit, call uint32) []hb.PointID {
	at := hb.PointID(1)
	if u.Spawn != nil && int(call) < len(u.Spawn.Calls) {
		at = hb.PointID(u.Spawn.Calls[call]) + 1
	}
	return s.single[at : at+1 : at+1]
}
