// This file finds pairs of two goroutines that one activation starts by one statement and gives the same (K13).

package ends

import (
	"slices"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/hb"
	"github.com/syncvet/syncvet/internal/link"
	"github.com/syncvet/syncvet/internal/order"
	"github.com/syncvet/syncvet/internal/pointsto"
)

// GivenOne reports whether two ends are in instances of one goroutine that one activation starts and gives the same,
// and know the object by that: it is one for two of these.
func (ps *provenances) GivenOne(loc order.Location, x, y *End) bool {
	o := ps.L.Origins[x.Origin]
	if o.Twin == 0 || o.Twin != y.Origin || o.Site == 0 {
		return false
	}
	s := ps.L.Insts[o.Site].Unit.PerSpawn[o.Call]
	if s == nil || !s.Alike || (link.Extent{Link: ps.L.Link, In: nil}).Doubled(ps.L.Objects[loc.Obj].HeapContext) {
		return false
	}
	given := func(c *End) bool {
		if p := ps.provenance(loc, c); len(p.received) > 0 || p.taken || p.own {
			return false
		}
		list := ps.trails.sourcesOf(ps.trails.reachingDefs(loc, c))
		return len(list) > 0 && all(list, func(src link.Source) bool { return ps.givenAlike(c.Origin, o.Site, s, src) })
	}
	return given(x) && given(y)
}

// AllGivenOne reports whether that holds of whatever the two accesses may touch: which of several objects that is was
// decided before the two goroutines started, for both (K63).
func (ps *provenances) AllGivenOne(x, y *End) bool {
	alike := x.Fact() == y.Fact()
	ps.L.Each(ps.L.Insts[x.Inst], x.Fact(), func(_ *link.Object, id link.ObjID, off uint32) {
		loc := order.Location{Obj: id, Off: off}
		a, b := NewEnd(x.D, loc, &x.Candidate), NewEnd(y.D, loc, &y.Candidate)
		alike = alike && ps.GivenOne(loc, &a, &b)
	})
	return alike
}

// getsMemory reports whether a goroutine receives messages that lead to memory: each may lead to another one.
func (ps *provenances) getsMemory(o link.OriginID) (gets bool) {
	ps.events.Each(o, func(e *hb.Event) {
		if gets || e.Op != hb.OpRecv {
			return
		}
		for _, s := range e.Objs {
			ch := &ps.L.Objects[ps.L.Syncs[s].Obj]
			for k := range pointsto.Node(ch.Decl.Size) {
				gets = gets || ch.Decl.Kind == facts.ObjChan && len(ps.L.Sets.PointsTo(nil, ch.Base+k)) > 0
			}
		}
	})
	return gets
}

// givenAlike reports whether what comes from a source is the same for all goroutines that a site starts: it was found
// before the start, or in a variable of the starter's that stays as it is.
func (ps *provenances) givenAlike(origin link.OriginID, site link.InstID, s *facts.SpawnSite, src link.Source) bool {
	switch {
	case src.Base.Inst == 0:
		return false
	case ps.L.Insts[src.Base.Inst].Origin != origin: // what was made elsewhere may have come by a message
		from := ps.L.Insts[src.Base.Inst].Origin
		return src.Slot != 0 && ps.L.Stems(origin, from) || !ps.getsMemory(origin)
	case src.Slot == 0:
		return false
	}
	v, _, _ := ps.L.ObjectAt(src.Slot)
	return v != nil && v.Inst == site && v.Decl.Kind == facts.ObjVar && slices.Contains(s.Same, v.Site)
}

// inWhole reports whether both ends found something in a list that is one for both, over all of which each goes (K64).
func inWhole(ps *provenances, x, y *End, f, g link.ReachingDef) bool {
	whole := func(s link.Source) bool {
		o, id, off := ps.L.ObjectAt(s.Slot)
		if o == nil || o.Decl.Kind != facts.ObjArray || ps.L.Uses[id].Shifted || !ps.concrete(id, x, y) {
			return false
		}
		_, _, first := ps.L.ObjectAt(s.Base.Target)
		list := ps.L.Reads(link.Taker{Inst: s.Base.Inst, Node: s.Base.Node, Off: off - first})
		return len(list) > 0 &&
			!slices.ContainsFunc(list, func(a *facts.Access) bool { return a.Flags&facts.AccessAll == 0 })
	}
	return slices.ContainsFunc(ps.L.Traced().Trace(f), func(s link.Source) bool {
		return whole(s) && slices.ContainsFunc(ps.L.Traced().Trace(g), func(t link.Source) bool {
			return t.Slot == s.Slot && whole(t)
		})
	})
}
