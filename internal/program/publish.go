// This file recognises what a goroutine does with an object before it lets others know of it (K2).

package program

import (
	"slices"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/hb"
	"github.com/syncvet/syncvet/internal/pointsto"
)

// A step is an activation on an access's path with the point at which control is when the access happens.
type step struct {
	inst instID
	at   facts.PointID
}

// maxMaker bounds the functions below the activation that makes an object; past it nothing is claimed.
const maxMaker = 300

// unpublished tells whether x comes before the object is stored anywhere where others could find it, and y's goroutine has found it in
// memory: then y comes later, unless the two race for that memory too.
func (d *detector) unpublished(loc location, x, y *candidate) bool {
	return d.found(d.sources(loc, y)) && d.keptBack(loc.obj, x) || d.heldBack(loc, x, y)
}

// heldBack tells whether that is so for what holds the object: x has found it in what its goroutine has made and not let others know of yet, while y's has found the
// same holder in memory.
func (d *detector) heldBack(loc location, x, y *candidate) bool {
	theirs := map[objID][]source{} // by holder: how y's goroutine came by it
	for _, q := range d.sources(loc, y) {
		if q.slot == 0 {
			return false
		}
		_, id, _ := d.l.objectAt(q.slot)
		theirs[id] = append(theirs[id], d.l.traced().trace(q.base)...)
	}
	met := false
	for _, p := range d.sources(loc, x) {
		if p.slot == 0 {
			return false
		}
		_, id, _ := d.l.objectAt(p.slot)
		if len(theirs[id]) == 0 {
			continue // y does not know that one
		}
		made := func(s source) bool { return s.slot == 0 && s.base.inst != 0 }
		if own := d.l.traced().trace(p.base); len(own) == 0 || !all(own, made) || !d.found(theirs[id]) || !d.keptBack(id, x) {
			return false
		}
		met = true
	}
	return met
}

// all tells whether all of some sources are of a kind.
func all(list []source, kind func(source) bool) bool {
	return !slices.ContainsFunc(list, func(s source) bool { return !kind(s) })
}

// keptBack tells whether an object is made by the goroutine of an access that comes before it is stored anywhere where others could find it.
func (d *detector) keptBack(id objID, x *candidate) bool {
	o := &d.l.objects[id]
	if o.inst == 0 || d.l.insts[o.inst].origin != x.origin {
		return false
	}
	path := d.steps(x)
	for k := range path {
		if below := d.l.below(path[k].inst); below == nil {
			return false
		} else if below[o.inst] {
			m := &making{d: d, object: id, below: below, known: map[objID]bool{id: true}, public: map[instID]bool{}}
			return m.precedes(path[:k+1])
		}
	}
	return false
}

// sources are the ways by which a candidate's goroutine came by the object.
func (d *detector) sources(loc location, c *candidate) []source {
	return d.sourcesOf(d.sightings(loc, c))
}

// found tells whether an object was loaded from memory, in whichever of some ways.
func (d *detector) found(ways []source) bool {
	return len(ways) > 0 && all(ways, func(s source) bool { return s.slot != 0 })
}

// steps is the path of an access in its own goroutine, innermost activation first.
func (d *detector) steps(c *candidate) []step { return d.l.stepsTo(c, d.access(c).Point) }

// stepsTo is the path of a point of a candidate's function, which need not be its access's.
func (l *Order) stepsTo(c *candidate, at facts.PointID) []step {
	list := []step{{c.inst, at}}
	e := c.entry
	for range maxPath {
		if e.Caller == 0 {
			break
		}
		i := instID(e.Caller)
		var at facts.PointID
		if s := l.insts[i].unit.spawn; s != nil {
			at = s.Calls[l.callAt(i, e.Point)]
		}
		list = append(list, step{i, at})
		e = l.solved.Entries(hb.OriginID(c.origin), e.Caller)[e.Parent]
	}
	return list
}

// below are the instances that an activation of one may run; nil if there are too many.
func (l *Order) below(top instID) map[instID]bool {
	seen, known := l.belows[top]
	if known {
		return seen
	}
	if seen = l.findBelow(top); l.belows == nil {
		l.belows = map[instID]map[instID]bool{}
	}
	l.belows[top] = seen
	return seen
}

// findBelow finds them.
func (l *Order) findBelow(top instID) map[instID]bool {
	seen := map[instID]bool{top: true}
	for work := []instID{top}; len(work) > 0; {
		i := l.insts[work[len(work)-1]]
		work = work[:len(work)-1]
		for _, e := range i.out {
			if !e.spawn && !seen[e.to] {
				seen[e.to] = true
				work = append(work, e.to)
			}
		}
		if len(seen) > maxMaker {
			return nil
		}
	}
	return seen
}

// A making is the activation that makes an object, with everything that it runs.
type making struct {
	d      *detector
	object objID
	below  map[instID]bool
	known  map[objID]bool  // the object, and what is made there and leads to it
	public map[instID]bool // by instance asked for: whether it, or what it runs, lets others know; absent if not asked
	buf    []pointsto.Node
}

// precedes tells whether nothing that makes the object known can come before the innermost step.
func (m *making) precedes(path []step) bool {
	for m.spread() {
	}
	after := follows
	if !m.anew(path[len(path)-1].inst) {
		after = reaches
	}
	for k := len(path) - 1; k >= 0; k-- {
		next := instID(0)
		if k > 0 {
			next = path[k-1].inst
		}
		if !m.quiet(path[k], next, after) {
			return false
		}
		after = reaches
	}
	return true
}

