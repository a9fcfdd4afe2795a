// This file gives the parts of a link other numbers, and lets go of those that exist no more.

package relink

import (
	"cmp"
	"slices"

	"github.com/syncvet/syncvet/internal/link"
	"github.com/syncvet/syncvet/internal/pointsto"
)

// A mapping is new numbers for old ones. Zero, or false, is for what is gone.
type mapping struct {
	inst   func(link.InstID) link.InstID            // of instances
	origin func(link.OriginID) link.OriginID        // of origins
	call   func(link.InstID, uint32) (uint32, bool) // of an instance by its old number
	site   func(link.InstID, uint32) (uint32, bool) // allocation sites of an instance
	lives  func(*link.Liveness) bool                // whether a part still exists
}

// rewrite applies a mapping to all that names instances, origins, calls and sites.
func (l *Live) rewrite(m *mapping) {
	l.rewriteDispatches(m)
	l.rewriteEdges(m)
	l.rewriteHeapContexts(m)
	l.rewriteOrigins(m)
	l.rewriteInstances(m)
	l.firstOrigins()
}

// rewriteDispatches renumbers calls on objects and what waits for objects.
func (l *Live) rewriteDispatches(m *mapping) {
	handled := make(map[link.Handling]*link.Dispatch, len(l.Handled))
	for _, d := range l.Handled {
		k, ok := m.call(d.Inst, d.Call)
		if !ok || !m.lives(&d.Liveness) {
			l.end(d)
			continue
		}
		d.Inst, d.Call = m.inst(d.Inst), k
		d.To = slices.DeleteFunc(d.To, func(e *link.Entered) bool {
			e.To = m.inst(e.To)
			gone := e.To == 0 || e.Node != 0 && !m.lives(&e.Liveness)
			if gone {
				l.Sets.Bury(&e.Liveness)
			}
			return gone
		})
		handled[link.Handling{Inst: d.Inst, Call: d.Call, Addr: d.Addr, Method: l.MethodID(d.Method)}] = d
	}
	l.Handled = handled
	for n, list := range l.WatchesAt {
		list = slices.DeleteFunc(list, func(w *link.Watch) bool {
			k, ok := m.call(w.Inst, w.Call)
			if !ok || !m.lives(w.Parent) {
				return true
			}
			w.Inst, w.Call = m.inst(w.Inst), k
			return false
		})
		if l.WatchesAt[n] = list; len(list) == 0 {
			delete(l.WatchesAt, n)
		}
	}
}

// end takes back what was stated for a call on an object.
func (l *Live) end(d *link.Dispatch) {
	d.Ended = true
	for _, e := range d.To {
		l.Sets.Bury(&e.Liveness)
	}
	l.Sets.Bury(&d.Liveness)
}

// rewriteEdges renumbers call edges.
func (l *Live) rewriteEdges(m *mapping) {
	all := make(map[link.EdgeKey]*link.Reasons, len(l.Reasons))
	for key, r := range l.Reasons {
		k, ok := m.call(key.From, key.Call)
		by, stated := r.By[:0], 0
		for n, x := range r.By {
			if m.lives(x) {
				by = append(by, x)
				if n < r.Kept {
					stated++
				}
			}
		}
		r.By, r.Kept = by, stated
		if !ok || m.inst(key.To) == 0 || len(r.By) == 0 {
			l.Sets.Bury(&r.Any)
			continue
		}
		all[link.EdgeKey{From: m.inst(key.From), Call: k, To: m.inst(key.To)}] = r
	}
	l.Reasons = all
	renumber := func(list []link.Edge) []link.Edge {
		kept := list[:0]
		for _, e := range list {
			if k, ok := m.call(e.From, e.Call); ok {
				e = link.Edge{From: m.inst(e.From), To: m.inst(e.To), Call: k, Spawn: e.Spawn}
				if all[link.EdgeKey{From: e.From, Call: e.Call, To: e.To}] != nil {
					kept = append(kept, e)
				}
			}
		}
		return kept
	}
	for _, i := range l.Insts[1:] {
		if m.inst(i.ID) != 0 {
			i.In, i.Out = renumber(i.In), renumber(i.Out)
		}
	}
}

// rewriteHeapContexts renumbers whose iteration copies there are, and what is asked about them. Numbers of heap
// contexts, labels and classes stay.
func (l *Live) rewriteHeapContexts(m *mapping) {
	l.HeapContextIDs = map[link.HeapContext]link.HeapContextID{}
	for id := range l.HeapContexts[1:] {
		f := &l.HeapContexts[id+1]
		if f.Owner == 0 {
			continue
		}
		number := m.site
		if f.Call {
			number = m.call
		}
		index, ok := number(f.Owner, f.Index)
		if !ok || m.inst(f.Owner) == 0 {
			*f = link.HeapContext{}
			continue
		}
		f.Owner, f.Index = m.inst(f.Owner), index
		l.HeapContextIDs[*f] = link.HeapContextID(id + 1)
	}
	l.ClassIDs = map[link.ClassKey]pointsto.Class{}
	for id := range l.Classes[1:] {
		c := &l.Classes[id+1]
		if c.Owner != 0 {
			call, ok := c.Call, m.inst(c.Owner) != 0
			if ok && !c.Any {
				call, ok = m.call(c.Owner, c.Call)
			}
			if !ok {
				*c = link.ClassKey{}
				continue
			}
			c.Owner, c.Call = m.inst(c.Owner), call
		}
		if *c != (link.ClassKey{}) {
			l.ClassIDs[*c] = pointsto.Class(id + 1)
		}
	}
}

