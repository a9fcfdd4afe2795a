// This file gathers the objects that pointers lead to, directly or through other objects.

package link

import (
	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/pointsto"
)

// A Reach is a set of objects that grows: of each the slots from the first one on that something points to. Who has a
// pointer into an object gets hold of nothing before it.
type Reach struct {
	L    *Link            // the link whose points-to sets are followed
	From map[ObjID]uint32 // the first slot that belongs to the set, by object; made by the caller
	work []ObjID          // of which it is not known yet what they lead to
	buf  []pointsto.Node  // of Add
}

// Has reports whether a slot of an object belongs to the set.
func (r *Reach) Has(id ObjID, off uint32) bool {
	from, ok := r.From[id]
	return ok && from <= off
}

// Add adds what a node points to.
func (r *Reach) Add(n pointsto.Node) {
	if n == 0 {
		return
	}
	r.buf = r.L.Sets.PointsTo(r.buf[:0], n)
	for _, a := range r.buf {
		if o, id, off := r.L.ObjectAt(a); o != nil && !r.Has(id, off) {
			r.From[id] = off
			r.work = append(r.work, id)
		}
	}
}

// Spread adds what the objects lead to.
func (r *Reach) Spread() {
	for len(r.work) > 0 {
		id := r.work[len(r.work)-1]
		r.work = r.work[:len(r.work)-1]
		o := &r.L.Objects[id]
		for s := r.From[id]; s < o.Decl.Size; s++ {
			r.Add(o.Base + pointsto.Node(s))
		}
	}
}

// Unanswered calls f for each call of an instance that enters nothing of which a summary is in view.
func (i *Instance) Unanswered(l *Link, f func(*facts.Call)) {
	if i.Unit.Flow == nil {
		return
	}
	known := map[uint32]bool{}
	for _, e := range i.Out {
		known[e.Call] = known[e.Call] || l.Insts[e.To].Unit.Flow != nil || l.Insts[e.To].Unit.Flag(facts.EffectFree)
	}
	for k := range i.Unit.Flow.Calls {
		if !known[uint32(k)] {
			f(&i.Unit.Flow.Calls[k])
		}
	}
}