// anew tells whether a loop of an instance makes the object anew in each iteration.
func (m *making) anew(top instID) bool {
	o := &m.d.l.objects[m.object]
	if o.inst == top {
		return o.decl.Flags&facts.ObjInLoop != 0
	}
	i := m.d.l.insts[top]
	for _, e := range i.out {
		if !e.spawn && m.d.l.below(e.to)[o.inst] && i.unit.flow.Calls[e.call].Flags&facts.CallInLoop == 0 {
			return false
		}
	}
	return true
}

// spread adds the objects made there that point to known ones, and tells whether there were any.
func (m *making) spread() bool {
	grown := false
	for i := range m.below {
		m.stores(i, func(_ *facts.Con, id objID, o *object) {
			if m.below[o.inst] && !m.known[id] {
				m.known[id], grown = true, true
			}
		})
	}
	return grown
}

// stores calls f for every object into which an instance may store the address of a known one.
func (m *making) stores(id instID, f func(*facts.Con, objID, *object)) {
	i := m.d.l.insts[id]
	if i.unit.flow == nil {
		return
	}
	for k := range i.unit.flow.Cons {
		c := &i.unit.flow.Cons[k]
		if c.Op != facts.ConStore || !m.leads(i.node(c.Src)) {
			continue
		}
		for _, a := range m.d.l.g.PointsTo(nil, i.node(c.Dst)) {
			if o, id, _ := m.d.l.objectAt(a); o != nil {
				f(c, id, o)
			}
		}
	}
}

// leads tells whether a node may hold the address of a known object.
func (m *making) leads(n pointsto.Node) bool {
	if n == 0 {
		return false
	}
	m.buf = m.d.l.g.PointsTo(m.buf[:0], n)
	return slices.ContainsFunc(m.buf, func(a pointsto.Node) bool {
		_, id, _ := m.d.l.objectAt(a)
		return m.known[id]
	})
}

// publishes tells whether an instance, or what it runs, may make the object known.
func (m *making) publishes(id instID) bool {
	if p, ok := m.public[id]; ok {
		return p
	}
	m.public[id] = false
	p := len(m.publications(id)) > 0
	for _, e := range m.d.l.insts[id].out {
		p = p || !e.spawn && m.publishes(e.to)
	}
	m.public[id] = p
	return p
}

// publications are the points at which an instance itself makes the object known: by a store, a message or a goroutine.
func (m *making) publications(id instID) []facts.PointID {
	var list []facts.PointID
	i := m.d.l.insts[id]
	m.stores(id, func(c *facts.Con, _ objID, o *object) {
		if !m.below[o.inst] {
			list = append(list, i.unit.pointOf(c))
		}
	})
	if i.unit.flow == nil || i.unit.spawn == nil {
		return list
	}
	for k := range i.unit.flow.Calls {
		c := &i.unit.flow.Calls[k]
		given := func(n facts.Node) bool { return m.leads(i.node(n)) }
		if c.Flags&facts.CallGo != 0 && k < len(i.unit.spawn.Calls) && (given(c.Recv) || slices.ContainsFunc(c.Args, given)) {
			list = append(list, i.unit.after(uint32(k)))
		}
	}
	return list
}

// after is the first point at which a call may have happened: that behind it where it is an event, else the one at which it stands.
func (u *unit) after(call uint32) facts.PointID {
	for p := range u.spawn.Points {
		switch e := &u.spawn.Points[p].Event; e.Op {
		case facts.EventCall, facts.EventGo, facts.EventGroupGo:
			if e.Index == call {
				return facts.PointID(p)
			}
		}
	}
	return u.spawn.Calls[call]
}

// pointOf is the point at which a store of a unit happens: that of the write or send that it is, that behind it if it is the only atomic write of its kind there; the entry if
// that is not known.
func (u *unit) pointOf(c *facts.Con) facts.PointID {
	if u.accesses != nil {
		for k := range u.accesses.List {
			if a := &u.accesses.List[k]; a.Kind.Writes() && a.Addr == c.Dst && a.Off <= c.Off && c.Off < a.Off+max(a.Len, 1) {
				if p, n := u.eventAt(facts.EventAtomicWrite, c); n == 1 && a.Kind.Atomic() {
					return p
				}
				return a.Point
			}
		}
	}
	p, _ := u.eventAt(facts.EventSend, c)
	return p
}

// eventAt is the first event of an operation on what a store goes to, and how many there are.
func (u *unit) eventAt(op facts.EventOp, c *facts.Con) (first facts.PointID, n int) {
	if u.spawn == nil {
		return 0, 0
	}
	for p := range u.spawn.Points {
		if e := &u.spawn.Points[p].Event; e.Op == op && e.Addr == c.Dst {
			if n++; n == 1 {
				first = facts.PointID(p)
			}
		}
	}
	return first, n
}

// quiet tells whether, in one activation, nothing before a point makes the object known; the call on the path is looked at by itself.
func (m *making) quiet(s step, next instID, after func(s *facts.Spawn, from, to facts.PointID) bool) bool {
	i := m.d.l.insts[s.inst]
	before := func(p facts.PointID) bool {
		return i.unit.spawn == nil || p == s.at || after(i.unit.spawn, p, s.at)
	}
	if slices.ContainsFunc(m.publications(s.inst), before) {
		return false
	}
	for _, e := range i.out {
		if e.spawn || e.to == next || !m.publishes(e.to) {
			continue
		}
		if i.unit.spawn == nil || before(i.unit.after(e.call)) {
			return false
		}
	}
	return true
}
