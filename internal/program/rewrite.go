// This file gives the parts of a link other numbers, and lets go of those that exist no more.

package program

import (
	"cmp"
	"slices"

	"github.com/syncvet/syncvet/internal/pointsto"
)

// A mapping is new numbers for old ones. Zero, or false, is for what is gone.
type mapping struct {
	inst   func(instID) instID
	origin func(originID) originID
	call   func(instID, uint32) (uint32, bool) // of an instance by its old number
	site   func(instID, uint32) (uint32, bool) // allocation sites of an instance
	lives  func(*life) bool
}

// rewrite applies a mapping to all that names instances, origins, calls and sites.
func (l *Live) rewrite(m *mapping) {
	l.rewriteDispatches(m)
	l.rewriteEdges(m)
	l.rewriteFlavors(m)
	l.rewriteOrigins(m)
	l.rewriteInstances(m)
	l.firstOrigins()
}

// rewriteDispatches renumbers calls on objects and what waits for objects.
func (l *Live) rewriteDispatches(m *mapping) {
	handled := make(map[handling]*dispatch, len(l.handled))
	for _, d := range l.handled {
		k, ok := m.call(d.inst, d.call)
		if !ok || !m.lives(&d.life) {
			l.end(d)
			continue
		}
		d.inst, d.call = m.inst(d.inst), k
		d.to = slices.DeleteFunc(d.to, func(e *entered) bool {
			e.to = m.inst(e.to)
			gone := e.to == 0 || e.node != 0 && !m.lives(&e.life)
			if gone {
				l.g.bury(&e.life)
			}
			return gone
		})
		handled[handling{d.inst, d.call, d.addr, d.method}] = d
	}
	l.handled = handled
	for n, list := range l.watchesAt {
		list = slices.DeleteFunc(list, func(w *watch) bool {
			k, ok := m.call(w.inst, w.call)
			if !ok || !m.lives(w.parent) {
				return true
			}
			w.inst, w.call = m.inst(w.inst), k
			return false
		})
		if l.watchesAt[n] = list; len(list) == 0 {
			delete(l.watchesAt, n)
		}
	}
}

// end takes back what was stated for a call on an object.
func (l *Live) end(d *dispatch) {
	d.ended = true
	for _, e := range d.to {
		l.g.bury(&e.life)
	}
	l.g.bury(&d.life)
}

// rewriteEdges renumbers call edges.
func (l *Live) rewriteEdges(m *mapping) {
	all := make(map[edgeKey]*reasons, len(l.reasons))
	for key, r := range l.reasons {
		k, ok := m.call(key.from, key.call)
		by, stated := r.by[:0], 0
		for n, x := range r.by {
			if m.lives(x) {
				by = append(by, x)
				if n < r.kept {
					stated++
				}
			}
		}
		r.by, r.kept = by, stated
		if !ok || m.inst(key.to) == 0 || len(r.by) == 0 {
			l.g.bury(&r.any)
			continue
		}
		all[edgeKey{m.inst(key.from), k, m.inst(key.to)}] = r
	}
	l.reasons = all
	renumber := func(list []edge) []edge {
		kept := list[:0]
		for _, e := range list {
			if k, ok := m.call(e.from, e.call); ok {
				e = edge{from: m.inst(e.from), to: m.inst(e.to), call: k, spawn: e.spawn}
				if all[edgeKey{e.from, e.call, e.to}] != nil {
					kept = append(kept, e)
				}
			}
		}
		return kept
	}
	for _, i := range l.insts[1:] {
		if m.inst(i.id) != 0 {
			i.in, i.out = renumber(i.in), renumber(i.out)
		}
	}
}

// rewriteFlavors renumbers whose iteration copies there are, and what is asked about them. Numbers of flavors, labels and classes stay.
func (l *Live) rewriteFlavors(m *mapping) {
	l.flavorIDs = map[flavor]flavorID{}
	for id := range l.flavors[1:] {
		f := &l.flavors[id+1]
		if f.owner == 0 {
			continue
		}
		number := m.site
		if f.call {
			number = m.call
		}
		index, ok := number(f.owner, f.index)
		if !ok || m.inst(f.owner) == 0 {
			*f = flavor{}
			continue
		}
		f.owner, f.index = m.inst(f.owner), index
		l.flavorIDs[*f] = flavorID(id + 1)
	}
	l.classIDs = map[classKey]pointsto.Class{}
	for id := range l.classes[1:] {
		c := &l.classes[id+1]
		if c.owner != 0 {
			call, ok := c.call, m.inst(c.owner) != 0
			if ok && !c.any {
				call, ok = m.call(c.owner, c.call)
			}
			if !ok {
				*c = classKey{}
				continue
			}
			c.owner, c.call = m.inst(c.owner), call
		}
		if *c != (classKey{}) {
			l.classIDs[*c] = pointsto.Class(id + 1)
		}
	}
}

