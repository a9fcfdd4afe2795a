// Package meeting reports whether two ends found a container, one of many, in one place that both know (internal/races
// K4). What lies on the way to a container is the same for each partner of an end, so it is found once per location.
// Both ways are walked together, slot by slot, with all variables at once that an end may have loaded a slot through.
//
// # Tests
//
// Its dumb twin asks about each two variables by themselves; FuzzMeeting compares the two.
package meeting

import (
	"slices"

	"github.com/syncvet/syncvet/internal/link"
	"github.com/syncvet/syncvet/internal/pointsto"
)

// Places are the ways on which ends found containers that lead to one location.
type Places struct {
	sources func(link.ReachingDef) []link.Source // where what a variable holds was loaded from, or made
	holds   func(slot pointsto.Node) link.ObjID  // the object that a slot is part of, if containers are looked for there
	made    map[placeKey]*place                  // that were asked about
	looked  int                                  // how many sources were looked at, up to maxLooked
}

// A place is a container as one end found it: by one of some variables.
type place struct {
	by []link.ReachingDef    // the variables that the end may have reached it by, in the order in which they were found
	in []inside              // where it was found, one entry per slot; valid once at is
	at map[pointsto.Node]int // index into in by slot, negative: of no interest; nil until asked
}

// An inside is one of the places in which a container was found.
type inside struct {
	slot pointsto.Node // that held it
	obj  link.ObjID    // whose slot this is
	from *place        // the object, as the end found that
}

// A placeKey is how places are made: one more variable than another place has, or than none.
type placeKey struct {
	before *place           // nil: there is none
	next   link.ReachingDef // the variable that is added
}

// New knows nothing yet.
func New(sources func(link.ReachingDef) []link.Source, holds func(pointsto.Node) link.ObjID) *Places {
	return &Places{sources: sources, holds: holds, made: map[placeKey]*place{}}
}

// with is the place that has one variable more; that of one variable for nil.
func (ps *Places) with(p *place, s link.ReachingDef) *place {
	var by []link.ReachingDef
	if p != nil {
		if by = p.by; slices.Contains(by, s) {
			return p
		}
	}
	key := placeKey{p, s}
	q := ps.made[key]
	if q == nil {
		q = &place{by: append(by[:len(by):len(by)], s)}
		ps.made[key] = q
	}
	return q
}

// around lists where a container was found, one entry per slot.
func (ps *Places) around(p *place) []inside {
	if p.at != nil {
		return p.in
	}
	p.at = map[pointsto.Node]int{}
	for _, s := range p.by {
		if ps.looked > maxLooked {
			break
		}
		list := ps.sources(s)
		ps.looked += 1 + len(list)
		for _, src := range list {
			k, ok := p.at[src.Slot]
			if !ok {
				obj := link.ObjID(0)
				if src.Slot != 0 {
					obj = ps.holds(src.Slot)
				}
				if k = -1; obj != 0 {
					k = len(p.in)
					p.in = append(p.in, inside{slot: src.Slot, obj: obj})
				}
				p.at[src.Slot] = k
			}
			if k >= 0 {
				p.in[k].from = ps.with(p.in[k].from, src.Base)
			}
		}
	}
	return p.in
}

// A Question is asked about two ends: where did both find containers?
type Question struct {
	*Places
	Concrete func(link.ObjID) bool // for both ends, an object is one concrete object
	met      map[met]bool          // memo of meet; nil until asked
}

// A met is two places, so many steps away from the object.
type met struct {
	a, b  *place // where the two ends found the containers that are compared
	depth int    // 1 at the accesses themselves; beyond maxSteps they do not meet
}

// Alike reports whether two ends found a container, one of many, in one place that both know: in a concrete container,
// or in one that they found so themselves, up to maxSteps steps away. Then they may well have the same.
func (m *Question) Alike(a, b link.ReachingDef) bool {
	return m.meet(met{m.with(nil, a), m.with(nil, b), 1})
}

// meet does so for places.
func (m *Question) meet(q met) bool {
	if q.depth > maxSteps {
		return false
	}
	found, ok := m.met[q]
	if !ok {
		found = m.find(q)
		if m.met == nil {
			m.met = map[met]bool{}
		}
		m.met[q] = found
	}
	return found
}

// find does so for the first time.
func (m *Question) find(q met) bool {
	yours := m.around(q.b)
	return slices.ContainsFunc(m.around(q.a), func(f inside) bool {
		k, ok := q.b.at[f.slot]
		return ok && (m.Concrete(f.obj) || m.meet(met{f.from, yours[k].from, q.depth + 1}))
	})
}
