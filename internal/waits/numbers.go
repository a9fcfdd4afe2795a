// This file is loops that run as often as goroutines have been started: how often is known, whatever decides about each
// of these (passes/spawn E42).

package waits

import (
	"slices"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/blocking"
	"github.com/syncvet/syncvet/internal/link"
	"github.com/syncvet/syncvet/internal/order"
)

// numberOf is the number that a loop's event asks for: how many goroutines of its activation have been started and not
// been waited for yet by this loop. Zero if the function may be entered again meanwhile, or does not run in the scope's
// own goroutine: others may run more than once, each with a number of its own.
func numberOf(b *automaton, f frameID, e *facts.Event) blocking.ObjID {
	if e.Flags&facts.EventStarts == 0 || b.id != 1 || !b.s.entersOnce(f) {
		return 0
	}
	key := numberKey{f, e.Off, e.Index}
	if b.s.numbers[key] == 0 {
		b.s.numbers[key] = blocking.ObjID(len(b.s.sys.Objects))
		b.s.sys.Objects = append(b.s.sys.Objects, blocking.Object{Kind: blocking.Number})
		b.s.names = append(b.s.names, order.SyncKey{}) // it is no object of the link
	}
	return b.s.numbers[key]
}

// countedStart counts a goroutine that is started, before its start, for each loop that runs so often.
func countedStart(
	b *automaton, to nodeKey, i *link.Instance, e *facts.Event, start blocking.PointID,
) blocking.PointID {
	if e.Flags&facts.EventStarts == 0 {
		return start
	}
	counted := map[blocking.ObjID]bool{}
	for k := range i.Unit.Spawn.Points {
		l := &i.Unit.Spawn.Points[k].Event
		if l.Op != facts.EventIter || l.Flags&facts.EventStarts == 0 || l.Off != e.Off {
			continue
		}
		if o := numberOf(b, to.frame, l); o != 0 && !counted[o] {
			counted[o] = true
			start = b.add(blocking.Point{Op: blocking.Tally, Obj: o, N: 1, Next: start, Alt: start})
		}
	}
	return start
}

// counting puts a test of such a number before what may come next at a place, if a loop goes on there, or is not
// entered, that runs so often: while it is not zero the loop goes on, and one less is left. Another loop goes on first.
func counting(
	b *automaton, k nodeKey, i *link.Instance, next []facts.PointID, rest []blocking.PointID,
) []blocking.PointID {
	points, succs := i.Unit.Spawn.Points, b.s.w.shape(i.Unit).Succs[k.point]
	if slices.ContainsFunc(next, func(n facts.PointID) bool { return points[n].Event.Op == facts.EventIter }) {
		return rest
	}
	at := slices.IndexFunc(succs, func(n facts.PointID) bool {
		e := &points[n].Event
		return e.Op == facts.EventIter && numberOf(b, k.frame, e) != 0
	})
	if at < 0 {
		return rest
	}
	n := succs[at]
	e := &points[n].Event
	iter := b.do(k, i, n)
	if len(rest) == 0 {
		return []blocking.PointID{iter}
	}
	round, out := iter, b.any(rest)
	if e.Flags&facts.EventConst != 0 {
		round, out = out, iter
	}
	o := numberOf(b, k.frame, e)
	round = b.add(blocking.Point{Op: blocking.Tally, Obj: o, N: -1, Next: round, Alt: round})
	if e.Flags&facts.EventEarly != 0 { // a break or return may come before
		round = b.any(append(slices.Clone(rest), round))
	}
	return []blocking.PointID{b.add(blocking.Point{Op: blocking.Tally, Obj: o, Next: round, Alt: out})}
}
