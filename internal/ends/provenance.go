// This file reports whether two ends that touch one of the many objects of an allocation site may well touch the same
// one (K4): by how each came by it, which trace.go finds out.

package ends

import (
	"slices"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/ends/meeting"
	"github.com/syncvet/syncvet/internal/explain"
	"github.com/syncvet/syncvet/internal/hb"
	"github.com/syncvet/syncvet/internal/link"
	"github.com/syncvet/syncvet/internal/order"
	"github.com/syncvet/syncvet/internal/pointsto"
)

// A provenances room knows how an end's goroutine came by one of many objects (K4 to K9).
type provenances struct {
	*explain.Paths
	events  *events        // what goroutines do to synchronise (Rooms.Events)
	clients *clients       // how clients of types come to accesses (Rooms.Clients)
	objects *objects       // which abstract objects are concrete ones (Rooms.Objects)
	trails  *trails        // where pointers come from (Rooms.Trails)
	tests   *tests         // under which conditions accesses happen (Rooms.Tests)
	way     provenanceMemo // answers so far
	takings *order.Takings // which loads take what they load out of its container
}

// A provenanceKey is a question: how did this end come by this object?
type provenanceKey struct {
	inst   link.InstID // the function with the access
	access uint32      // index into the unit's Accesses.List
	entry  hb.Entry    // how the goroutine came into that function
	obj    link.ObjID  // the object it goes to
}

// A provenanceMemo is the memory of what was found out about provenances in one link.
type provenanceMemo struct {
	known  map[provenanceKey]*provenance // memo of provenance
	sent   map[provenanceKey]bool        // memo of passedOn
	places *meeting.Places               // where containers were found that lead to loc; nil until asked
	loc    order.Location                // what places is about
}

// newProvenanceMemo remembers nothing yet.
func newProvenanceMemo() provenanceMemo {
	return provenanceMemo{known: map[provenanceKey]*provenance{}, sent: map[provenanceKey]bool{}}
}

// provenance is how an end came by the object.
func (ps *provenances) provenance(loc order.Location, c *End) *provenance {
	if c.arrival == nil {
		c.arrival = ps.findProvenance(loc, c)
	}
	return c.arrival
}

// findProvenance follows the address of an access back.
func (ps *provenances) findProvenance(loc order.Location, c *End) *provenance {
	at := provenanceKey{c.Inst, c.Access, c.Entry, loc.Obj}
	p, ok := ps.way.known[at]
	if ok {
		return p
	}
	p = &provenance{}
	if len(ps.way.known) >= maxProvenances {
		p.unclear = true
		return p
	}
	ps.way.known[at] = p
	for _, s := range ps.trails.reachingDefs(loc, c) {
		for _, src := range ps.L.Traced().Trace(s) {
			// else the end does not know the container in its context
			if src.Slot == 0 || len(ps.L.Traced().Trace(src.Base)) > 0 {
				ps.classify(p, c.Origin, src, 0)
			}
		}
	}
	return p
}

// classify adds one source to a provenance, so many lists of the goroutine's own away from the access.
func (ps *provenances) classify(p *provenance, origin link.OriginID, src link.Source, depth int) {
	at := src.Base.Inst
	switch {
	case at == 0:
		p.unclear = true
		return
	case ps.L.Insts[at].Origin != origin:
		p.given = true
		return
	case src.Slot == 0:
		p.made = true
		p.unclear = p.unclear || !ps.stored(src.Base)
		return
	}
	o, id, off := ps.L.ObjectAt(src.Slot)
	base, _, first := ps.L.ObjectAt(src.Base.Target)
	if o == nil || base != o {
		p.unclear = true
		return
	}
	load := link.Taker{Inst: at, Node: src.Base.Node, Off: off - first}
	switch {
	case o.Decl.Kind == facts.ObjChan:
		p.received = append(p.received, id)
	case ps.L.Uses[id].Shifted, ps.sharedOut(o, load):
		p.own = true
	case o.Decl.Kind == facts.ObjMap && ps.takings.TakesOut(load):
		p.taken = true
	case link.Extent{Link: ps.L.Link, In: nil}.Doubled(o.HeapContext):
		p.given = true // its own copy of a variable or object of the iteration that started it
	case ps.takings.TakesOut(load):
		p.taken = true
		p.takings = append(p.takings, load)
	case ps.partOfOwned(p, src.Base):
	case ps.throughOwnList(p, origin, src, depth):
	default:
		p.looked = append(
			p.looked,
			lookup{Location: order.Location{Obj: id, Off: off}, index: ps.ownIndex(load), base: src.Base},
		)
	}
}

