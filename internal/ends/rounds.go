// This file orders accesses by a WaitGroup that each activation of a function makes anew, adds to and waits for (R32):
// a pool of workers that is set up again and again.

package ends

import (
	"slices"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/hb"
	"github.com/syncvet/syncvet/internal/link"
)

// A round is an activation of a function that makes a WaitGroup, starts goroutines and waits for as many Dones as it
// has added.
type round struct {
	group hb.ObjID                   // the WaitGroup
	top   link.InstID                // the function, as it makes the WaitGroup
	from  map[link.OriginID]*between // what runs before it has waited, by the goroutine that the activation starts
	waits []hb.PointID               // its Waits in that function, at least one
	// whoever operates on the WaitGroup knows it by name, from the activation that made it
	named bool
}

// between is the part of an activation from where it starts a goroutine until it has waited.
type between struct {
	points map[hb.PointID]bool // of the function itself
	called map[hb.FuncID]bool  // that it may call there
	whole  bool                // every way out of the function has waited
}

// runsIn reports whether an access may happen in a part of an activation.
func (js *joins) runsIn(c *End, r *round, b *between) bool {
	return b.called[hb.FuncID(c.Inst)] || c.Inst == r.top && b.points[hb.PointID(c.Fact().Point)+1]
}

// roundsOf lists the WaitGroups of a goroutine that are made by a function which waits for them.
func (js *joins) roundsOf(id link.OriginID) []*round {
	if list, ok := js.rounds[id]; ok {
		return list
	}
	var list []*round
	for group := 1; group < len(js.L.Ordered.Objs); group++ {
		if r := js.round(hb.ObjID(group), id); r != nil {
			list = append(list, r)
		}
	}
	if js.rounds == nil {
		js.rounds = map[link.OriginID][]*round{}
	}
	js.rounds[id] = list
	return list
}

// round gives the activations of a function of which each makes a WaitGroup for itself; nil if there are none, or if
// somebody adds to it anywhere but before the Wait.
func (js *joins) round(group hb.ObjID, id link.OriginID) *round {
	h := &js.L.Ordered.Objs[group]
	key := js.L.Syncs[group]
	o := &js.L.Objects[key.Obj]
	if h.External || o.Inst == 0 || o.Decl.Flags&facts.ObjInLoop != 0 || js.L.Insts[o.Inst].Origin != id {
		return nil
	}
	r := &round{group: group, top: o.Inst, from: map[link.OriginID]*between{}}
	f := &js.L.Ordered.Funcs[r.top]
	for p := range f.Points {
		if e := &f.Points[p].Event; e.Op == hb.OpWait && len(e.Objs) == 1 && e.Objs[0] == group {
			r.waits = append(r.waits, hb.PointID(p))
		}
	}
	if len(r.waits) == 0 {
		return nil
	}
	r.named = js.byName(r) || js.captured(key.Obj)
	if !r.named && (h.Single || !js.privately(key.Obj, r.top)) || !js.addsFirst(r) {
		return nil
	}
	return r
}

// byName reports whether whoever operates on a round's WaitGroup knows it by name: it is the one of the activation, or
// of that which started this goroutine.
func (js *joins) byName(r *round) bool {
	return js.events.EachUse(r.group, func(_ *link.Instance, _ hb.PointID, e *hb.Event) bool { return e.Local })
}

// privately reports whether nobody outside an activation of a function gets hold of an object that it makes.
func (js *joins) privately(id link.ObjID, top link.InstID) bool {
	a := js.activations.of(top)
	return a != nil && a.Private(id)
}

// addsFirst reports whether all that adds to a round's WaitGroup does so in the activation's own goroutine before it
// waits.
func (js *joins) addsFirst(r *round) bool {
	f := &js.L.Ordered.Funcs[r.top]
	late := map[hb.FuncID]bool{}
	var more []hb.PointID
	for _, q := range r.waits {
		more = append(more, js.events.After(f, q, late)...)
	}
	return js.events.EachUse(r.group, func(i *link.Instance, p hb.PointID, e *hb.Event) bool {
		return !adds(e) || i.ID == r.top && !slices.Contains(more, p) ||
			i.ID != r.top && i.Origin == js.L.Insts[r.top].Origin && !late[hb.FuncID(i.ID)]
	})
}

// between finds what runs from where an activation starts a goroutine until it has waited; nil if it does not start it.
func (js *joins) between(r *round, o *link.Origin) *between {
	b, ok := r.from[o.ID]
	if ok {
		return b
	}
	r.from[o.ID] = nil
	f := &js.L.Ordered.Funcs[r.top]
	var work []hb.PointID
	for p := range f.Points {
		if js.starts(&f.Points[p].Event, r.top, o) {
			work = append(work, hb.PointID(p))
		}
	}
	if len(work) == 0 {
		return nil
	}
	b = &between{points: map[hb.PointID]bool{}, called: map[hb.FuncID]bool{}, whole: true}
	for succs := f.Next(); len(work) > 0; {
		p := work[len(work)-1]
		work = work[:len(work)-1]
		if b.points[p] || slices.Contains(r.waits, p) {
			continue
		}
		b.points[p] = true
		b.whole = b.whole && !slices.Contains(f.Exits, p)
		for _, g := range f.Points[p].Event.Callees {
			js.events.Callees(g, b.called)
		}
		work = append(work, succs[p]...)
	}
	r.from[o.ID] = b
	return b
}

// starts reports whether an event of a function starts a goroutine, or calls what may start it, but for further
// activations of the function.
func (js *joins) starts(e *hb.Event, top link.InstID, o *link.Origin) bool {
	if slices.Contains(e.Origins, hb.OriginID(o.ID)) || o.Twin != 0 && slices.Contains(e.Origins, hb.OriginID(o.Twin)) {
		return true
	}
	called := map[hb.FuncID]bool{hb.FuncID(top): true}
	for _, g := range e.Callees {
		js.events.Callees(g, called)
	}
	return o.Site != top && called[hb.FuncID(o.Site)]
}
