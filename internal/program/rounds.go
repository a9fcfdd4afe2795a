// This file orders accesses by a WaitGroup that each activation of a function makes anew, adds to and waits for (R27): a pool of workers that is set up again
// and again.

package program

import (
	"slices"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/hb"
)

// A round is an activation of a function that makes a WaitGroup, starts goroutines and waits for as many Dones as it has added.
type round struct {
	group hb.ObjID
	top   instID
	from  map[originID]*between // what runs before it has waited, by the goroutine that the activation starts
	waits []hb.PointID
	named bool // whoever operates on the WaitGroup knows it by name, from the activation that made it
}

// between is the part of an activation from where it starts a goroutine until it has waited.
type between struct {
	points map[hb.PointID]bool // of the function itself
	called map[hb.FuncID]bool  // that it may call there
	whole  bool                // every way out of the function has waited
}

// doneInRound tells whether x is followed by a Done in a goroutine that an activation starts, and y, in the goroutine of the activations, runs neither there nor
// between the start of that goroutine and the Wait of the same activation: then it comes before the one or after the other. All Adds come before the Wait, so the Done that follows
// x has happened when it returns, as in (R26); another activation has another WaitGroup, of which this goroutine knows nothing (R27).
func (d *detector) doneInRound(x, y *candidate) bool {
	if d.l.origins[y.origin].multi {
		return false
	}
	for o := d.l.origins[x.origin]; o.parent != 0; o = d.l.origins[o.parent] {
		if o.parent != y.origin {
			continue
		}
		return slices.ContainsFunc(d.roundsOf(y.origin), func(r *round) bool {
			b := d.between(r, o)
			return b != nil && b.whole && !d.runsIn(y, r, b) && d.doneBehind(x, r.group)
		})
	}
	return false
}

// runsIn tells whether an access may happen in a part of an activation.
func (d *detector) runsIn(c *candidate, r *round, b *between) bool {
	return b.called[hb.FuncID(c.inst)] || c.inst == r.top && b.points[hb.PointID(d.access(c).Point)+1]
}

// roundsOf lists the WaitGroups of a goroutine that are made by a function which waits for them.
func (d *detector) roundsOf(id originID) []*round {
	if list, ok := d.rounds[id]; ok {
		return list
	}
	var list []*round
	for group := 1; group < len(d.l.ordered.Objs); group++ {
		if r := d.round(hb.ObjID(group), id); r != nil {
			list = append(list, r)
		}
	}
	if d.rounds == nil {
		d.rounds = map[originID][]*round{}
	}
	d.rounds[id] = list
	return list
}

// round gives the activations of a function of which each makes a WaitGroup for itself; nil if there are none, or if somebody adds to it anywhere but before the Wait.
func (d *detector) round(group hb.ObjID, id originID) *round {
	h := &d.l.ordered.Objs[group]
	key := d.l.syncs[group]
	o := &d.l.objects[key.obj]
	if h.External || o.inst == 0 || o.decl.Flags&facts.ObjInLoop != 0 || d.l.insts[o.inst].origin != id {
		return nil
	}
	r := &round{group: group, top: o.inst, from: map[originID]*between{}}
	f := &d.l.ordered.Funcs[r.top]
	for p := range f.Points {
		if e := &f.Points[p].Event; e.Op == hb.OpWait && len(e.Objs) == 1 && e.Objs[0] == group {
			r.waits = append(r.waits, hb.PointID(p))
		}
	}
	if len(r.waits) == 0 {
		return nil
	}
	r.named = d.byName(r) || d.captured(key.obj)
	if !r.named && (h.Single || !d.privately(key.obj, r.top)) || !d.addsFirst(r) {
		return nil
	}
	return r
}

// byName tells whether whoever operates on a round's WaitGroup knows it by name: it is the one of the activation, or of that which started this goroutine.
func (d *detector) byName(r *round) bool {
	return d.eachUse(r.group, func(_ *instance, _ hb.PointID, e *hb.Event) bool { return e.Local })
}

// privately tells whether nobody outside an activation of a function gets hold of an object that it makes.
func (d *detector) privately(id objID, top instID) bool {
	a := d.activation(top)
	return a != nil && a.private(id)
}

// addsFirst tells whether all that adds to a round's WaitGroup does so in the activation's own goroutine before it waits.
func (d *detector) addsFirst(r *round) bool {
	f := &d.l.ordered.Funcs[r.top]
	late := map[hb.FuncID]bool{}
	var more []hb.PointID
	for _, q := range r.waits {
		more = append(more, d.after(f, q, late)...)
	}
	return d.eachUse(r.group, func(i *instance, p hb.PointID, e *hb.Event) bool {
		return !adds(e) || i.id == r.top && !slices.Contains(more, p) || i.id != r.top && i.origin == d.l.insts[r.top].origin && !late[hb.FuncID(i.id)]
	})
}

// between finds what runs from where an activation starts a goroutine until it has waited; nil if it does not start it.
func (d *detector) between(r *round, o *origin) *between {
	b, ok := r.from[o.id]
	if ok {
		return b
	}
	r.from[o.id] = nil
	f := &d.l.ordered.Funcs[r.top]
	var work []hb.PointID
	for p := range f.Points {
		if d.starts(&f.Points[p].Event, r.top, o) {
			work = append(work, hb.PointID(p))
		}
	}
	if len(work) == 0 {
		return nil
	}
	b = &between{points: map[hb.PointID]bool{}, called: map[hb.FuncID]bool{}, whole: true}
	for succs := next(f); len(work) > 0; {
		p := work[len(work)-1]
		work = work[:len(work)-1]
		if b.points[p] || slices.Contains(r.waits, p) {
			continue
		}
		b.points[p] = true
		b.whole = b.whole && !slices.Contains(f.Exits, p)
		for _, g := range f.Points[p].Event.Callees {
			d.callees(g, b.called)
		}
		work = append(work, succs[p]...)
	}
	r.from[o.id] = b
	return b
}

// starts tells whether an event of a function starts a goroutine, or calls what may start it, but for further activations of the function.
func (d *detector) starts(e *hb.Event, top instID, o *origin) bool {
	if slices.Contains(e.Origins, hb.OriginID(o.id)) || o.twin != 0 && slices.Contains(e.Origins, hb.OriginID(o.twin)) {
		return true
	}
	called := map[hb.FuncID]bool{hb.FuncID(top): true}
	for _, g := range e.Callees {
		d.callees(g, called)
	}
	return o.site != top && called[hb.FuncID(o.site)]
}
