// This file gathers the objects that pointers lead to, directly or through other objects.

package program

import (
	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/pointsto"
)

// A reach is a set of objects that grows: of each the slots from the first one on that something points to. Who has a pointer into an object gets hold of nothing
// before it.
type reach struct {
	l    *Link
	from map[objID]uint32
	work []objID // of which it is not known yet what they lead to
	buf  []pointsto.Node
}

// has tells whether a slot of an object belongs to the set.
func (r *reach) has(id objID, off uint32) bool {
	from, ok := r.from[id]
	return ok && from <= off
}

// add adds what a node points to.
func (r *reach) add(n pointsto.Node) {
	if n == 0 {
		return
	}
	r.buf = r.l.g.PointsTo(r.buf[:0], n)
	for _, a := range r.buf {
		if o, id, off := r.l.objectAt(a); o != nil && !r.has(id, off) {
			r.from[id] = off
			r.work = append(r.work, id)
		}
	}
}

// spread adds what the objects lead to.
func (r *reach) spread() {
	for len(r.work) > 0 {
		id := r.work[len(r.work)-1]
		r.work = r.work[:len(r.work)-1]
		o := &r.l.objects[id]
		for s := r.from[id]; s < o.decl.Size; s++ {
			r.add(o.base + pointsto.Node(s))
		}
	}
}

// unanswered calls f for each call of an instance that enters nothing of which a summary is in view.
func (i *instance) unanswered(l *Link, f func(*facts.Call)) {
	if i.unit.flow == nil {
		return
	}
	known := map[uint32]bool{}
	for _, e := range i.out {
		known[e.call] = known[e.call] || l.insts[e.to].unit.flow != nil || l.insts[e.to].unit.flag(facts.Inert)
	}
	for k := range i.unit.flow.Calls {
		if !known[uint32(k)] {
			f(&i.unit.flow.Calls[k])
		}
	}
}
