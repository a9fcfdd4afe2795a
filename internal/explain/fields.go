// This file tells locks apart by the fields that they are, where the objects that have them are not known well.

package explain

import (
	"slices"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/hb"
	"github.com/syncvet/syncvet/internal/order"
)

// OtherFields reports whether each lock held at one access is another field than each one held at the other: an object
// that nobody in view has made has all its fields in one.
func (d *Paths) OtherFields(x, y *order.Candidate) bool {
	some := false
	for _, h := range d.L.HeldIn(x.State) {
		for _, k := range d.L.HeldIn(y.State) {
			if h.Mode == hb.Read && k.Mode == hb.Read {
				continue
			}
			if !d.otherField(d.TakenOn(h, d.Chain(x)), d.TakenOn(k, d.Chain(y))) {
				return false
			}
			some = true
		}
	}
	return some
}

// OwnLocks reports whether each lock that may be held at both accesses was put into a sync.Map where who made it had
// found none, without a lock: then each end may hold one that it has made itself (internal/races R62).
func (d *Paths) OwnLocks(x, y *order.Candidate) bool {
	some := false
	for _, h := range d.L.HeldIn(x.State) {
		for _, k := range d.L.HeldIn(y.State) {
			for _, o := range h.Objs {
				if h.Mode == hb.Read && k.Mode == hb.Read || !slices.Contains(k.Objs, o) {
					continue
				}
				if d.L.Objects[d.L.Syncs[o].Obj].Decl.Flags&facts.ObjUnseen == 0 {
					return false
				}
				some = true
			}
		}
	}
	return some
}

// otherField reports whether two events take locks that lie in two fields of structs, by their names, and behind the
// first word of these: a lock that a field points to has no place in the struct.
func (d *Paths) otherField(a, b Taking) bool {
	i, s := d.SiteOf(a)
	j, t := d.SiteOf(b)
	if s == nil || t == nil || s.Off == 0 || t.Off == 0 {
		return false
	}
	x, y := i.Unit.Names.Locks.Symbol(s.Name), j.Unit.Names.Locks.Symbol(t.Name)
	return x.Kind == facts.SymField && y.Kind == facts.SymField && x != y
}
