// This file finds the messages that a WaitGroup counts: who sends one has added to it, and who has received one comes
// to a Done (R26).

package skeleton

import (
	"slices"

	"github.com/syncvet/syncvet/internal/hb"
	"github.com/syncvet/syncvet/internal/link"
)

// Tokens knows them.
type Tokens struct {
	*Events
	carriers map[hb.ObjID][]hb.ObjID // memo of Carriers; nil until asked
}

// Carriers lists the channels that carry the count of a WaitGroup: each is there once and in view, whoever sends on it
// has added to the WaitGroup before, and whoever receives from it comes to a Done on every way, before he receives
// again.
func (ts *Tokens) Carriers(group hb.ObjID) []hb.ObjID {
	list, ok := ts.carriers[group]
	if !ok {
		list = ts.findCarriers(group)
		if ts.carriers == nil {
			ts.carriers = map[hb.ObjID][]hb.ObjID{}
		}
		ts.carriers[group] = list
	}
	return list
}

// findCarriers finds them.
func (ts *Tokens) findCarriers(group hb.ObjID) []hb.ObjID {
	received := map[hb.ObjID]bool{} // whether each receive so far comes to a Done
	ts.EachOf(hb.OpRecv, func(id link.InstID, p hb.PointID, e *hb.Event) {
		for _, c := range e.Objs {
			if obj := &ts.L.Ordered.Objs[c]; len(e.Objs) > 1 || !obj.Single || obj.External {
				received[c] = false
			} else if before, seen := received[c]; before || !seen {
				received[c] = ts.everyEntry(id, p, func(_ hb.OriginID, stops []Stop) bool {
					return ts.comesToDone(stops, group, e.Objs)
				})
			}
		}
	})
	var list []hb.ObjID
	for c, good := range received {
		if good {
			list = append(list, c)
		}
	}
	slices.Sort(list)
	return slices.DeleteFunc(list, func(c hb.ObjID) bool {
		counted, used := true, usage{}
		ts.EachOf(hb.OpSend, func(id link.InstID, p hb.PointID, e *hb.Event) {
			counted = counted && (!slices.Contains(e.Objs, c) || len(e.Objs) == 1 && ts.everyEntry(id, p,
				func(o hb.OriginID, stops []Stop) bool { return ts.added(o, stops, group, maxStarters, used) }))
		})
		return !counted || used.tooOften()
	})
}

// A spot is a point of a unit, in whatever context.
type spot struct {
	unit  link.UnitID // the function
	point hb.PointID  // in it
}

// A usage is which points each Add has been found to count for, and how much it adds.
type usage map[spot]map[spot]int

// tooOften reports whether an Add would have to count for more than it adds.
func (u usage) tooOften() bool {
	for _, by := range u {
		for _, n := range by {
			if n != 0 && len(by) > n {
				return true
			}
		}
	}
	return false
}

// note notes that an Add counts for a point.
func (u usage) note(add, to spot, n int) {
	if u[add] == nil {
		u[add] = map[spot]int{}
	}
	u[add][to] = n
}

// everyEntry reports whether something holds of a point of a function, however its goroutine has come there.
func (ts *Tokens) everyEntry(id link.InstID, p hb.PointID, holds func(hb.OriginID, []Stop) bool) bool {
	f, o := hb.FuncID(id), hb.OriginID(ts.L.Insts[id].Origin)
	return !slices.ContainsFunc(ts.L.Solved.Entries(o, f), func(e hb.Entry) bool {
		return !holds(o, append([]Stop{{f, e, p}}, ts.Callers(o, e)...))
	})
}