// throughOwnList reports whether a source is an element of a list that the goroutine has made itself: then how it
// came by the object is how it came by what it put there.
func (ps *provenances) throughOwnList(p *provenance, origin link.OriginID, src link.Source, depth int) bool {
	o, _, _ := ps.L.ObjectAt(src.Slot)
	if depth == maxTaken || o.Decl.Kind != facts.ObjArray || o.Inst == 0 || ps.L.Insts[o.Inst].Origin != origin {
		return false
	}
	made := func(s link.Source) bool {
		return s.Slot == 0 && s.Base.Inst != 0 && ps.L.Insts[s.Base.Inst].Origin == origin
	}
	if !all(ps.L.Traced().Trace(src.Base), made) {
		return false
	}
	put := ps.trails.sourcesOf(ps.trails.putInto(src))
	for _, s := range put {
		if s.Slot != src.Slot {
			ps.classify(p, origin, s, depth+1)
		}
	}
	return len(put) > 0
}

// stored reports whether the function that makes an object puts it into memory by itself: then others find the very
// object there.
func (ps *provenances) stored(made link.ReachingDef) bool {
	return slices.ContainsFunc(ps.L.Insts[made.Inst].Unit.Flow.Cons, func(c facts.Con) bool {
		return c.Op == facts.ConStore && c.Src == made.Node
	})
}

// sharedOut reports whether a load selects by an index that was given to its goroutine, but is not surely its own, or
// by a pointer to an element, which says nothing about which one it is.
func (ps *provenances) sharedOut(o *link.Object, load link.Taker) bool {
	return slices.ContainsFunc(ps.L.Reads(load), func(a *facts.Access) bool {
		return a.Flags&facts.AccessGiven != 0 && a.Index != facts.IndexUnique ||
			o.Decl.Kind == facts.ObjArray && a.Var == facts.VarPointee
	})
}

// ownIndex is one more than the number of the index expression of a load whose goroutine surely has an index of its
// own; zero if it has not, or if the function selects by several.
func (ps *provenances) ownIndex(load link.Taker) int64 {
	list := ps.L.Reads(load)
	if len(list) == 0 ||
		slices.ContainsFunc(list, func(a *facts.Access) bool {
			return a.Index != facts.IndexUnique || a.Lo != list[0].Lo || a.Hi != list[0].Hi
		}) {
		return 0
	}
	return list[0].Lo + 1
}

// SameOne reports whether two ends may well have the same one of the many objects of an allocation site: both find it
// in one container, or one of them finds or receives what the other one has passed on or was started with.
func (ps *provenances) SameOne(loc order.Location, x, y *End) bool {
	px, py := ps.provenance(loc, x), ps.provenance(loc, y)
	if ps.OneValue(loc, x, y) {
		return true
	}
	if px.unclear && !ps.passedOn(loc, x) || py.unclear && !ps.passedOn(loc, y) || px.own || py.own {
		return false
	}
	if px.taken || py.taken {
		return px.taken != py.taken && (ps.handedOn(loc, x, px) || ps.handedOn(loc, y, py))
	}
	return ps.reach(loc, x, y, px, py) || ps.reach(loc, y, x, py, px)
}

// handedOn reports whether an end has made the object and let others know it before, one of whom may have taken it
// since.
func (ps *provenances) handedOn(loc order.Location, c *End, p *provenance) bool {
	return p.made && !p.taken && !p.shared() && len(p.received) == 0 && ps.passedOn(loc, c)
}

// TakesOver reports whether x took the object out of a container, and y did so, too, or made it, or received it from a
// channel on which x's goroutine sends; and neither has passed it on: it is handed from one to the other (K6). So it is
// if they took a function value that has captured it.
func (ps *provenances) TakesOver(loc order.Location, x, y *End) bool {
	q := ps.provenance(loc, y)
	reads := q.made && !y.Kind.Writes() && ps.passedOn(loc, y)
	return ps.takesOver(x, y, ps.provenance(loc, x), q) && !reads || ps.takesFunction(loc, x, y)
}

func (ps *provenances) takesOver(x, y *End, p, q *provenance) bool {
	if !p.taken || p.made || len(p.received) > 0 || p.shared() || q.shared() || q.unclear && !q.made ||
		ps.transferred(x) || ps.transferred(y) {
		return false
	}
	return len(q.received) == 0 || ps.events.sendsOn(x.Origin, q.received)
}

