// This file orders accesses by a WaitGroup whose Dones are not known to belong to certain Adds, as in a pool of workers
// that call Done for what others have submitted (R26).

package ends

import (
	"slices"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/ends/skeleton"
	"github.com/syncvet/syncvet/internal/explain"
	"github.com/syncvet/syncvet/internal/hb"
	"github.com/syncvet/syncvet/internal/link"
)

// A joins room knows which goroutines have been waited for (R26, R32).
type joins struct {
	*explain.Paths
	tokens      *skeleton.Tokens                // which messages WaitGroups count
	events      *events                         // what goroutines do to synchronise (Rooms.Events)
	activations *activations                    // what is ordered within one call of a function (Rooms.Activations)
	counted     map[waitKey][]counting          // memo of waitedFor; nil until asked
	reaches     map[within][]milestone          // memo of milestones; nil until asked
	releases    map[hb.ObjID][]skeleton.Stop    // sends and closes of each channel; nil until asked
	rounds      map[link.OriginID][]*round      // memo of roundsOf; nil until asked
	courses     map[link.OriginID]link.OriginID // memo of courseOf; nil until asked
	waits       map[hb.FuncID][]hb.PointID      // by function: see waitsOf; nil until asked
}

// AllDone reports whether x comes before y because x is followed by a Done in its goroutine, y comes after a Wait, and
// all Adds come before that Wait. When Wait returns, the counter is zero, so as many Dones have happened as Adds; there
// are no other Adds, and a counter is never negative: so there are no other Dones, and the one that follows x has
// happened (R26).
func (js *joins) AllDone(x, y *End) bool {
	return slices.ContainsFunc(
		js.waitedFor(y),
		func(c counting) bool { return js.doneBehind(x, c.group) && js.addedBefore(&c) },
	)
}

// waitedFor lists the Waits that come before an access on every way, if their WaitGroup is one that exists once and is
// in view as a whole.
func (js *joins) waitedFor(y *End) []counting {
	if y.waitsKnown {
		return y.waits
	}
	key := waitKey{y.Origin, y.Inst, y.Access, y.Entry}
	list, ok := js.counted[key]
	if !ok {
		list = js.findWaits(y)
		if js.counted == nil {
			js.counted = map[waitKey][]counting{}
		}
		js.counted[key] = list
	}
	y.waits, y.waitsKnown = list, true
	return list
}

// A waitKey is an access in one state of its function, at whichever location.
type waitKey struct {
	origin link.OriginID // whose goroutine makes the access
	inst   link.InstID   // the function with it
	access uint32        // index into the unit's Accesses.List
	entry  hb.Entry      // how the goroutine came into that function
}

// findWaits finds them.
func (js *joins) findWaits(y *End) []counting {
	var list []counting
	stops := js.events.stops(y)
	for k, s := range stops {
		f := &js.L.Ordered.Funcs[s.Func]
		list = append(list, js.waitsIn(hb.OriginID(y.Origin), s, stops[k+1:], maxWaitCalls, func(q hb.PointID) bool {
			return f.Precedes(q, s.Point) && (k == 0 || q != s.Point)
		})...)
	}
	return list
}

// waitsIn lists the Waits that a function passes on every way, itself or by what it calls: those at points of which
// something holds. It was entered from the calls in ups.
func (js *joins) waitsIn(
	o hb.OriginID, s skeleton.Stop, ups []skeleton.Stop, depth int, passed func(hb.PointID) bool,
) []counting {
	var list []counting
	for _, q := range js.waitsOf(s.Func) {
		e := &js.L.Ordered.Funcs[s.Func].Points[q].Event
		switch {
		case e.Op == hb.OpWait && passed(q):
			if obj := &js.L.Ordered.Objs[e.Objs[0]]; obj.Single && !obj.External {
				list = append(list, js.counting(o, e.Objs[0], skeleton.At(s.Func, s.Entry, q), ups))
			}
		case e.Op == hb.OpCall && depth > 0 && passed(q):
			g := &js.L.Ordered.Funcs[e.Callees[0]]
			for _, in := range js.L.Solved.Entries(o, e.Callees[0]) {
				if in.Caller == s.Func && in.Point == q && js.L.Solved.Entries(o, s.Func)[in.Parent] == s.Entry {
					at, from := skeleton.At(e.Callees[0], in, 0), append([]skeleton.Stop{skeleton.At(s.Func, s.Entry, q)}, ups...)
					list = append(list, js.waitsIn(o, at, from, depth-1, func(p hb.PointID) bool {
						return len(g.Exits) > 0 && !slices.ContainsFunc(g.Exits, func(x hb.PointID) bool { return !g.Precedes(p, x) })
					})...)
				}
			}
		}
	}
	return list
}