// comesToDone reports whether what follows a point, in its function or in those that have called it, surely counts a
// WaitGroup down; if the point is a receive from a channel, before it comes there again, unless that gives no message.
func (ts *Tokens) comesToDone(stops []Stop, group hb.ObjID, from []hb.ObjID) bool {
	done := on(hb.OpDone, group)
	return slices.ContainsFunc(stops, func(s Stop) bool {
		return comesTo(&ts.L.Ordered.Funcs[s.Func], s.Point, func(e *hb.Event) bool {
			return ts.surely(e, done, maxSurely) || e.Op == hb.OpRecvClosed && slices.Equal(e.Objs, from)
		}, len(from) == 0)
	})
}

// on is an operation on one object.
func on(op hb.Op, obj hb.ObjID) func(*hb.Event) bool {
	return func(e *hb.Event) bool { return e.Op == op && len(e.Objs) == 1 && e.Objs[0] == obj }
}

// surely reports whether an event is a certain one, or calls or starts a function that comes to one on every way.
func (ts *Tokens) surely(e *hb.Event, wanted func(*hb.Event) bool, depth int) bool {
	var run []hb.FuncID
	switch {
	case wanted(e):
		return true
	case depth == 0 || e.Op != hb.OpCall && e.Op != hb.OpGo || len(e.Callees)+len(e.Origins) == 0:
		return false
	case e.Op == hb.OpGo:
		for _, o := range e.Origins {
			run = append(run, ts.L.Ordered.Origins[o].Entry...)
		}
	default:
		run = e.Callees
	}
	return len(run) > 0 && !slices.ContainsFunc(run, func(f hb.FuncID) bool {
		return !ts.ComesTo(Stop{Func: f, Point: entry}, func(e *hb.Event) bool { return ts.surely(e, wanted, depth-1) })
	})
}

// added reports whether what comes before a point on every way, in its function, in those that have called it or where
// its goroutine was started, adds to a WaitGroup: once for each time that control comes to the point, unless it is not
// known how much is added. The last such Add counts for the point.
func (ts *Tokens) added(o hb.OriginID, stops []Stop, group hb.ObjID, depth int, used usage) bool {
	adds, many := on(hb.OpAdd, group), false
	for _, s := range stops {
		f, best := &ts.L.Ordered.Funcs[s.Func], hb.NoPoint
		for p := range f.Points {
			q, e := hb.PointID(p), &f.Points[p].Event
			if q == s.Point || !f.Precedes(q, s.Point) || !ts.surely(e, adds, maxSurely) {
				continue
			}
			if vague := adds(e) && e.N == 0; vague || !many && !between(f, s.Point, s.Point, q) {
				if best == hb.NoPoint || f.Precedes(best, q) {
					best = q
				}
			}
		}
		if best != hb.NoPoint {
			unit, n := ts.L.Insts[s.Func].Unit.ID, 1
			if e := &f.Points[best].Event; adds(e) {
				n = e.N
			}
			used.note(spot{unit, best}, spot{unit, s.Point}, n)
			return true
		}
		many = many || between(f, s.Point, s.Point, hb.NoPoint)
	}
	return depth > 0 && ts.everyStart(o, func(by hb.OriginID, at []Stop) bool {
		return !many && ts.added(by, at, group, depth-1, used)
	})
}

// everyStart reports whether an origin has starters, and something holds of each point that starts it.
func (ts *Tokens) everyStart(o hb.OriginID, holds func(hb.OriginID, []Stop) bool) bool {
	starters := ts.StartersOf(link.OriginID(o))
	return len(starters) > 0 && !slices.ContainsFunc(starters, func(i *link.Instance) bool {
		for p := range ts.L.Ordered.Funcs[i.ID].Points {
			if slices.Contains(ts.L.Ordered.Funcs[i.ID].Points[p].Event.Origins, o) &&
				!ts.everyEntry(i.ID, hb.PointID(p), holds) {
				return true
			}
		}
		return false
	})
}

// entry is the point at which control enters a function.
const entry hb.PointID = 1

// between reports whether control may come from behind one point to another one without passing a third one.
func between(f *hb.Func, from, to, by hb.PointID) bool {
	return slices.Contains(f.Behind(from, by), to)
}