// shared reports whether others may have come by the object in the same way.
func (p *provenance) shared() bool { return len(p.looked) > 0 || p.given || p.own }

// reach is sameOne seen from one end.
func (ps *provenances) reach(loc order.Location, x, y *End, px, py *provenance) bool {
	called := ps.calledOn(x) && ps.calledOn(y)
	known := func(f lookup) bool {
		return (ps.concrete(f.Obj, x, y) || ps.keptInOnePlace(f, x, y)) && !(called && ps.argument(f.base, maxTaken))
	}
	common := ps.meetingOf(loc, x, y)
	switch {
	case x.Kind == facts.AppendOver && len(py.received) > 0 && slices.ContainsFunc(px.looked, known):
		return true // the array stays where its slice was cut short
	case px.made && len(px.looked) == 0 && ps.L.Stems(y.Origin, x.Origin) && ps.bound(loc, y) &&
		slices.Contains([]phase{published, unsure}, ps.trails.phaseOf(loc.Obj, x)):
		return true
	case ps.passedOn(loc, x) || x.Fact().Flags&facts.AccessFound != 0:
		shown := x.Fact().Flags&(facts.AccessReleased|facts.AccessFound) != 0 ||
			!px.unclear && !px.taken && len(px.received) == 0 && !slices.ContainsFunc(px.looked, func(f lookup) bool {
				return meeting.In(ps.L.Traced().Trace, f.base, func(link.Source) bool { return true })
			})
		return len(py.received) > 0 || slices.ContainsFunc(py.looked, func(f lookup) bool {
			return known(f) || shown && meeting.In(ps.L.Traced().Trace, f.base, func(s link.Source) bool {
				_, id, off := ps.L.ObjectAt(s.Slot)
				return known(lookup{Location: order.Location{Obj: id, Off: off}, base: s.Base})
			})
		})
	case slices.ContainsFunc(px.looked, func(f lookup) bool {
		return slices.ContainsFunc(py.looked, func(g lookup) bool {
			inValue := called && ps.receives(x.Origin, f.base) && ps.receives(y.Origin, g.base)
			return f.same(g) && (inValue || known(f) || common.Alike(f.base, g.base) || inWhole(ps, x, y, f.base, g.base)) &&
				ps.trails.meetOn(x, y, []link.ReachingDef{f.base}, []link.ReachingDef{g.base}, 1)
		})
	}):
		return true
	case py.given && !ps.L.Stems(y.Origin, x.Origin):
		return slices.ContainsFunc(px.looked, func(f lookup) bool { return known(f) && !ps.fills(f.Location, y.Origin) })
	}
	return false
}

// bound reports whether an end found the object in nothing but variables of the activation that has made it, which its
// goroutine, started there, has captured, or was given it there.
func (ps *provenances) bound(loc order.Location, y *End) bool {
	p := ps.provenance(loc, y)
	return ps.L.Origins[y.Origin].Site == ps.L.Objects[loc.Obj].Inst && (p.given || len(p.looked) > 0) &&
		len(p.received) == 0 && !slices.ContainsFunc(p.looked, func(f lookup) bool {
		o := &ps.L.Objects[f.Obj]
		return o.Decl.Kind != facts.ObjVar || o.Inst != ps.L.Objects[loc.Obj].Inst
	})
}

// OneValue reports whether the object is the value whose methods a client calls, whichever constructor made it: each
// end is such a call, and knows the object from nothing but its receiver (C10).
func (ps *provenances) OneValue(loc order.Location, x, y *End) bool {
	return ps.calledOn(x) && ps.calledOn(y) && ps.receives(x.Origin, ps.trails.reachingDefs(loc, x)...) &&
		ps.receives(y.Origin, ps.trails.reachingDefs(loc, y)...)
}

// calledOn reports whether an access is made by the call of a method by a client, in the goroutine of that call.
func (ps *provenances) calledOn(c *End) bool {
	v := ps.clients.Visit(c)
	return v.Again != nil && v.Plain
}

// receives reports whether a client's call was given what some reaching definitions are of, and it is no other
// argument: then it is the receiver.
func (ps *provenances) receives(call link.OriginID, list ...link.ReachingDef) bool {
	return len(list) > 0 && all(ps.trails.sourcesOf(list), func(s link.Source) bool {
		return s.Base.Inst != 0 && ps.L.Insts[s.Base.Inst].Origin != call
	}) && !slices.ContainsFunc(list, func(s link.ReachingDef) bool { return ps.argument(s, maxTaken) })
}

