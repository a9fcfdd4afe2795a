// This file is about what happens inside the function of a Once: lazy initialisation (R12), and pairs that the Once in
// the object itself excludes (R29).

package ends

import (
	"slices"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/explain"
	"github.com/syncvet/syncvet/internal/hb"
	"github.com/syncvet/syncvet/internal/link"
	"github.com/syncvet/syncvet/internal/order"
	"github.com/syncvet/syncvet/internal/pointsto"
)

// An onces room knows what happens inside functions of Onces, and behind them (R12, R29).
type onces struct {
	*explain.Paths
	events  *events                // what goroutines do to synchronise (Rooms.Events)
	objects *objects               // which abstract objects are concrete ones (Rooms.Objects)
	trails  *trails                // where pointers come from (Rooms.Trails)
	onces   map[link.OriginID]bool // memo of runsOnce; nil until asked
}

// Lazily reports whether one end runs inside the function of a Once: lazy initialisation. That the other end saw its
// effect only after a Do is a matter of where its pointer came from, which a must-analysis of tokens cannot see; a
// variable that both name, and an object that was there before the Once ran, need no such pointer, if the other
// goroutine runs no Once at all.
func (os *onces) Lazily(o *link.Object, x, y *End) bool {
	if os.L.Solved.InOnce(y.State) {
		x, y = y, x
	}
	if !os.L.Solved.InOnce(x.State) || os.L.Solved.InOnce(y.State) {
		return false
	}
	return os.comesByOnce(x.Origin, y.Origin) || !(os.named(x) && os.named(y)) && !os.madeBefore(o, x, y)
}

// madeBefore reports whether an object is made by an origin that both ends stem from, outside any function of a Once.
func (os *onces) madeBefore(o *link.Object, x, y *End) bool {
	return o.Inst != 0 && os.objects.BothStem(o, x, y) && os.outside(o.Inst, maxOnceCalls)
}

// outside reports whether a function never runs within that of a Once: nor do those that call it, if it does nothing
// itself to synchronise.
func (os *onces) outside(id link.InstID, depth int) bool {
	i := os.L.Insts[id]
	entries := os.L.Solved.Entries(hb.OriginID(i.Origin), hb.FuncID(id))
	if len(entries) > 0 || depth == 0 {
		return len(entries) > 0 &&
			!slices.ContainsFunc(entries, func(e hb.Entry) bool { return os.L.Solved.InOnce(e.State) })
	}
	return len(i.In) > 0 && !slices.ContainsFunc(i.In, func(e link.Edge) bool {
		return os.L.Insts[e.From].Unit.RunsInOnce(e.Call) != nil || !os.outside(e.From, depth-1)
	})
}

// comesByOnce reports whether a goroutine, or one that it descends from, may do a Once; but not the goroutine that runs
// the Once's function: what that has done before it started others was no Do of this one.
func (os *onces) comesByOnce(runner, id link.OriginID) bool {
	for at := id; at != 0; at = os.L.Origins[at].Parent {
		if (at == id || at != runner) && os.runsOnce(at) {
			return true
		}
	}
	return false
}

// runsOnce reports whether a goroutine may do a Once.
func (os *onces) runsOnce(id link.OriginID) bool {
	known, ok := os.onces[id]
	if !ok {
		os.events.Each(id, func(e *hb.Event) { known = known || e.Op == hb.OpOnceBegin })
		if os.onces == nil {
			os.onces = map[link.OriginID]bool{}
		}
		os.onces[id] = known
	}
	return known
}

// named reports whether an access names its variable.
func (os *onces) named(c *End) bool {
	v := c.Fact().Var
	return v == facts.VarGlobal || v == facts.VarCaptured
}