// rewriteOrigins renumbers goroutines and go statements.
func (l *Live) rewriteOrigins(m *mapping) {
	sites := map[link.SiteKey]*link.Liveness{}
	for key, s := range l.Sites {
		k, ok := m.call(key.Inst, key.Call)
		if !ok || m.inst(key.Inst) == 0 {
			l.Sets.Bury(s)
			continue
		}
		sites[link.SiteKey{Inst: m.inst(key.Inst), Call: k}] = s
	}
	l.Sites = sites
	twins := l.Twins[:0]
	for _, t := range l.Twins {
		k, ok := m.call(t.Inst, t.Call)
		switch {
		case !ok || m.inst(t.Inst) == 0:
		case !m.lives(t.Life):
			l.Sets.TakeBack(t.Life.Cons)
			t.Life.Cons = nil
		default:
			twins = append(twins, link.TwinSite{Inst: m.inst(t.Inst), Call: k, Life: t.Life})
		}
	}
	l.Twins = twins
	slices.SortFunc(
		l.Twins,
		func(a, b link.TwinSite) int { return cmp.Or(cmp.Compare(a.Inst, b.Inst), cmp.Compare(a.Call, b.Call)) },
	)
	starts, rejoins := map[link.OriginKey]link.OriginID{}, map[link.OriginKey]*link.Rejoining{}
	for key, id := range l.Starts {
		k, ok := m.call(key.Site, key.Call)
		to := link.OriginKey{Site: m.inst(key.Site), Call: k, Unit: key.Unit, Copy: key.Copy, Callee: key.Callee}
		if r := l.Rejoins[key]; r != nil {
			if ok && m.lives(&r.Liveness) {
				r.Inst, r.Call, r.Stands = to.Site, k, m.origin(r.Stands)
				starts[to], rejoins[to] = r.Stands, r
			} else {
				l.Sets.Bury(&r.Liveness)
			}
		} else if ok && m.origin(id) != 0 {
			starts[to] = m.origin(id)
		}
	}
	l.Starts, l.Rejoins = starts, rejoins
	l.renumberOrigins(m)
}

// renumberOrigins puts goroutines into their new order.
func (l *Live) renumberOrigins(m *mapping) {
	origins := make([]*link.Origin, len(l.Origins))
	for _, o := range l.Origins[1:] {
		id := m.origin(o.ID)
		if id == 0 {
			l.Sets.Bury(&o.Life)
			continue
		}
		if o.Parent != 0 {
			k, ok := m.call(o.Site, o.Call)
			o.Call, o.Cut = k, o.Cut || !ok
			o.Site, o.Parent = m.inst(o.Site), m.origin(o.Parent)
		}
		o.ID, o.Tree, o.Twin = id, m.origin(o.Tree), m.origin(o.Twin)
		o.Rejoined = false
		entries := o.Entries[:0]
		for _, e := range o.Entries {
			if e = m.inst(e); e != 0 {
				entries = append(entries, e)
			}
		}
		o.Entries, origins[id] = entries, o
	}
	l.Origins = origins[:1]
	for _, o := range origins[1:] {
		if o != nil {
			l.Origins = append(l.Origins, o)
		}
	}
	for _, o := range l.Origins[1:] {
		o.Multi = o.Parent != 0 && l.Twinned(o.Site, o.Call)
	}
	for _, r := range l.Rejoins {
		l.Origins[r.Stands].Rejoined = true
	}
}

// firstOrigins finds the first origins of sites and targets.
func (l *Live) firstOrigins() {
	l.Siblings = map[link.SiblingKey]link.OriginID{}
	for _, o := range l.Origins[1:] {
		if o.Copy == 1 && !o.Cut && len(o.Entries) > 0 {
			if key := (link.SiblingKey{Site: o.Site, Call: o.Call, Unit: l.Insts[o.Entries[0]].Unit.ID}); l.Siblings[key] == 0 {
				l.Siblings[key] = o.ID
			}
		}
	}
}

// rewriteInstances puts instances into their new order.
func (l *Live) rewriteInstances(m *mapping) {
	insts, chains := make([]*link.Instance, len(l.Insts)), map[*link.CallString]bool{}
	l.InstIDs = make(map[link.InstKey]link.InstID, len(l.Insts))
	for _, i := range l.Insts[1:] {
		id := m.inst(i.ID)
		if id == 0 {
			l.Sets.Bury(&i.Life)
			l.Sets.Bury(&i.Often.Many)
			continue
		}
		for c := i.Chain; c != nil && !chains[c]; c = c.Up {
			chains[c] = true
			c.Call, _ = m.call(c.Caller, c.Call)
			c.Caller = m.inst(c.Caller)
		}
		if key := &i.Key; key.Caller != 0 {
			if key.Call != link.NoCall {
				k, ok := m.call(key.Caller, key.Call)
				key.Call, i.Cut = k, i.Cut || !ok
			}
			key.Caller = m.inst(key.Caller)
		}
		i.ID, i.Key.Origin, i.Maker = id, m.origin(i.Key.Origin), m.inst(i.Maker)
		i.Origin = i.Key.Origin
		i.Forced = slices.DeleteFunc(i.Forced, func(c link.ForcedCall) bool {
			return c.Ended ||
				!m.lives(&c.Dispatch.Liveness)
		})
		if insts[id] = i; !i.Cut {
			l.InstIDs[i.Key] = id
		}
	}
	l.Insts = insts[:1]
	for _, i := range insts[1:] {
		if i != nil {
			l.Insts = append(l.Insts, i)
		}
	}
	l.Asked = slices.DeleteFunc(l.Asked, func(i *link.Instance) bool { return !m.lives(&i.Life) })
}
