// This file is how often loops run, and which events may come next for that (W4, W5).

package waits

import (
	"slices"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/link"
	"github.com/syncvet/syncvet/internal/order"
	"github.com/syncvet/syncvet/internal/waits/shapes"
)

// after are the events that may come next at a place, whether the function may return there, and whether which it is
// depends on what was counted elsewhere.
func (b *automaton) after(k nodeKey, i *link.Instance, shape *shapes.Shape) (next []facts.PointID, exit, unsure bool) {
	points := i.Unit.Spawn.Points
	exit = slices.Contains(i.Unit.Spawn.Exits, k.point)
	var again []facts.PointID
	for _, n := range shape.Succs[k.point] {
		switch e := &points[n].Event; {
		case e.Op == facts.EventIter && numberOf(b, k.frame, e) != 0:
			continue // see counting
		case e.Op == facts.EventIter && e.Flags&facts.EventCounted != 0:
			again, unsure = append(again, n), true
			continue
		case e.Op == facts.EventIter && e.Flags&facts.EventConst != 0:
			continue // no loop runs zero times (W4)
		case e.Op == facts.EventIter:
			if shapes.Rounds(k.rounds, k.frame, e.Index) < b.limit(k.frame, i, e) {
				again = append(again, n)
			}
			continue
		case e.Op == facts.EventRecvClosed && k.mode == gotValue, e.Op != facts.EventRecvClosed && k.mode == gotClosed:
			continue
		case e.Op == facts.EventOutcome && asksAgain(points, shape.Succs[k.point], shape):
			unsure = true // the answer is what others have done, whichever way the call has ended
		case k.back.excludes(e):
			continue
		}
		next = append(next, n)
	}
	exit = exit && k.mode != gotClosed
	switch {
	case unsure:
		return append(again, next...), exit, true
	case slices.ContainsFunc(again, func(n facts.PointID) bool { return mayBreak(b.s, &points[n].Event) }):
		return append(again, next...), exit, false
	case len(again) > 0:
		return again, false, false
	}
	return next, exit, false
}

// mayBreak reports whether a loop that runs a constant number of rounds may be left before the last one: others run
// once, too, which stands for that, unless the walk asks for more (W88).
func mayBreak(s *scope, e *facts.Event) bool {
	if e.Flags&facts.EventEarly == 0 || e.N >= 0 {
		return e.Flags&facts.EventEarly != 0 && e.N > 1
	}
	s.breaks = true
	return s.trips.breaks
}

// asksAgain reports whether an answer decides whether a loop goes on that runs as often as data says (E28): one of the
// answers leads to its next round.
func asksAgain(points []facts.Point, answers []facts.PointID, shape *shapes.Shape) bool {
	return slices.ContainsFunc(answers, func(n facts.PointID) bool {
		return points[n].Event.Op == facts.EventOutcome && slices.ContainsFunc(shape.Succs[n], func(m facts.PointID) bool {
			e := &points[m].Event
			return e.Op == facts.EventIter && e.Flags&facts.EventCounted != 0
		})
	})
}

// limit is how often a loop goes round (W4); in the scope's own function, once if another one makes objects of the
// scope anew in each of as many rounds (W5).
func (b *automaton) limit(f frameID, i *link.Instance, e *facts.Event) int {
	known := b.s.known(i, e.N, -1-e.N)
	if size, ok := roomFor(b.s, f, e); ok {
		known = size
	}
	b.s.long = b.s.long || known < 0 || known > maxUnroll
	n := max(b.count(known)-int(e.Off), 0)
	if n > 1 && b.id == 1 && b.s.frames[f].up == 0 && slices.Contains(anew(b.s), n) {
		n = 1
	}
	if e.Flags&facts.EventLocal != 0 {
		n--
	}
	return n
}

// roomFor is how much room the channel has that a loop runs as often as; false if there is none, or it is not known.
func roomFor(s *scope, f frameID, e *facts.Event) (int64, bool) {
	if e.Addr == 0 {
		return 0, false
	}
	key, how := s.meaning(f, e.Addr, 0)
	if how != isOne || s.w.all.Open[key.Obj] {
		return 0, false
	}
	ch := &s.w.l.Objects[key.Obj]
	if room := s.trips.room; room.Inst != 0 && order.Room(s.w.l, ch) == room {
		return 1, true
	}
	size := s.w.l.Capacity(ch)
	return int64(size), size >= 0
}

