// This file is the typestate of an object at an access: fresh, passed on, or taken (K7, K8).

package ends

import (
	"slices"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/link"
	"github.com/syncvet/syncvet/internal/order"
)

// phaseOf is the phase of an object at an access.
func (ts *trails) phaseOf(id link.ObjID, x *End) phase {
	at, ok := x.phases[id]
	if !ok {
		at = ts.findPhase(id, x)
		if x.phases == nil {
			x.phases = map[link.ObjID]phase{}
		}
		x.phases[id] = at
	}
	return at
}

// findPhase finds it.
func (ts *trails) findPhase(id link.ObjID, x *End) phase {
	o := &ts.L.Objects[id]
	if o.Inst == 0 || ts.L.Insts[o.Inst].Origin != x.Origin {
		return notMaker
	}
	path := ts.steps(x)
	for k := range path {
		below := ts.L.Below(path[k].Inst)
		if below == nil {
			return notMaker
		}
		if !below[o.Inst] {
			continue
		}
		m := ts.making(id, below)
		switch {
		case m.precedes(path[:k+1]), ts.keptAlone(id, below, path[:k+1]):
			return fresh
		case !m.surely:
			return unsure
		}
		return published
	}
	return notMaker
}

// making is an activation that makes an object, of which nothing is known yet.
func (ts *trails) making(id link.ObjID, below map[link.InstID]bool) *making {
	return &making{d: ts, object: id, below: below, known: map[link.ObjID]bool{id: true}, public: map[link.InstID]bool{}}
}

// keptAlone reports whether the object's own address is stored nowhere before the innermost step, nor given to a
// goroutine: it is put only afterwards into what others may know already.
func (ts *trails) keptAlone(id link.ObjID, below map[link.InstID]bool, path []order.Step) bool {
	m := ts.making(id, below)
	m.alone = true
	return m.precedes(path)
}

// passedOn reports whether the access's goroutine has made what it touches, or was given it, and has let others know it
// before: in the access's function, or in one around it (K7).
func (ps *provenances) passedOn(loc order.Location, c *End) bool {
	if ps.transferred(c) {
		return true
	}
	at := provenanceKey{c.Inst, c.Access, c.Entry, loc.Obj}
	sent, ok := ps.way.sent[at]
	if !ok {
		sent = ps.trails.phaseOf(loc.Obj, c) == published
		ps.way.sent[at] = sent
	}
	return sent
}

// partOfOwned reports whether what a pointer leads to was found in what was taken out of a container or received, on
// all ways. The takings and channels are noted. What is found in a part of it that is asked about already, as in the
// next link of a list, is found in the same.
func (ps *provenances) partOfOwned(p *provenance, base link.ReachingDef) bool {
	own := owned{asked: map[link.ReachingDef]bool{}}
	if !ps.findOwned(&own, base) {
		return false
	}
	p.takings, p.received = append(p.takings, own.takings...), append(p.received, own.received...)
	p.taken = p.taken || len(own.takings) > 0
	return true
}

// owned is what partOfOwned has found, and where it has looked.
type owned struct {
	provenance
	asked map[link.ReachingDef]bool // without contexts
}

func (ps *provenances) findOwned(own *owned, base link.ReachingDef) bool {
	at := link.ReachingDef{Inst: base.Inst, Node: base.Node, Target: base.Target}
	if own.asked[at] {
		return true
	}
	own.asked[at] = true
	sources := ps.L.Traced().Trace(base)
	if len(sources) == 0 || len(own.asked) > maxOwned {
		return false
	}
	for _, s := range sources {
		o, id, off := ps.L.ObjectAt(s.Slot)
		held, _, first := ps.L.ObjectAt(s.Base.Target)
		if s.Slot == 0 || o == nil || held != o {
			return false
		}
		if load := (link.Taker{Inst: s.Base.Inst, Node: s.Base.Node, Off: off - first}); o.Decl.Kind == facts.ObjChan {
			own.received = append(own.received, id)
		} else if ps.takings.TakesOut(load) {
			own.takings = append(own.takings, load)
		} else if !ps.findOwned(own, s.Base) {
			return false
		}
	}
	return true
}

// RoundTrip reports whether both ends have received the object, y from a channel on which x's goroutine sends, and
// neither has passed it on yet: it goes round, and belongs to who has it (K9). That a goroutine has made it, and sent
// it for the first time, does not matter: what the end touches it has received since.
func (ps *provenances) RoundTrip(loc order.Location, x, y *End) bool {
	p, q := ps.provenance(loc, x), ps.provenance(loc, y)
	onlyReceived := func(p *provenance) bool {
		return len(p.received) > 0 && !p.made && !p.taken && !p.shared() && !p.unclear
	}
	return onlyReceived(p) && onlyReceived(q) && ps.events.sendsOn(x.Origin, q.received) && !ps.transferred(x) &&
		!ps.transferred(y)
}

// Refilled reports whether x fills memory again that its goroutine has sent (passes/access A34), and y has received it
// from a channel on which x's goroutine sends, or was started with it by x's goroutine: nothing that x's goroutine has
// waited for since can have come behind y, unless Near says so (R52).
func (ps *provenances) Refilled(loc order.Location, x, y *End) bool {
	if x.Fact().Flags&facts.AccessRefilled == 0 && !under(x, facts.CondRefilled, func(condition) bool { return true }) {
		return false
	}
	q := ps.provenance(loc, y)
	return ps.events.sendsOn(x.Origin, q.received) || q.given && ps.L.Origins[y.Origin].Parent == x.Origin
}

// Detached reports whether x took the object out of a variable under a lock that y holds, who has found it there: y's
// goroutine finds another one there from then on (K8).
func (ps *provenances) Detached(loc order.Location, x, y *End) bool {
	p, q := ps.provenance(loc, x), ps.provenance(loc, y)
	if !p.taken || len(p.takings) == 0 || p.shared() || len(p.received) > 0 || q.given || q.taken {
		return false
	}
	// Who has made it may take what an earlier call of his has made: that one was passed on, and taken since.
	if ps.transferred(x) || p.made && ps.passedOn(loc, x) {
		return false
	}
	return !slices.ContainsFunc(
		p.takings,
		func(load link.Taker) bool { return !ps.tests.holds(y.State, ps.takenUnder(load)) },
	)
}

// takenUnder lists the locks, in the object that holds the variable, under which a load takes what it finds.
func (ps *provenances) takenUnder(load link.Taker) []order.SyncKey {
	i := ps.L.Insts[load.Inst]
	var keys []order.SyncKey
	for _, a := range ps.L.Reads(load) {
		for _, g := range a.Guards {
			for _, at := range ps.L.Sets.PointsTo(nil, i.Node(a.Addr)) {
				if o, id, off := ps.L.ObjectAt(at); o != nil {
					keys = append(keys, order.SyncKey{Obj: id, Off: off + i.Unit.Locks.Sites[g].Off})
				}
			}
		}
	}
	return keys
}
