// This file is the activations on the way to an access, and where control is in each of them.

package order

import (
	"slices"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/hb"
	"github.com/syncvet/syncvet/internal/link"
)

// A Step is an activation on an access's path with the point at which control is when the access happens.
type Step struct {
	Inst link.InstID   // the function, in its context
	At   facts.PointID // index into its unit's Spawn.Points
}

// MayHaveTested reports whether a goroutine may have called, on the path to one of its places, a function that reads a
// variable.
func (l *Order) MayHaveTested(v Location, o link.OriginID, path []Step) bool {
	var readers []link.InstID
	for _, t := range l.Shared[v] {
		if !l.Writes(t) && l.Insts[t.Inst].Origin == o {
			readers = append(readers, t.Inst)
		}
	}
	if len(readers) == 0 {
		return false
	}
	for k, s := range path {
		from := l.Insts[s.Inst]
		for _, e := range from.Out {
			if e.Spawn || k > 0 && e.To == path[k-1].Inst || from.Unit.Spawn == nil {
				continue
			}
			below := l.Below(e.To)
			if slices.ContainsFunc(readers, func(r link.InstID) bool { return below[r] }) &&
				Reaches(from.Unit.Spawn, from.Unit.After(e.Call).At, s.At) {
				return true
			}
		}
	}
	return false
}

// HasLooked reports whether a goroutine may have read a variable on the path to one of its places, in a function of the
// path itself, while it held a lock in the same object.
func HasLooked(l *Order, v Location, o link.OriginID, path []Step) bool {
	return slices.ContainsFunc(l.Shared[v], func(t AccessInstance) bool {
		i := l.Insts[t.Inst]
		a := &i.Unit.Accesses.List[t.Index]
		return i.Origin == o && !l.Writes(t) && len(a.Guards) > 0 && slices.ContainsFunc(path, func(s Step) bool {
			return s.Inst == t.Inst && s.At != a.Point && Reaches(i.Unit.Spawn, a.Point, s.At)
		})
	})
}

// Reaches reports whether control may go from one point of a function to another.
func Reaches(s *facts.Spawn, from, to facts.PointID) bool {
	return Leads(s, from, to, func(_, _ facts.PointID) bool { return true })
}

// Leads reports whether control may go from one point of a function to another by some of the edges between points.
func Leads(s *facts.Spawn, from, to facts.PointID, by func(from, to facts.PointID) bool) bool {
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

// StepsTo is the path of a point of a candidate's function, which need not be its access's.
func (l *Order) StepsTo(c *Candidate, at facts.PointID) []Step {
	list := []Step{{c.Inst, at}}
	e := c.Entry
	for range MaxPath {
		if e.Caller == 0 {
			break
		}
		i := link.InstID(e.Caller)
		var at facts.PointID
		if s := l.Insts[i].Unit.Spawn; s != nil {
			at = s.Calls[l.CallAt(i, e.Point)]
		}
		list = append(list, Step{i, at})
		e = l.Solved.Entries(hb.OriginID(c.Origin), e.Caller)[e.Parent]
	}
	return list
}

// Below are the instances that an activation of one may run; nil if there are too many.
func (l *Order) Below(top link.InstID) map[link.InstID]bool {
	seen, known := l.belows[top]
	if known {
		return seen
	}
	if seen = l.findBelow(top); l.belows == nil {
		l.belows = map[link.InstID]map[link.InstID]bool{}
	}
	l.belows[top] = seen
	return seen
}

// findBelow finds them.
func (l *Order) findBelow(top link.InstID) map[link.InstID]bool {
	seen := map[link.InstID]bool{top: true}
	for work := []link.InstID{top}; len(work) > 0; {
		i := l.Insts[work[len(work)-1]]
		work = work[:len(work)-1]
		for _, e := range i.Out {
			if !e.Spawn && !seen[e.To] {
				seen[e.To] = true
				work = append(work, e.To)
			}
		}
		if len(seen) > maxMaker {
			return nil
		}
	}
	return seen
}

// Always reports whether control, behind a point, comes to another one before the function returns.
func Always(s *facts.Spawn, from, to facts.PointID) bool {
	return from == to || !slices.ContainsFunc(s.Exits, func(exit facts.PointID) bool {
		return exit == from || exit != to && Leads(s, from, exit, func(p, q facts.PointID) bool { return p != to && q != to })
	})
}

// Passes reports whether control comes to a point of a function by way of another one only.
func Passes(s *facts.Spawn, by, to facts.PointID) bool {
	return by != to && by != 0 && !Leads(s, 0, to, func(p, q facts.PointID) bool { return p != by && q != by })
}

// NeverReturns reports whether an origin that makes a call of an instance never comes back from it. Calls that do
// not synchronise return.
func NeverReturns(l *Order, o link.OriginID, i link.InstID, call uint32) bool {
	s := l.Insts[i].Unit.Spawn
	if s == nil {
		return false
	}
	entries := l.Solved.Entries(hb.OriginID(o), hb.FuncID(i))
	for p := range s.Points {
		if e := &s.Points[p].Event; e.Op != facts.EventCall || e.Index != call {
			continue
		}
		for _, e := range entries {
			if l.Solved.At(hb.OriginID(o), hb.FuncID(i), e, hb.PointID(p)+1) != 0 {
				return false
			}
		}
		return len(entries) > 0
	}
	return false
}