// SameOnce reports whether x happens inside the function of a Once that lies in the object both ends access, by one
// pointer, and y happens inside it, too, or behind a Do of it, by one pointer again: if the object is the same, so is
// the Once (R29).
func (os *onces) SameOnce(loc order.Location, x, y *End) bool {
	a := os.oncesAround(loc, x)
	if len(a) == 0 {
		return false
	}
	known := func(l order.Location) bool { return slices.Contains(a, l) }
	return slices.ContainsFunc(os.oncesAround(loc, y), known) || os.oncesDone(loc, y, known)
}

// StartedInside reports whether x happens inside the function of a Once, and that function, when x can not happen in it
// any more, starts the goroutine of y, or one that it descends from. There is one such Once in a run, or it lies in
// the object both ends access, both times by one pointer: then if the object is the same, so is the run of the function
// (R29).
func (os *onces) StartedInside(loc order.Location, x, y *End) bool {
	a, only := os.oncesAround(loc, x), os.staticAround(x)
	if len(a)+len(only) == 0 {
		return false
	}
	ctx := os.trails.contextOf(y)
	accessed := os.trails.sourcesOf(os.trails.sightingsIn(loc, y, ctx))
	started := false
	for at, below := ctx, (*link.Context)(nil); at != nil && at.From != 0; at, below = at.Up, at {
		e := os.L.Insts[at.From].Unit.RunsInOnce(at.Call)
		inside := started && e != nil && !at.Start && os.past(at, below.Call, x)
		if inside && (slices.Contains(only, os.staticOnce(at.From, e)) ||
			slices.ContainsFunc(os.oncesAt(loc, at.Up, e), func(o onceAt) bool {
				return slices.Contains(a, o.Location) && o.by(accessed)
			})) {
			return true
		}
		started = started || at.Start
	}
	return false
}

// staticAround lists the Onces inside whose function an access happens and of which there is one in a run.
func (os *onces) staticAround(c *End) (list []order.Location) {
	for at := os.trails.contextOf(c); at != nil && at.From != 0 && !at.Start; at = at.Up {
		if e := os.L.Insts[at.From].Unit.RunsInOnce(at.Call); e != nil {
			if o := os.staticOnce(at.From, e); o != (order.Location{}) {
				list = append(list, o)
			}
		}
	}
	return list
}

// staticOnce is the Once of an event, if there is one in a run; zero if it may be another one.
func (os *onces) staticOnce(in link.InstID, e *facts.Event) order.Location {
	list := os.L.Places(os.L.Insts[in], e.Addr, e.Off)
	if len(list) != 1 {
		return order.Location{}
	}
	o := &os.L.Objects[list[0].Obj]
	if o.Decl.Kind != facts.ObjGlobal && (o.Decl.Kind == facts.ObjArray || !os.L.Single(o) && !os.L.MadeOnce(o)) {
		return order.Location{}
	}
	return list[0]
}

// past reports whether an access that happens in the function of a context, or below it, can not happen any more there
// behind a call or go statement.
func (os *onces) past(f *link.Context, call uint32, x *End) bool {
	u := os.L.Insts[f.Inst].Unit
	ctx := os.trails.contextOf(x)
	for at := ctx; at != nil; at = at.Up {
		if os.L.Insts[at.Inst].Unit != u {
			continue
		}
		to := os.onward(at, ctx, x)
		return len(to) > 0 && !slices.ContainsFunc(to, func(p facts.PointID) bool {
			return order.Reaches(u.Spawn, u.After(call).At, p)
		})
	}
	return false
}

// oncesAround lists the Onces inside whose function an access happens and that are reached by the very pointer by which
// the access reaches the location.
func (os *onces) oncesAround(loc order.Location, c *End) []order.Location {
	if !c.onceKnown {
		c.once, c.onceKnown = os.findOnces(loc, c), true
	}
	return c.once
}