// Covered reports whether the count of a WaitGroup is surely not zero at a point, which counts it down afterwards: its
// goroutine, or the one that has started it, has received a message that carries the count, and neither has called
// Done since.
func (ts *Tokens) Covered(id link.InstID, p hb.PointID, group hb.ObjID) bool {
	return len(ts.Carriers(group)) > 0 && ts.everyEntry(id, p, func(o hb.OriginID, stops []Stop) bool {
		return ts.comesToDone(stops, group, nil) && ts.has(o, stops, group, 0)
	})
}

// has reports whether a message that carries the count has been received on every way to a point, and no Done called
// since.
func (ts *Tokens) has(o hb.OriginID, stops []Stop, group hb.ObjID, starts int) bool {
	carriers := ts.Carriers(group)
	for k, s := range stops {
		f := &ts.L.Ordered.Funcs[s.Func]
		// whether there may be no message any more, or none at all, between a point and the stop
		spent := func(from, by hb.PointID) bool {
			return slices.ContainsFunc(f.Behind(from, by), func(p hb.PointID) bool {
				e := &f.Points[p].Event
				none := by != hb.NoPoint && e.Op == hb.OpRecvClosed && slices.Equal(e.Objs, f.Points[by].Event.Objs)
				return (none || ts.mayDone(e, group)) && p != s.Point && between(f, p, s.Point, by)
			})
		}
		for p := range f.Points {
			q, e := hb.PointID(p), &f.Points[p].Event
			if e.Op == hb.OpRecv && len(e.Objs) == 1 && slices.Contains(carriers, e.Objs[0]) && f.Precedes(q, s.Point) {
				return !spent(q, q) && (starts == 0 || k == 0 && !ts.spentElsewhere(f, q, s.Point, group))
			}
		}
		if spent(entry, hb.NoPoint) {
			return false
		}
	}
	return starts < maxStarters &&
		ts.everyStart(o, func(by hb.OriginID, at []Stop) bool { return ts.has(by, at, group, starts+1) })
}

// spentElsewhere reports whether a function may count a WaitGroup down for a message that it has received, other than
// by the goroutine that it starts at a point.
func (ts *Tokens) spentElsewhere(f *hb.Func, recv, start hb.PointID, group hb.ObjID) bool {
	return slices.ContainsFunc(f.Behind(recv, recv), func(p hb.PointID) bool {
		return p != start && ts.mayDone(&f.Points[p].Event, group)
	})
}

// mayDone reports whether an event may count a WaitGroup down, itself or by what it calls or starts.
func (ts *Tokens) mayDone(e *hb.Event, group hb.ObjID) bool {
	if e.Op == hb.OpDone && slices.Contains(e.Objs, group) {
		return true
	}
	called := map[hb.FuncID]bool{}
	for _, g := range e.Callees {
		ts.Callees(g, called)
	}
	for _, o := range e.Origins {
		for _, g := range ts.L.Ordered.Origins[o].Entry {
			ts.Callees(g, called)
		}
	}
	for g := range called {
		for p := range ts.L.Ordered.Funcs[g].Points {
			if e := &ts.L.Ordered.Funcs[g].Points[p].Event; e.Op == hb.OpDone && slices.Contains(e.Objs, group) {
				return true
			}
		}
	}
	return false
}

// Sent reports whether what follows a point surely sends a message that carries the count of a WaitGroup, or the
// message is sent there.
func (ts *Tokens) Sent(stops []Stop, group hb.ObjID, itself bool) bool {
	carries := func(e *hb.Event) bool {
		return e.Op == hb.OpSend && len(e.Objs) == 1 && slices.Contains(ts.Carriers(group), e.Objs[0])
	}
	return itself && carries(&ts.L.Ordered.Funcs[stops[0].Func].Points[stops[0].Point].Event) ||
		slices.ContainsFunc(stops, func(s Stop) bool { return ts.ComesTo(s, carries) })
}
