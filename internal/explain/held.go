// This file is the locks held at an access, and the synchronisation near by that does not order it (R10).

package explain

import (
	"slices"
	"strings"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/evidence"
	"github.com/syncvet/syncvet/internal/hb"
	"github.com/syncvet/syncvet/internal/link"
	"github.com/syncvet/syncvet/internal/order"
)

// A Taking is the event that takes a lock.
type Taking struct {
	Fn    link.InstID // the function with the event
	Point hb.PointID  // of that function; zero with Fn: it is not known
}

// Near lists the synchronisation that one end has acquired and that is not known to order them: what the goroutines
// agreed on by counting, or by values, is beyond the rules. It reports whether some of it was released behind the other
// end, for then it may well order them (R10), unless it is about a place that says nothing.
func (d *Paths) Near(x, y *order.Candidate, idle func(order.Location) bool) (list []evidence.Sync, near bool) {
	at := func(c *order.Candidate) hb.Place {
		p := d.L.Place(c)
		p.Point = hb.PointID(d.Access(c).Point) + 1
		return p
	}
	for _, e := range d.L.Solved.Why(at(x), at(y)) {
		if e.Holds || e.Kind == hb.Started || e.Kind == hb.Follows || e.Kind == hb.Excluded {
			continue
		}
		s := evidence.Sync{Waits: d.event(e.To), Gives: d.event(e.From), Late: e.Late}
		if s.Waits.Pos.Line == 0 {
			continue
		}
		giver := link.OriginID(0)
		if e.From.Func != 0 {
			giver = d.L.Insts[e.From.Func].Origin
		}
		if d.L.Insts[e.To.Func].Origin == y.Origin {
			s.End = 1
		}
		s.Other = giver != [2]*order.Candidate{x, y}[1-s.End].Origin
		near = near || e.Late && !slices.ContainsFunc(d.places(e.To), idle)
		list = appendSync(list, s)
	}
	return list, near
}

// Missed lists what one end's goroutine waits for only behind that end, and the other end's, which was started, gives.
func (d *Paths) Missed(x, y *order.Candidate) (list []evidence.Sync) {
	for k, pair := range [2][2]*order.Candidate{{y, x}, {x, y}} {
		if d.L.Origins[pair[0].Origin].Parent == 0 {
			continue
		}
		for _, e := range d.L.Solved.Missed(d.L.Place(pair[0]), d.L.Place(pair[1])) {
			s := evidence.Sync{Waits: d.event(e.To), Gives: d.event(e.From), End: k, After: !e.Late, Unfit: e.Late}
			if s.Waits.Pos.Line != 0 {
				list = appendSync(list, s)
			}
		}
	}
	return list
}

// appendSync adds what waits at a place that none in the list waits at.
func appendSync(list []evidence.Sync, s evidence.Sync) []evidence.Sync {
	if slices.ContainsFunc(list, func(t evidence.Sync) bool { return t.Waits == s.Waits }) {
		return list
	}
	return append(list, s)
}

// places are what the event at a site is about.
func (d *Paths) places(at hb.Site) []order.Location {
	i := d.L.Insts[at.Func]
	if at.Func == 0 || i.Unit.Spawn == nil || int(at.Point) < 1 || int(at.Point) > len(i.Unit.Spawn.Points) {
		return nil
	}
	e := &i.Unit.Spawn.Points[at.Point-1].Event
	return d.L.Places(i, e.Addr, e.Off)
}

// event is the event at a site.
func (d *Paths) event(at hb.Site) evidence.Event {
	i := d.L.Insts[at.Func]
	if at.Func == 0 || i.Unit.Spawn == nil || int(at.Point) < 1 || int(at.Point) > len(i.Unit.Spawn.Points) {
		return evidence.Event{}
	}
	e := &i.Unit.Spawn.Points[at.Point-1].Event
	if e.Flags&facts.EventGuarded != 0 {
		return evidence.Event{} // a plain variable that is tested somewhere near by says little
	}
	return evidence.Event{
		Op: e.Op, Name: i.Unit.Names.Spawn.Symbol(e.Name), Func: i.Unit.Sym, Pos: link.PositionOf(i.Unit.Names.Spawn, e.Pos),
	}
}

// held names a lock by the site that took it: on the path if it was taken there, else the first that takes such a lock.
func (d *Paths) held(h hb.Held, path []ChainLink) evidence.HeldLock {
	return d.HeldAt(h, d.TakenOn(h, path), path)
}

// HeldAt names a lock by the event that took it.
func (d *Paths) HeldAt(h hb.Held, at Taking, path []ChainLink) evidence.HeldLock {
	out := evidence.HeldLock{Read: h.Mode == hb.Read, Once: h.Mode == hb.Body}
	if i, s := d.SiteOf(at); s != nil {
		out.Name, out.Pos = i.Unit.Names.Locks.Symbol(s.Name), link.PositionOf(i.Unit.Names.Locks, s.Pos)
		if _, pos, ok := d.CalledAt(at.Fn, path); ok {
			out.Pos = pos
		}
	} else if e := d.event(hb.Site{Func: hb.FuncID(at.Fn), Point: at.Point}); out.Once {
		out.Name, out.Pos = e.Name, e.Pos
	} else if i.Unit.Locks != nil && i.Unit.Locks.Declares != 0 {
		out.Name, out.Pos = declaredName(i.Unit.Sym), d.calledBy(i, path)
	}
	return out
}

// declaredName names the lock that the receiver of a method is by its methods: by its type.
func declaredName(method facts.Symbol) facts.Symbol {
	recv, _, _ := strings.Cut(strings.TrimLeft(method.Name, "(*"), ")")
	return facts.Symbol{Kind: facts.SymType, Pkg: method.Pkg, Name: recv}
}