// known is a number of rounds or goroutines: itself, or, if it is negative, a small one that all callers agree on
// (facts.Counted).
func (s *scope) known(i *link.Instance, n, number int64) int64 {
	if n < 0 && number > 0 {
		if x := order.Count(s.w.l, i, uint32(number)); 0 <= x && x <= maxUnroll {
			return int64(x)
		}
		if room := s.trips.room; room.Inst != 0 && order.Counted(s.w.l, i, uint32(number)) == room {
			s.filled = true
			return 1
		}
	}
	return n
}

// count is what stands for a number of rounds, or of goroutines that are added to a WaitGroup: unknown and large ones
// are all the same.
func (b *automaton) count(n int64) int {
	switch {
	case n >= 0 && n <= maxUnroll:
		b.s.small = max(b.s.small, int(n))
		return int(n)
	case n < 0:
		b.s.unknown, b.s.varies = true, true
		return b.s.trips.unknown
	}
	if t := &b.s.trips; t.long != 0 {
		b.s.failed = b.s.failed || n != t.short && n != t.long
		return t.of(n)
	}
	if b.s.length != 0 && b.s.length != n {
		b.s.other, b.s.failed = b.s.length, true
	}
	b.s.length, b.s.unknown = n, true
	return b.s.trips.large
}

// added is what is added to a WaitGroup: a constant stands for itself where no loop stands for a longer one (W4).
func added(b *automaton, n int64) int {
	if n <= maxUnroll || n > maxAdded {
		return b.count(n)
	}
	if b.s.trips.exact {
		return int(n)
	}
	b.s.adds = true
	return b.count(n)
}

// again reports whether a point of the scope's function is reached in another round than a go statement that it leads
// to (W5).
func again(s *scope, k nodeKey, n facts.PointID) bool {
	for call, ahead := range s.fresh {
		if ahead[n] && shapes.Rounds(k.rounds, k.frame, freshMark|call) > 0 {
			return true
		}
	}
	return false
}

// anew are the small constant numbers of rounds of loops of the scope's function that make objects of the scope anew in
// each.
func anew(s *scope) []int {
	if s.rounds != nil {
		return s.rounds
	}
	s.rounds = []int{}
	points, in := s.root.Unit.Spawn.Points, s.w.shape(s.root.Unit)
	for n := range points {
		e := &points[n].Event
		if e.Op != facts.EventGo && e.Op != facts.EventGroupGo || s.fresh[e.Index] == nil {
			continue
		}
		for k := range points {
			x := &points[k].Event
			if x.Op != facts.EventIter || x.Flags&facts.EventCounted != 0 ||
				!in.Comes(facts.PointID(n), facts.PointID(k)) || !in.Comes(facts.PointID(k), facts.PointID(n)) {
				continue
			}
			if v := s.known(s.root, x.N, -1-x.N) - int64(x.Off); 1 < v && v <= maxUnroll {
				s.rounds = append(s.rounds, int(v))
			}
		}
	}
	return s.rounds
}

// spent reports whether a case of a select is that of a timer that has given its value (W80).
func spent(k nodeKey, i *link.Instance, n facts.PointID) bool {
	e := &i.Unit.Spawn.Points[n].Event
	return e.Op == facts.EventRecv && e.Flags&facts.EventOnce != 0 &&
		shapes.Rounds(k.rounds, k.frame, onceMark|uint32(n)) > 0
}

// fired are the counters behind a case of a select: of timers that have given their value by it, and of those that may
// be set again behind it (W80).
func fired(i *link.Instance, cases []facts.PointID, to nodeKey) string {
	points := i.Unit.Spawn.Points
	counters := to.rounds
	if points[to.point].Event.Flags&facts.EventArms != 0 {
		for _, n := range cases {
			counters = shapes.Cleared(counters, to.frame, onceMark|uint32(n))
		}
	}
	if e := &points[to.point].Event; e.Op == facts.EventRecv && e.Flags&facts.EventOnce != 0 {
		counters = shapes.Tick(counters, to.frame, onceMark|uint32(to.point))
	}
	return counters
}

// freshMark marks counters of go statements among those of loops, onceMark those of timers.
const (
	freshMark = 1 << 24
	onceMark  = 1 << 26
)
