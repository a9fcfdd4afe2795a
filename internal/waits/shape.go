// This file is what the automata need to know of a skeleton beyond its points: successors, loops, and which receives
// show whether the channel was closed.

package waits

import (
	"slices"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/link"
)

// A shape is one skeleton seen forwards.
type shape struct {
	succs [][]facts.PointID               // by point: the points that have it as predecessor
	tells []bool                          // by point: an event right behind it says that the channel was found closed
	heads map[facts.PointID][]counterLoop // loops by where they start
	fails []bool                          // by point: see facts.Spawn.Failing (W25); nil until asked for
}

// leads reports whether control may come from the entry to a point without passing another one.
func (s *shape) leads(to, avoid facts.PointID) bool {
	seen := make([]bool, len(s.succs))
	for work := []facts.PointID{0}; len(work) > 0; {
		p := work[len(work)-1]
		work = work[:len(work)-1]
		for _, n := range s.succs[p] {
			if n == to {
				return true
			}
			if n != avoid && !seen[n] {
				seen[n] = true
				work = append(work, n)
			}
		}
	}
	return false
}

// comes reports whether control may come from a point to another one.
func (s *shape) comes(from, to facts.PointID) bool {
	seen := make([]bool, len(s.succs))
	for work := []facts.PointID{from}; len(work) > 0; {
		p := work[len(work)-1]
		work = work[:len(work)-1]
		for _, n := range s.succs[p] {
			if n == to {
				return true
			}
			if !seen[n] {
				seen[n] = true
				work = append(work, n)
			}
		}
	}
	return false
}

// A counterLoop is a loop with an event for each round.
type counterLoop struct {
	index  uint32 // number of the loop, as EventIter has it
	inside []bool // by point: every way there has gone round
}

// shape gives the shape of a function's skeleton; nil if it is too large.
func (w *waiting) shape(u *link.Unit) *shape {
	if s, ok := w.shapes[u.ID]; ok {
		return s
	}
	w.shapes[u.ID] = nil
	points := u.Spawn.Points
	if len(points) > maxShape {
		return nil
	}
	s := &shape{
		succs: make([][]facts.PointID, len(points)),
		tells: make([]bool, len(points)),
		heads: map[facts.PointID][]counterLoop{},
	}
	for n := range points {
		for _, p := range points[n].Preds {
			if !slices.Contains(s.succs[p], facts.PointID(n)) {
				s.succs[p] = append(s.succs[p], facts.PointID(n))
			}
			s.tells[p] = s.tells[p] || points[n].Event.Op == facts.EventRecvClosed
		}
	}
	for n := range points {
		if e := &points[n].Event; e.Op == facts.EventIter && e.Flags&facts.EventConst == 0 {
			s.loop(points, facts.PointID(n), e.Index)
		}
	}
	w.shapes[u.ID] = s
	return s
}

// loop finds the head of a loop: the point to which control comes back after a round.
func (s *shape) loop(points []facts.Point, iter facts.PointID, index uint32) {
	inside := s.behind(iter)
	above := func(x facts.PointID) bool { return s.behind(x)[iter] }
	for n := range points {
		if inside[n] || points[n].Event.Op != facts.EventNone || n == 0 {
			continue
		}
		back := slices.ContainsFunc(points[n].Preds, func(p facts.PointID) bool { return inside[p] })
		if back && above(facts.PointID(n)) {
			s.heads[facts.PointID(n)] = append(s.heads[facts.PointID(n)], counterLoop{index, inside})
		}
	}
}

// behind marks the points that every way from the entry reaches through a given one only: what it dominates.
func (s *shape) behind(top facts.PointID) []bool {
	reached := make([]bool, len(s.succs))
	for work := []facts.PointID{0}; len(work) > 0; {
		p := work[len(work)-1]
		work = work[:len(work)-1]
		if reached[p] || p == top {
			continue
		}
		reached[p] = true
		work = append(work, s.succs[p]...)
	}
	for p := range reached {
		reached[p] = !reached[p]
	}
	return reached
}
