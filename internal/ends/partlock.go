// This file recognises locks of which each end holds another one: that of an element which it found by itself, around
// a variable that is there once (R6).

package ends

import (
	"slices"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/hb"
	"github.com/syncvet/syncvet/internal/link"
	"github.com/syncvet/syncvet/internal/order"
)

// LocksFound reports whether all locks that may be the same at both ends lie in elements that each end found.
func (d *Rooms) LocksFound(loc order.Location, x, y *End) bool {
	some := false
	for _, h := range d.L.HeldIn(x.State) {
		for _, k := range d.L.HeldIn(y.State) {
			both := func(o hb.ObjID) bool { return slices.Contains(k.Objs, o) }
			if h.Mode == hb.Read && k.Mode == hb.Read || !slices.ContainsFunc(h.Objs, both) {
				continue
			}
			if !d.foundInList(loc, h, x, y) || !d.foundInList(loc, k, y, x) {
				return false
			}
			some = true
		}
	}
	return some
}

// foundInList reports whether an end found a lock that it holds in an element of a list or map, as one of many.
func (d *Rooms) foundInList(loc order.Location, h hb.Held, c, other *End) bool {
	at := d.TakenOn(h, c.Chain())
	i, s := d.SiteOf(at)
	if s == nil {
		return false
	}
	ctx := d.Trails.contextOf(c).Within(at.Fn)
	for _, target := range d.L.Sets.PointsTo(nil, i.Node(s.Addr)) {
		o, id, _ := d.L.ObjectAt(target)
		if o == nil || o.Inst == 0 || o.Decl.Kind != facts.ObjNew && o.Decl.Kind != facts.ObjVar ||
			d.Objects.Exact(o, c, other) ||
			d.Trails.partOf(id, d.Trails.Sources(loc, c), 0) {
			return false
		}
		from := d.L.Traced().Trace(link.ReachingDef{Inst: at.Fn, Node: s.Addr, Target: target, Ctx: ctx})
		if !all(from, func(q link.Source) bool {
			in, _, _ := d.L.ObjectAt(q.Slot)
			return q.Slot != 0 && in != nil && (in.Decl.Kind == facts.ObjArray || in.Decl.Kind == facts.ObjMap)
		}) {
			return false
		}
	}
	return true
}

// partOf reports whether something may have been found in an object, which may be another one for the other end: what
// that object holds is guarded by its lock.
func (ts *trails) partOf(id link.ObjID, from []link.Source, depth int) bool {
	return depth < maxHolders && slices.ContainsFunc(from, func(s link.Source) bool {
		if s.Slot == 0 || ts.L.HeldByAll(s) {
			return false
		}
		_, in, _ := ts.L.ObjectAt(s.Slot)
		return in == id || ts.partOf(id, ts.L.Traced().Trace(s.Base), depth+1)
	})
}
