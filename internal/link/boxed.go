// This file says what is behind interfaces: the mutexes that are locked through them, and whether they have others.

package link

import (
	"github.com/syncvet/syncvet/facts"
)

// A Slot is a slot of an object.
type Slot struct {
	Obj ObjID  // the object
	Off uint32 // slots from its start
}

// Boxed lists the mutexes that a site may lock through an interface, by the methods of what that holds (passes/locks
// K12); none where it is not known of some.
func (l *Link) Boxed(i *Instance, s *facts.LockSite) []Slot {
	if s.Box == 0 || i.Node(s.Box) == 0 {
		return nil
	}
	var slots []Slot
	for _, box := range l.Sets.PointsTo(nil, i.Node(s.Box)) {
		o, _, off := l.ObjectAt(box)
		if o == nil || off != 0 || o.Decl.Kind != facts.ObjBox {
			return nil
		}
		past, ok := l.mutexOf(o.Typ)
		if !ok {
			return nil
		}
		for _, addr := range l.Sets.PointsTo(nil, box+1) {
			if p, id, at := l.ObjectAt(addr); p != nil && at+past < p.Decl.Size {
				slots = append(slots, Slot{id, at + past})
			}
		}
	}
	return slots
}

// mutexOf is the slot, past that to which a pointer of a type points, of the mutex that the type's Lock locks.
func (l *Link) mutexOf(typ facts.Symbol) (past uint32, ok bool) {
	m := l.method(typ, facts.Symbol{Kind: facts.SymMethod, Name: "Lock"})
	if m == nil || m.Func.Kind != facts.SymFunc {
		return 0, false
	}
	for _, step := range m.Steps {
		if step.Load {
			return 0, false
		}
		past += step.Offset
	}
	u := l.unitOf(m.Func)
	if u.Locks == nil || u.Flow == nil || len(u.Flow.Params) == 0 || len(u.Locks.Net) != 1 {
		return 0, false
	}
	site := &u.Locks.Sites[u.Locks.Net[0].Site]
	return past + site.Off, site.Op == facts.Lock && site.Addr == u.Flow.Params[0]
}

// IsNever reports whether no value that an interface may hold implements another one, or whether none does not, and the
// code of what all have is known: an assertion never comes out so (passes/spawn E51).
func (l *Link) IsNever(i *Instance, n facts.Node, iface facts.Symbol, implements bool) bool {
	if i.Node(n) == 0 || l.Types[iface] == nil {
		return false
	}
	list := l.Sets.PointsTo(nil, i.Node(n))
	for _, box := range list {
		o, _, off := l.ObjectAt(box)
		if o == nil || off != 0 || o.Decl.Kind != facts.ObjBox || l.Types[o.Typ] == nil ||
			l.implements(o.Typ, iface) == implements || !implements && !l.written(o.Typ, iface) {
			return false
		}
	}
	return len(list) > 0
}

// written reports whether the bodies of all methods are known that a type has of an interface.
func (l *Link) written(typ, iface facts.Symbol) bool {
	for _, want := range l.Types[iface].Methods {
		m := l.method(typ, want.Name)
		if m == nil || m.Func.Kind != facts.SymFunc || l.unitOf(m.Func).Flow == nil {
			return false
		}
	}
	return true
}
