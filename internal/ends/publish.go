// This file recognises what a goroutine does with an object before it lets others know of it (K2).

package ends

import (
	"slices"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/link"
	"github.com/syncvet/syncvet/internal/order"
	"github.com/syncvet/syncvet/internal/pointsto"
)

// Unpublished reports whether x comes before the object is stored anywhere where others could find it, and y's
// goroutine has found it in memory: then y comes later, unless the two race for that memory too.
func (ts *trails) Unpublished(loc order.Location, x, y *End) bool {
	return ts.Found(ts.Sources(loc, y)) && ts.keptBack(loc.Obj, x) || ts.HeldBack(loc, x, y) || ts.foundLater(loc, x, y)
}

// HeldBack reports whether that is so for what holds the object: x has found it in what its goroutine has made and not
// let others know of yet, while y's has found the same holder in memory.
func (ts *trails) HeldBack(loc order.Location, x, y *End) bool {
	ours, theirs := ts.holders(loc, x), ts.holders(loc, y)
	if ours.made || theirs.made {
		return false
	}
	met := false
	for _, h := range ours.list {
		switch {
		case !theirs.knows(h.obj):
			continue
		case !h.own() || !theirs.found(h.obj) || !ts.keptBack(h.obj, x) || ts.putFromElsewhere(loc, x, h.obj):
			return false
		}
		met = true
	}
	return met
}

// putFromElsewhere reports whether the goroutine that made a holder may have put into it what it had found in other
// memory: others may know that without the holder.
func (ts *trails) putFromElsewhere(loc order.Location, x *End, in link.ObjID) bool {
	return slices.ContainsFunc(ts.Sources(loc, x), func(s link.Source) bool {
		_, id, _ := ts.L.ObjectAt(s.Slot)
		return id == in && slices.ContainsFunc(ts.sourcesOf(ts.putInto(s)), func(q link.Source) bool {
			from := holder{ways: ts.L.Traced().Trace(q.Base)}
			return q.Slot != 0 && !from.own()
		})
	})
}

// own reports whether an end's goroutine has made the holder.
func (h *holder) own() bool {
	return len(h.ways) > 0 && all(h.ways, func(s link.Source) bool { return s.Slot == 0 && s.Base.Inst != 0 })
}

// knows reports whether an end came by a holder in some way.
func (l *holders) knows(id link.ObjID) bool {
	return slices.ContainsFunc(l.list, func(h holder) bool { return h.obj == id && len(h.ways) > 0 })
}

// found reports whether an end has loaded the address of a holder from memory, in whichever way it came by it.
func (l *holders) found(id link.ObjID) bool {
	return !slices.ContainsFunc(l.list, func(h holder) bool {
		return h.obj == id && !all(h.ways, func(s link.Source) bool { return s.Slot != 0 })
	})
}

// holders lists those of an end.
func (ts *trails) holders(loc order.Location, c *End) *holders {
	if c.held == nil {
		c.held = ts.findHolders(loc, c)
	}
	return c.held
}

// findHolders finds them.
func (ts *trails) findHolders(loc order.Location, c *End) *holders {
	sources := ts.Sources(loc, c)
	if !all(sources, func(s link.Source) bool { return s.Slot != 0 }) {
		return &holders{made: true}
	}
	h := &holders{}
	for _, s := range sources {
		_, id, _ := ts.L.ObjectAt(s.Slot)
		h.list = append(h.list, holder{id, ts.L.Traced().Trace(s.Base)})
	}
	return h
}

// all reports whether all of some sources are of a kind.
func all(list []link.Source, kind func(link.Source) bool) bool {
	return !slices.ContainsFunc(list, func(s link.Source) bool { return !kind(s) })
}

// keptBack reports whether an object is made by the goroutine of an access that comes before it is stored anywhere
// where others could find it.
func (ts *trails) keptBack(id link.ObjID, x *End) bool { return ts.phaseOf(id, x) == fresh }

// Sources are the ways by which a candidate's goroutine came by the object.
func (ts *trails) Sources(loc order.Location, c *End) []link.Source {
	if !c.fromKnown {
		c.from, c.fromKnown = ts.sourcesOf(ts.reachingDefs(loc, c)), true
	}
	return c.from
}

// Found reports whether an object was loaded from memory, in whichever of some ways.
func (ts *trails) Found(ways []link.Source) bool {
	return len(ways) > 0 && all(ways, func(s link.Source) bool { return s.Slot != 0 })
}

// MayFind reports whether an object was loaded from memory in one of some ways at least.
func (ts *trails) MayFind(ways []link.Source) bool {
	return slices.ContainsFunc(ways, func(s link.Source) bool { return s.Slot != 0 })
}

// steps is the path of an access in its own goroutine, innermost activation first.
func (ts *trails) steps(c *End) []order.Step {
	if c.path == nil {
		c.path = ts.L.StepsTo(&c.Candidate, c.Fact().Point)
	}
	return c.path
}

// A making is the activation that makes an object, with everything that it runs.
type making struct {
	d      *trails              // where pointers come from (Rooms.Trails)
	object link.ObjID           // what is made
	below  map[link.InstID]bool // all that the activation runs, in its own goroutine
	known  map[link.ObjID]bool  // the object, and what is made there and leads to it
	// by instance asked for: whether it, or what it runs, lets others know; absent if not asked
	public map[link.InstID]bool
	// only what happens to the object itself counts, wherever its address is stored: what it is stored in may be known
	// before
	alone  bool
	surely bool            // something surely lets others know before the access
	buf    []pointsto.Node // for points-to sets
}

