// This file is the points of an automaton at which conditions decide: those tested more than once, and Onces (W3).

package waits

import (
	"cmp"
	"slices"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/blocking"
	"github.com/syncvet/syncvet/internal/evidence"
	"github.com/syncvet/syncvet/internal/link"
	"github.com/syncvet/syncvet/internal/waits/shapes"
)

// tests are the ways on from a place where conditions are tested that other branches test too, beside other ways on. A
// way behind a test is open only if the condition has that value; conditions for which no cell is left may have any.
func (b *automaton) tests(
	k nodeKey,
	i *link.Instance,
	tested []facts.PointID,
	rest []blocking.PointID,
) []blocking.PointID {
	order, groups := split(tested, func(p facts.PointID) (int64, bool, blocking.PointID) {
		n := i.Unit.Spawn.Points[p].Event.N
		return max(n, -n), n > 0, b.do(k, i, p)
	})
	oneSided := func(n int64) bool { return len(groups[n].holds) == 0 || len(groups[n].fails) == 0 }
	slices.SortStableFunc(order, func(x, y int64) int { return cmp.Compare(count(oneSided(x)), count(oneSided(y))) })
	for _, n := range order {
		g := groups[n]
		frame := k.frame
		if n == facts.Panicking {
			frame = b.s.frames[frame].up // it has deferred this function
		}
		cell := b.cell(frame, n)
		if cell == 0 || oneSided(n) && len(rest) == 0 {
			rest = union(rest, g.holds, g.fails)
			continue
		}
		if len(g.holds) == 0 {
			g.holds = rest
		}
		if len(g.fails) == 0 {
			g.fails = rest
		}
		rest = union(rest, []blocking.PointID{b.add(blocking.Point{
			Op: blocking.Test, Cell: cell, Next: b.any(g.holds), Alt: b.any(g.fails), Site: b.s.decision(k)}),
		})
	}
	return rest
}

// sides are the ways on where a condition holds, and where it does not.
type sides struct {
	holds []blocking.PointID // in order; empty: no branch has that side
	fails []blocking.PointID // likewise
}

// split puts ways on behind tests together by the condition tested, which of says beside the side and the way on. The
// conditions are in the order in which they occur first.
func split[K comparable](
	tested []facts.PointID,
	of func(facts.PointID) (K, bool, blocking.PointID),
) ([]K, map[K]*sides) {
	groups := map[K]*sides{}
	var order []K
	for _, p := range tested {
		cond, holds, way := of(p)
		g := groups[cond]
		if g == nil {
			g = &sides{}
			groups[cond] = g
			order = append(order, cond)
		}
		if holds {
			g.holds = union(g.holds, []blocking.PointID{way})
		} else {
			g.fails = union(g.fails, []blocking.PointID{way})
		}
	}
	return order, groups
}

// count is one if a condition holds.
func count(cond bool) int {
	if cond {
		return 1
	}
	return 0
}

// cell is the cell of a condition; zero if all are taken, or if the function may be entered again with other values.
func (b *automaton) cell(f frameID, n int64) blocking.Cell {
	if f == 0 {
		return 0
	}
	if c := b.s.settled(f, n); c != 0 {
		return c
	}
	key := cellKey{f, n}
	if b.cells[key] == 0 && len(b.cells) < holeCell-1 && b.s.entersOnce(f) {
		b.cells[key] = blocking.Cell(len(b.cells) + 1)
	}
	return b.cells[key]
}

// decided is an event by which a condition gets a value.
func (b *automaton) decided(to nodeKey, e *facts.Event) blocking.PointID {
	cell, v := b.cell(to.frame, max(e.N, -e.N)), blocking.True
	if cell == 0 {
		return b.at(to)
	}
	if e.N < 0 {
		v = blocking.False
	}
	id := b.s.decision(to)
	b.s.sites[id].panic = e.N == facts.Panicking
	return b.add(blocking.Point{Op: blocking.Set, Cell: cell, Value: v, Next: b.at(to), Site: id})
}

// once is Once.Do: its function runs, or control goes on behind it.
func (b *automaton) once(k nodeKey, i *link.Instance, begin facts.PointID, next []facts.PointID) []blocking.PointID {
	e := &i.Unit.Spawn.Points[begin].Event
	body := b.do(k, i, begin)
	var past, others []blocking.PointID // behind Do, and where control has not come to it
	shape := b.s.w.shape(i.Unit)
	for _, n := range next {
		switch {
		case n == begin:
		case returnsFrom(shape, i.Unit.Spawn.Points, e, n):
			past = append(past, b.do(k, i, n))
		default:
			others = append(others, b.do(k, i, n))
		}
	}
	key, how := b.s.resolve(k.frame, e)
	if how != isOne || len(past) != 1 || b.s.sys.Objects[b.s.objs[key]].Kind != blocking.Once {
		loosen(b.s, k.frame)
		return append(append(past, others...), body)
	}
	p := blocking.Point{
		Op: blocking.OnceDo, Obj: b.s.objs[key], Next: past[0], Alt: body,
		Site: b.site(nodeKey{frame: k.frame, point: begin}, evidence.ActWaitsOnce, key),
	}
	return append([]blocking.PointID{b.add(p)}, others...)
}

// returnsFrom reports whether control that comes to a point has come out of the Do that an event begins, before
// anything else happens.
func returnsFrom(s *shapes.Shape, points []facts.Point, begin *facts.Event, n facts.PointID) bool {
	for range maxJoins {
		e := &points[n].Event
		if e.Op != facts.EventNone || len(s.Succs[n]) != 1 {
			return e.Op == facts.EventOnceDone && e.Addr == begin.Addr && e.Off == begin.Off
		}
		n = s.Succs[n][0]
	}
	return false
}