// Under counts the functions on x's way, from the one that contains the access on, that are also entered with a lock
// held that y holds: by that call they would lock it twice.
func (d *Paths) Under(x, y *order.Candidate) int {
	locks := slices.DeleteFunc(d.L.Solved.Held(y.State), func(h hb.Held) bool { return h.Mode == hb.Body })
	chain := d.Chain(x)
	n := 0
	for k := len(chain) - 1; k >= 0 && d.enteredUnder(chain[k].Inst, locks); k-- {
		if n++; chain[k].Start {
			break
		}
	}
	return n
}

// enteredUnder reports whether some goroutine enters the function of an instance with one of some locks held.
func (d *Paths) enteredUnder(id link.InstID, locks []hb.Held) bool {
	if len(locks) == 0 {
		return false
	}
	unit := d.L.Insts[id].Unit
	for _, i := range d.L.Insts[1:] {
		if i == nil || i.Unit != unit {
			continue
		}
		for _, e := range d.L.Solved.Entries(hb.OriginID(i.Origin), hb.FuncID(i.ID)) {
			for _, h := range d.L.Solved.Held(e.State) {
				if slices.ContainsFunc(locks, func(l hb.Held) bool { return slices.Equal(l.Objs, h.Objs) }) {
					return true
				}
			}
		}
	}
	return false
}

// SiteOf is the lock site of an event, nil if it is none, and its function.
func (d *Paths) SiteOf(at Taking) (*link.Instance, *facts.LockSite) {
	i := d.L.Insts[at.Fn]
	if i.Unit.Spawn == nil || i.Unit.Locks == nil || int(at.Point) < 1 || int(at.Point) > len(i.Unit.Spawn.Points) {
		return i, nil
	}
	e := &i.Unit.Spawn.Points[at.Point-1].Event
	if e.Op != facts.EventLock && e.Op != facts.EventEach {
		return i, nil
	}
	return i, &i.Unit.Locks.Sites[e.Index]
}

// CalledAt is the function that calls one with a synthetic body (internal/link L7), and where: on a path if it is
// called there, else at the first of its calls. It reports false for other functions, and for those that are started.
func (d *Paths) CalledAt(id link.InstID, path []ChainLink) (facts.Symbol, link.Position, bool) {
	i := d.L.Insts[id]
	if !i.Unit.Synthetic {
		return facts.Symbol{}, link.Position{}, false
	}
	best := callOn(i, path)
	if best < 0 {
		return facts.Symbol{}, link.Position{}, false
	}
	e := i.In[best]
	return d.L.Insts[e.From].Unit.Sym, d.L.CallPos(e.From, e.Call), true
}

// calledBy is where a function is called: on a path if it is called there, else at the first of its calls.
func (d *Paths) calledBy(i *link.Instance, path []ChainLink) link.Position {
	if k := callOn(i, path); k >= 0 {
		return d.L.CallPos(i.In[k].From, i.In[k].Call)
	}
	return link.Position{}
}

// callOn is the call of an instance, into In, that lies furthest down a path, else the first; -1 if there is none.
func callOn(i *link.Instance, path []ChainLink) int {
	best, depth := -1, -1
	for k, e := range i.In {
		at := slices.IndexFunc(path, func(c ChainLink) bool { return c.Inst == e.From })
		if !e.Spawn && (best < 0 || at > depth) {
			best, depth = k, at
		}
	}
	return best
}

// TakenBy looks for a function with a synthetic body that a function calls and that performs an operation on some
// objects.
func (d *Paths) TakenBy(id link.InstID, op hb.Op, objs []hb.ObjID) (Taking, bool) {
	for _, e := range d.L.Insts[id].Out {
		if e.Spawn || !d.L.Insts[e.To].Unit.Synthetic {
			continue
		}
		points := d.L.Ordered.Funcs[e.To].Points
		k := slices.IndexFunc(points, func(p hb.Point) bool { return p.Event.Op == op && slices.Equal(p.Event.Objs, objs) })
		if k >= 0 {
			return Taking{e.To, hb.PointID(k)}, true
		}
	}
	return Taking{}, false
}

// TakenOn looks for the innermost function of a path that takes a lock.
func (d *Paths) TakenOn(h hb.Held, path []ChainLink) Taking { return d.TakenBut(h, path, Taking{}) }

// TakenBut looks for it, one event left aside, which may take such a lock, too.
func (d *Paths) TakenBut(h hb.Held, path []ChainLink, but Taking) Taking {
	op := hb.OpLock
	switch h.Mode {
	case hb.Read:
		op = hb.OpRLock
	case hb.Body:
		op = hb.OpOnceBegin
	}
	for k := len(path) - 1; k >= 0; k-- {
		if at, ok := d.TakenBy(path[k].Inst, op, h.Objs); ok && at.Fn != but.Fn {
			return at
		}
		points := d.L.Ordered.Funcs[path[k].Inst].Points
		other := Taking{}
		for p := range points {
			at := Taking{path[k].Inst, hb.PointID(p)}
			if e := &points[p].Event; at == but || e.Op != op || !slices.Equal(e.Objs, h.Objs) {
				continue
			}
			if d.leadsTo(at, but) {
				return at
			}
			if other.Fn == 0 {
				other = at
			}
		}
		if other.Fn != 0 {
			return other
		}
	}
	return Taking{link.InstID(h.Func), h.At}
}

// leadsTo reports whether control may come from one event to another one of its function; one elsewhere may come any
// time.
func (d *Paths) leadsTo(at, to Taking) bool {
	spawn := d.L.Insts[at.Fn].Unit.Spawn
	return at.Fn != to.Fn || spawn == nil || order.Reaches(spawn, facts.PointID(at.Point-1), facts.PointID(to.Point-1))
}