// precedes reports whether nothing that makes the object known can come before the innermost step.
func (m *making) precedes(path []order.Step) bool {
	for !m.alone && m.spread() {
	}
	after := follows
	if !m.anew(path[len(path)-1].Inst) {
		after = order.Reaches
	}
	for k := len(path) - 1; k >= 0; k-- {
		next := link.InstID(0)
		if k > 0 {
			next = path[k-1].Inst
		}
		if !m.quiet(path[k], next, after) {
			return false
		}
		after = order.Reaches
	}
	return true
}

// anew reports whether a loop of an instance makes the object anew in each iteration.
func (m *making) anew(top link.InstID) bool {
	o := &m.d.L.Objects[m.object]
	if o.Inst == top {
		return o.Decl.Flags&facts.ObjInLoop != 0
	}
	i := m.d.L.Insts[top]
	for _, e := range i.Out {
		if !e.Spawn && m.d.L.Below(e.To)[o.Inst] && i.Unit.Flow.Calls[e.Call].Flags&facts.CallInLoop == 0 {
			return false
		}
	}
	return true
}

// spread adds the objects made there that point to known ones, and reports whether there were any.
func (m *making) spread() bool {
	grown := false
	for i := range m.below {
		m.stores(i, func(_ *facts.Con, id link.ObjID, o *link.Object) {
			if m.below[o.Inst] && !m.known[id] {
				m.known[id], grown = true, true
			}
		})
	}
	return grown
}

// stores calls f for every object into which an instance may store the address of a known one.
func (m *making) stores(id link.InstID, f func(*facts.Con, link.ObjID, *link.Object)) {
	i := m.d.L.Insts[id]
	if i.Unit.Flow == nil {
		return
	}
	for k := range i.Unit.Flow.Cons {
		c := &i.Unit.Flow.Cons[k]
		if c.Op != facts.ConStore || !m.leads(i.Node(c.Src)) {
			continue
		}
		for _, a := range m.d.L.Sets.PointsTo(nil, i.Node(c.Dst)) {
			if o, id, _ := m.d.L.ObjectAt(a); o != nil {
				f(c, id, o)
			}
		}
	}
}

// leads reports whether a node may hold the address of a known object.
func (m *making) leads(n pointsto.Node) bool {
	if n == 0 {
		return false
	}
	m.buf = m.d.L.Sets.PointsTo(m.buf[:0], n)
	return slices.ContainsFunc(m.buf, func(a pointsto.Node) bool {
		_, id, _ := m.d.L.ObjectAt(a)
		return m.known[id]
	})
}

// publishes reports whether an instance, or what it runs, may make the object known.
func (m *making) publishes(id link.InstID) bool {
	if p, ok := m.public[id]; ok {
		return p
	}
	m.public[id] = false
	p := len(m.publications(id)) > 0
	for _, e := range m.d.L.Insts[id].Out {
		p = p || !e.Spawn && m.publishes(e.To)
	}
	m.public[id] = p
	return p
}

// publications are where an instance itself makes the object known: by a store, a message or a goroutine.
func (m *making) publications(id link.InstID) []link.Moment {
	var list []link.Moment
	i := m.d.L.Insts[id]
	m.stores(id, func(c *facts.Con, _ link.ObjID, o *link.Object) {
		if m.alone || !m.below[o.Inst] {
			list = append(list, i.Unit.PointOf(c))
		}
	})
	if i.Unit.Flow == nil || i.Unit.Spawn == nil {
		return list
	}
	for k := range i.Unit.Flow.Calls {
		c := &i.Unit.Flow.Calls[k]
		given := func(n facts.Node) bool { return m.leads(i.Node(n)) }
		if c.Flags&facts.CallGo != 0 && k < len(i.Unit.Spawn.Calls) && (given(c.Recv) || slices.ContainsFunc(c.Args, given)) {
			list = append(list, i.Unit.After(uint32(k)))
		}
	}
	return list
}

// quiet reports whether, in one activation, nothing before a point makes the object known; the call on the path is
// looked at by itself.
func (m *making) quiet(s order.Step, next link.InstID, after func(s *facts.Spawn, from, to facts.PointID) bool) bool {
	i := m.d.L.Insts[s.Inst]
	if i.Unit.Spawn == nil {
		return !m.publishes(s.Inst)
	}
	before := func(p link.Moment) bool { return !p.Known || p.At == s.At || after(i.Unit.Spawn, p.At, s.At) }
	surely := func(p link.Moment) bool {
		return p.Known && (p.First || p.At != s.At) &&
			(order.Always(i.Unit.Spawn, p.At, s.At) || order.Passes(i.Unit.Spawn, p.At, s.At))
	}
	quiet := true
	for _, p := range m.publications(s.Inst) {
		if before(p) {
			quiet, m.surely = false, m.surely || surely(p)
		}
	}
	for _, e := range i.Out {
		if e.Spawn || e.To == next || !m.publishes(e.To) {
			continue
		}
		if p := i.Unit.After(e.Call); before(p) {
			quiet, m.surely = false, m.surely || kept(&i.Unit.Flow.Calls[e.Call]) && surely(p)
		}
	}
	return quiet
}

// kept reports whether a function that may have let others know of the object has no results by which it could tell
// that it did not; or it returned no error.
func kept(c *facts.Call) bool { return len(c.Results) == 0 || c.Flags&facts.CallChecked != 0 }