// findOnces finds them.
func (os *onces) findOnces(loc order.Location, c *End) []order.Location {
	var list []order.Location
	ctx := os.trails.contextOf(c)
	for at := ctx; at != nil && at.From != 0 && !at.Start; at = at.Up {
		e := os.L.Insts[at.From].Unit.RunsInOnce(at.Call)
		if e == nil {
			continue
		}
		accessed := os.trails.sourcesOf(os.trails.sightingsIn(loc, c, ctx))
		for _, o := range os.oncesAt(loc, at.Up, e) {
			if o.by(accessed) {
				list = append(list, o.Location)
			}
		}
	}
	return list
}

// oncesDone reports whether, however an access comes by the object, some Once in it that is wanted has been done
// before, by the same pointer: in a function on the way to the access, or in one that has returned the pointer.
func (os *onces) oncesDone(loc order.Location, c *End, wanted func(order.Location) bool) bool {
	ctx := os.trails.contextOf(c)
	accessed := os.trails.sourcesOf(os.trails.sightingsIn(loc, c, ctx))
	return len(accessed) > 0 && !slices.ContainsFunc(accessed, func(s link.Source) bool {
		if (s == link.Source{}) {
			return true
		}
		for f := s.Base.Ctx; f != nil; f = f.Up {
			if os.doneIn(loc, f, os.onward(f, ctx, c), s, wanted) {
				return false
			}
		}
		return true
	})
}

// onward lists the points of a function by which control goes on to an access: the call on the way there, or the access
// itself; or, if the function has returned, its exits.
func (os *onces) onward(f, ctx *link.Context, c *End) []facts.PointID {
	u := os.L.Insts[f.Inst].Unit
	if f == ctx {
		return []facts.PointID{c.Fact().Point}
	}
	for at := ctx; at != nil; at = at.Up {
		if at.Up == f {
			if u.Spawn == nil || int(at.Call) >= len(u.Spawn.Calls) {
				return nil
			}
			return []facts.PointID{u.Spawn.Calls[at.Call]}
		}
	}
	if u.Spawn == nil {
		return nil
	}
	return u.Spawn.Exits
}

// doneIn reports whether a function, in one activation, passes a Do of a wanted Once by the pointer that a source
// gives, on every way to some points.
func (os *onces) doneIn(
	loc order.Location,
	f *link.Context,
	to []facts.PointID,
	s link.Source,
	wanted func(order.Location) bool,
) bool {
	u := os.L.Insts[f.Inst].Unit
	if u.Spawn == nil || len(to) == 0 {
		return false
	}
	for p := range u.Spawn.Points {
		e := &u.Spawn.Points[p].Event
		if e.Op == facts.EventOnceDone && os.L.Precedes(f.Inst, p, to) &&
			slices.ContainsFunc(
				os.oncesAt(loc, f, e),
				func(o onceAt) bool { return wanted(o.Location) && slices.Contains(o.pointer, s) },
			) {
			return true
		}
	}
	return false
}

// A onceAt is a Once in the object that is asked about, and where the pointer comes from by which an event reaches it.
type onceAt struct {
	order.Location
	pointer []link.Source // where the event's pointer to the Once comes from
}

// by reports whether it is known by the very pointer by which an access comes to the object, from these sources.
func (o *onceAt) by(accessed []link.Source) bool {
	return len(accessed) > 0 && !slices.ContainsFunc(accessed, func(s link.Source) bool {
		return s == link.Source{} || !slices.Contains(o.pointer, s)
	})
}

// oncesAt lists the Onces of an event that lie in the object of a location.
func (os *onces) oncesAt(loc order.Location, in *link.Context, e *facts.Event) []onceAt {
	var list []onceAt
	for _, l := range os.L.Places(os.L.Insts[in.Inst], e.Addr, e.Off) {
		if l.Obj == loc.Obj {
			pointer := link.ReachingDef{
				Inst:   in.Inst,
				Node:   e.Addr,
				Target: os.L.Objects[l.Obj].Base + pointsto.Node(l.Off-e.Off),
				Ctx:    in,
			}
			list = append(list, onceAt{Location: l, pointer: os.L.Traced().Trace(pointer)})
		}
	}
	return list
}
