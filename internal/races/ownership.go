// This file is the typestate of an object at an access: fresh, passed on, or taken (K7, K8).

package races

import (
	"slices"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/link"
	"github.com/syncvet/syncvet/internal/order"
)

// A phase is what the goroutine that made an object has done with it before an access.
type phase uint8

const (
	notMaker  phase = iota // another goroutine made it, or no activation on the path to the access did, or there is too much to look at
	fresh                  // nobody else can know it
	published              // others may know it by then
	unsure                 // so may they, but the access may happen only where they do not: a function may have told by a result that it did not keep it
)

// phaseOf is the phase of an object at an access.
func (d *Detector) phaseOf(id link.ObjID, x *end) phase {
	at, ok := x.phases[id]
	if !ok {
		at = d.findPhase(id, x)
		if x.phases == nil {
			x.phases = map[link.ObjID]phase{}
		}
		x.phases[id] = at
	}
	return at
}

// findPhase finds it.
func (d *Detector) findPhase(id link.ObjID, x *end) phase {
	o := &d.L.Objects[id]
	if o.Inst == 0 || d.L.Insts[o.Inst].Origin != x.Origin {
		return notMaker
	}
	path := d.steps(x)
	for k := range path {
		below := d.L.Below(path[k].Inst)
		if below == nil {
			return notMaker
		}
		if !below[o.Inst] {
			continue
		}
		m := d.making(id, below)
		switch {
		case m.precedes(path[:k+1]), d.keptAlone(id, below, path[:k+1]):
			return fresh
		case !m.surely:
			return unsure
		}
		return published
	}
	return notMaker
}

// making is an activation that makes an object, of which nothing is known yet.
func (d *Detector) making(id link.ObjID, below map[link.InstID]bool) *making {
	return &making{d: d, object: id, below: below, known: map[link.ObjID]bool{id: true}, public: map[link.InstID]bool{}}
}

// keptAlone reports whether the object's own address is stored nowhere before the innermost step, nor given to a goroutine: it is put only afterwards into what others may know already.
func (d *Detector) keptAlone(id link.ObjID, below map[link.InstID]bool, path []order.Step) bool {
	m := d.making(id, below)
	m.alone = true
	return m.precedes(path)
}

// passedOn reports whether the access's goroutine has made what it touches, or was given it, and has let others know it before: in the access's function, or in one around it (K7).
func (d *Detector) passedOn(loc order.Location, c *end) bool {
	if d.released(c) {
		return true
	}
	at := wayKey{c.Inst, c.Access, c.Entry, loc.Obj}
	sent, ok := d.way.sent[at]
	if !ok {
		sent = d.phaseOf(loc.Obj, c) == published
		d.way.sent[at] = sent
	}
	return sent
}

// maxTaken bounds how far within something that was taken or received a part of it is looked for.
const maxTaken = 3

// partOfOwned reports whether what a pointer leads to was found in what was taken out of a container or received, on all ways. The takings and channels are noted.
func (d *Detector) partOfOwned(p *provenance, base link.Sighting, depth int) bool {
	sources := d.L.Traced().Trace(base)
	if len(sources) == 0 || depth == maxTaken {
		return false
	}
	var own provenance
	for _, s := range sources {
		o, id, off := d.L.ObjectAt(s.Slot)
		held, _, first := d.L.ObjectAt(s.Base.Target)
		if s.Slot == 0 || o == nil || held != o {
			return false
		}
		if load := (link.Taker{Inst: s.Base.Inst, Node: s.Base.Node, Off: off - first}); o.Decl.Kind == facts.ObjChan {
			own.received = append(own.received, id)
		} else if d.takesOut(load) {
			own.takings = append(own.takings, load)
		} else if !d.partOfOwned(&own, s.Base, depth+1) {
			return false
		}
	}
	p.takings, p.received = append(p.takings, own.takings...), append(p.received, own.received...)
	p.taken = p.taken || len(own.takings) > 0
	return true
}

// roundTrip reports whether both ends have received the object, y from a channel on which x's goroutine sends, and neither has passed it on yet: it goes round, and belongs to who has it (K9).
func (d *Detector) roundTrip(loc order.Location, x, y *end) bool {
	p, q := d.provenance(loc, x), d.provenance(loc, y)
	onlyReceived := func(p *provenance) bool {
		return len(p.received) > 0 && !p.made && !p.taken && !p.shared() && !p.unclear
	}
	return onlyReceived(p) && onlyReceived(q) && d.sendsOn(x.Origin, q.received) && !d.passedOn(loc, x) && !d.passedOn(loc, y)
}

// detached reports whether x took the object out of a variable under a lock that y holds, who has found it there: y's goroutine finds another one there from then on (K8).
func (d *Detector) detached(loc order.Location, x, y *end) bool {
	p, q := d.provenance(loc, x), d.provenance(loc, y)
	if !p.taken || len(p.takings) == 0 || p.shared() || len(p.received) > 0 || q.given || q.taken || d.passedOn(loc, x) {
		return false
	}
	return !slices.ContainsFunc(p.takings, func(load link.Taker) bool { return !d.holds(y.State, d.takenUnder(load)) })
}

// takenUnder lists the locks, in the object that holds the variable, under which a load takes what it finds.
func (d *Detector) takenUnder(load link.Taker) []order.SyncKey {
	i := d.L.Insts[load.Inst]
	var keys []order.SyncKey
	for _, a := range d.L.Reads(load) {
		for _, g := range a.Guards {
			for _, at := range d.L.Sets.PointsTo(nil, i.Node(a.Addr)) {
				if o, id, off := d.L.ObjectAt(at); o != nil {
					keys = append(keys, order.SyncKey{Obj: id, Off: off + i.Unit.Locks.Sites[g].Off})
				}
			}
		}
	}
	return keys
}

// always reports whether control, behind a point, comes to another one before the function returns.
func always(s *facts.Spawn, from, to facts.PointID) bool {
	return from == to || !slices.ContainsFunc(s.Exits, func(exit facts.PointID) bool {
		return exit == from || exit != to && order.Leads(s, from, exit, func(p, q facts.PointID) bool { return p != to && q != to })
	})
}
