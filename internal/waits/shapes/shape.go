// This file is what the automata need to know of a skeleton beyond its points: successors, loops, and which receives
// show whether the channel was closed.

package shapes

import (
	"slices"

	"github.com/syncvet/syncvet/facts"
)

// A Shape is one skeleton seen forwards.
type Shape struct {
	Succs [][]facts.PointID               // by point: the points that have it as predecessor
	Tells []bool                          // by point: an event right behind it says that the channel was found closed
	heads map[facts.PointID][]counterLoop // loops by where they start
	Fails []bool                          // by point: see facts.Spawn.Failing (W25); nil until asked for
}

// Leads reports whether control may come from the entry to a point without passing another one.
func (s *Shape) Leads(to, avoid facts.PointID) bool {
	seen := make([]bool, len(s.Succs))
	for work := []facts.PointID{0}; len(work) > 0; {
		p := work[len(work)-1]
		work = work[:len(work)-1]
		for _, n := range s.Succs[p] {
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

// Comes reports whether control may come from a point to another one.
func (s *Shape) Comes(from, to facts.PointID) bool {
	seen := make([]bool, len(s.Succs))
	for work := []facts.PointID{from}; len(work) > 0; {
		p := work[len(work)-1]
		work = work[:len(work)-1]
		for _, n := range s.Succs[p] {
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

// Of gives the shape of a skeleton.
func Of(points []facts.Point) *Shape {
	s := &Shape{
		Succs: make([][]facts.PointID, len(points)),
		Tells: make([]bool, len(points)),
		heads: map[facts.PointID][]counterLoop{},
	}
	for n := range points {
		for _, p := range points[n].Preds {
			if !slices.Contains(s.Succs[p], facts.PointID(n)) {
				s.Succs[p] = append(s.Succs[p], facts.PointID(n))
			}
			s.Tells[p] = s.Tells[p] || points[n].Event.Op == facts.EventRecvClosed
		}
	}
	for n := range points {
		if e := &points[n].Event; e.Op == facts.EventIter && e.Flags&facts.EventConst == 0 {
			s.loop(points, facts.PointID(n), e.Index)
		}
	}
	return s
}

// Entered are the counters after control has gone from a place of a frame to a point: loops that it enters there start
// anew.
func (s *Shape) Entered(counters string, f Frame, from, to facts.PointID) string {
	for _, l := range s.heads[to] {
		if !l.inside[from] {
			counters = Cleared(counters, f, l.index)
		}
	}
	return counters
}

// loop finds the head of a loop: the point to which control comes back after a round.
func (s *Shape) loop(points []facts.Point, iter facts.PointID, index uint32) {
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
func (s *Shape) behind(top facts.PointID) []bool {
	reached := make([]bool, len(s.Succs))
	for work := []facts.PointID{0}; len(work) > 0; {
		p := work[len(work)-1]
		work = work[:len(work)-1]
		if reached[p] || p == top {
			continue
		}
		reached[p] = true
		work = append(work, s.Succs[p]...)
	}
	for p := range reached {
		reached[p] = !reached[p]
	}
	return reached
}