// waitsOf lists the points of a function that wait for one WaitGroup, or call one function that may do so itself or by
// what it calls: most functions have none.
func (js *joins) waitsOf(f hb.FuncID) []hb.PointID {
	if js.waits == nil {
		js.findWaitsOf()
	}
	return js.waits[f]
}

// findWaitsOf finds them, from those that wait to their callers.
func (js *joins) findWaitsOf() {
	funcs := js.L.Ordered.Funcs
	js.waits = map[hb.FuncID][]hb.PointID{}
	callers := make([][]skeleton.Stop, len(funcs)) // where each function is called as the only one
	var found []hb.FuncID
	add := func(f hb.FuncID, p hb.PointID) {
		if len(js.waits[f]) == 0 {
			found = append(found, f)
		}
		js.waits[f] = append(js.waits[f], p)
	}
	for f := range funcs {
		for p := range funcs[f].Points {
			switch e := &funcs[f].Points[p].Event; {
			case e.Op == hb.OpWait && len(e.Objs) == 1:
				add(hb.FuncID(f), hb.PointID(p))
			case e.Op == hb.OpCall && len(e.Callees) == 1:
				callers[e.Callees[0]] = append(callers[e.Callees[0]], skeleton.Stop{Func: hb.FuncID(f), Point: hb.PointID(p)})
			}
		}
	}
	for k := 0; k < len(found); k++ {
		for _, at := range callers[found[k]] {
			add(at.Func, at.Point)
		}
	}
	for _, list := range js.waits {
		slices.Sort(list)
	}
}

// counting is what may happen behind a Wait, in its function and in those that have called it.
func (js *joins) counting(o hb.OriginID, group hb.ObjID, wait skeleton.Stop, ups []skeleton.Stop) counting {
	c := counting{
		group: group,
		place: hb.Place{Origin: o, Func: wait.Func, State: js.L.Solved.At(o, wait.Func, wait.Entry, wait.Point)},
		late:  map[hb.FuncID]bool{},
		more:  map[hb.FuncID][]hb.PointID{},
	}
	for _, s := range append([]skeleton.Stop{wait}, ups...) {
		c.more[s.Func] = append(c.more[s.Func], js.events.After(&js.L.Ordered.Funcs[s.Func], s.Point, c.late)...)
	}
	return c
}

// doneBehind reports whether an access is followed by a Done on every way in its goroutine, before it comes to the same
// place again.
func (js *joins) doneBehind(x *End, group hb.ObjID) bool {
	stops := js.events.stops(x)
	return slices.ContainsFunc(stops, func(s skeleton.Stop) bool {
		return js.events.ComesTo(
			s,
			func(e *hb.Event) bool { return e.Op == hb.OpDone && len(e.Objs) == 1 && e.Objs[0] == group },
		)
	}) || js.tokens.Sent(stops, group, x.Fact().Var == facts.VarChan && !x.Kind.Writes())
}

// addedBefore reports whether everything that adds to a WaitGroup comes before a Wait: other goroutines by
// happens-before, the waiting one by its control flow.
func (js *joins) addedBefore(c *counting) bool {
	return js.events.EachUse(c.group, func(i *link.Instance, p hb.PointID, e *hb.Event) bool {
		f, o := hb.FuncID(i.ID), hb.OriginID(i.Origin)
		switch {
		case !adds(e):
			return true
		case o == c.place.Origin:
			return !c.late[f] && !slices.Contains(c.more[f], p)
		}
		return !slices.ContainsFunc(js.L.Solved.Entries(o, f), func(entry hb.Entry) bool {
			s := js.L.Solved.At(o, f, entry, p)
			return s != 0 && js.L.Solved.Ordered(hb.Place{Origin: o, Func: f, State: s}, c.place) != hb.Before
		}) || js.tokens.Covered(i.ID, p, c.group)
	})
}

// adds reports whether an event on a WaitGroup adds to it.
func adds(e *hb.Event) bool { return e.Op == hb.OpAdd || e.Op == hb.OpGo }