// rewriteOrigins renumbers goroutines and go statements.
func (l *Live) rewriteOrigins(m *mapping) {
	sites := map[siteKey]*life{}
	for key, s := range l.sites {
		k, ok := m.call(key.inst, key.call)
		if !ok || m.inst(key.inst) == 0 {
			l.g.bury(s)
			continue
		}
		sites[siteKey{m.inst(key.inst), k}] = s
	}
	l.sites = sites
	twins := l.twins[:0]
	for _, t := range l.twins {
		k, ok := m.call(t.inst, t.call)
		switch {
		case !ok || m.inst(t.inst) == 0:
		case !m.lives(t.life):
			l.g.takeBack(t.life.cons)
			t.life.cons = nil
		default:
			twins = append(twins, twinSite{m.inst(t.inst), k, t.life})
		}
	}
	l.twins = twins
	slices.SortFunc(l.twins, func(a, b twinSite) int { return cmp.Or(cmp.Compare(a.inst, b.inst), cmp.Compare(a.call, b.call)) })
	starts, rejoins := map[originKey]originID{}, map[originKey]*rejoining{}
	for key, id := range l.starts {
		k, ok := m.call(key.site, key.call)
		to := originKey{site: m.inst(key.site), call: k, unit: key.unit, copy: key.copy, callee: key.callee}
		if r := l.rejoins[key]; r != nil {
			if ok && m.lives(&r.life) {
				r.inst, r.call, r.stands = to.site, k, m.origin(r.stands)
				starts[to], rejoins[to] = r.stands, r
			} else {
				l.g.bury(&r.life)
			}
		} else if ok && m.origin(id) != 0 {
			starts[to] = m.origin(id)
		}
	}
	l.starts, l.rejoins = starts, rejoins
	l.renumberOrigins(m)
}

// renumberOrigins puts goroutines into their new order.
func (l *Live) renumberOrigins(m *mapping) {
	origins := make([]*origin, len(l.origins))
	for _, o := range l.origins[1:] {
		id := m.origin(o.id)
		if id == 0 {
			l.g.bury(&o.life)
			continue
		}
		if o.parent != 0 {
			k, ok := m.call(o.site, o.call)
			o.call, o.cut = k, o.cut || !ok
			o.site, o.parent = m.inst(o.site), m.origin(o.parent)
		}
		o.id, o.tree, o.twin = id, m.origin(o.tree), m.origin(o.twin)
		o.rejoined = false
		entries := o.entries[:0]
		for _, e := range o.entries {
			if e = m.inst(e); e != 0 {
				entries = append(entries, e)
			}
		}
		o.entries, origins[id] = entries, o
	}
	l.origins = origins[:1]
	for _, o := range origins[1:] {
		if o != nil {
			l.origins = append(l.origins, o)
		}
	}
	for _, o := range l.origins[1:] {
		o.multi = o.parent != 0 && l.twinned(o.site, o.call)
	}
	for _, r := range l.rejoins {
		l.origins[r.stands].rejoined = true
	}
}

// firstOrigins finds the first origins of sites and targets.
func (l *Live) firstOrigins() {
	l.siblings = map[siblingKey]originID{}
	for _, o := range l.origins[1:] {
		if o.copy == 1 && !o.cut && len(o.entries) > 0 {
			if key := (siblingKey{o.site, o.call, l.insts[o.entries[0]].unit.id}); l.siblings[key] == 0 {
				l.siblings[key] = o.id
			}
		}
	}
}

// rewriteInstances puts instances into their new order.
func (l *Live) rewriteInstances(m *mapping) {
	insts, chains := make([]*instance, len(l.insts)), map[*callString]bool{}
	l.instIDs = make(map[instKey]instID, len(l.insts))
	for _, i := range l.insts[1:] {
		id := m.inst(i.id)
		if id == 0 {
			l.g.bury(&i.life)
			l.g.bury(&i.often.many)
			continue
		}
		for c := i.chain; c != nil && !chains[c]; c = c.up {
			chains[c] = true
			c.call, _ = m.call(c.caller, c.call)
			c.caller = m.inst(c.caller)
		}
		if key := &i.key; key.caller != 0 {
			if key.call != noCall {
				k, ok := m.call(key.caller, key.call)
				key.call, i.cut = k, i.cut || !ok
			}
			key.caller = m.inst(key.caller)
		}
		i.id, i.key.origin, i.maker = id, m.origin(i.key.origin), m.inst(i.maker)
		i.origin = i.key.origin
		i.forced = slices.DeleteFunc(i.forced, func(c forcedCall) bool { return c.ended || !m.lives(&c.dispatch.life) })
		if insts[id] = i; !i.cut {
			l.instIDs[i.key] = id
		}
	}
	l.insts = insts[:1]
	for _, i := range insts[1:] {
		if i != nil {
			l.insts = append(l.insts, i)
		}
	}
	l.asked = slices.DeleteFunc(l.asked, func(i *instance) bool { return !m.lives(&i.life) })
}