// argument reports whether a reaching definition is of nothing but arguments that a client has made up for a call, or
// what the client has put into one, up to so many steps away (K60).
func (ps *provenances) argument(at link.ReachingDef, steps int) bool {
	return all(ps.trails.sourcesOf([]link.ReachingDef{at}), func(s link.Source) bool {
		o, _, _ := ps.L.ObjectAt(s.Base.Target)
		return o != nil && o.Decl.Kind == facts.ObjParam && (s.Slot == 0 || steps > 0 && ps.argument(s.Base, steps-1))
	})
}

// concrete reports whether a container is one for both ends.
func (ps *provenances) concrete(id link.ObjID, x, y *End) bool {
	o := &ps.L.Objects[id]
	return ps.objects.Exact(o, x, y) && !link.Extent{Link: ps.L.Link, In: nil}.Doubled(o.HeapContext)
}

// keptInOnePlace reports whether a container, which may be one of many made at one place in the source, was loaded
// from a variable that is one for both ends: a map that is made when it is first
// needed.
func (ps *provenances) keptInOnePlace(f lookup, x, y *End) bool {
	i := ps.L.Insts[f.base.Inst]
	return ps.L.Objects[f.Obj].Decl.Kind == facts.ObjMap &&
		ps.L.Traced().LoadedFrom(i, f.base.Node, func(at pointsto.Node) bool {
			o, id, _ := ps.L.ObjectAt(at)
			if o == nil {
				return false
			}
			k := o.Decl.Kind
			return (k == facts.ObjVar || k == facts.ObjNew || k == facts.ObjGlobal) && ps.concrete(id, x, y)
		})
}

// same reports whether two loads may find the same object: not if each goroutine has its own index, computed in the
// same way.
func (f lookup) same(g lookup) bool {
	return f.Location == g.Location && (f.index == 0 || f.index != g.index)
}

// Apart reports whether each end surely found its own element of an array, or each may have: by the same unique index,
// or by indices that the goroutines were given.
func (ps *provenances) Apart(loc order.Location, x, y *End) bool {
	if o := &ps.L.Objects[loc.Obj]; o.Inst == 0 || ps.L.Single(o) {
		return false
	}
	px, py := ps.provenance(loc, x), ps.provenance(loc, y)
	return px.selects() && py.selects() &&
		!slices.ContainsFunc(px.looked, func(f lookup) bool { return slices.ContainsFunc(py.looked, f.same) })
}

// selects reports whether an end found the object by an index that its goroutine may have for itself, and in no other
// way.
func (p *provenance) selects() bool {
	return (p.own || len(p.looked) > 0) && !p.unclear && len(p.received) == 0 && !p.given && !p.taken &&
		!slices.ContainsFunc(p.looked, func(f lookup) bool { return f.index == 0 })
}

// transferred reports whether the function itself has passed on what it touches before the access.
func (ps *provenances) transferred(c *End) bool {
	return c.Fact().Flags&facts.AccessReleased != 0
}

// fills reports whether an origin writes a place.
func (ps *provenances) fills(l order.Location, o link.OriginID) bool {
	return slices.ContainsFunc(
		ps.L.Shared[l],
		func(t order.AccessInstance) bool { return ps.L.Insts[t.Inst].Origin == o && ps.L.Writes(t) },
	)
}

// meetingOf is the question about two ends of a pair on a location.
func (ps *provenances) meetingOf(loc order.Location, x, y *End) *meeting.Question {
	if ps.way.places == nil || ps.way.loc != loc {
		ps.way.places, ps.way.loc = meeting.New(ps.L.Traced().Trace, ps.holds), loc
	}
	called := ps.calledOn(x) && ps.calledOn(y)
	return &meeting.Question{Places: ps.way.places, Concrete: func(id link.ObjID) bool {
		return ps.concrete(id, x, y) && !(called && ps.L.Objects[id].Decl.Kind == facts.ObjParam) // (K60)
	}}
}

// holds is the object that a slot is part of, if that is a container that an end may know: what comes through channels
// and elements of arrays tells nothing about where it was.
func (ps *provenances) holds(slot pointsto.Node) link.ObjID {
	o, id, _ := ps.L.ObjectAt(slot)
	if o == nil || o.Decl.Kind == facts.ObjChan || o.Decl.Kind == facts.ObjArray {
		return 0
	}
	return id
}
