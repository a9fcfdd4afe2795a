// This file takes one activation of a function that runs several times, with all that it starts, for a program of its own (O6).

package program

import (
	"maps"
	"slices"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/hb"
	"github.com/syncvet/syncvet/internal/pointsto"
)

// An activation is one call of a function, what it calls and the goroutines that stem from it.
type activation struct {
	l       *Order
	top     instID
	origin  originID          // top's
	runs    map[instID]bool   // what may run in it
	all     map[instID]bool   // the same with what belongs to other activations: twins, and their copies
	outside map[instID]bool   // what top's goroutine may run, or start, outside of it
	sole    map[originID]bool // goroutines of which it starts one only; absent: perhaps several
	others  map[originID]bool // their twins: they belong to other activations
	onces   map[instID]bool   // instances of top's origin that run at most once in it; absent: not asked
	shared  map[objID]bool    // objects made in it that others may reach before it ends
	given   map[objID]bool    // objects made in it that it returns
	looked  bool              // shared and given are known
	unclear bool              // they are not to be known
	result  *hb.Result        // the order of what happens in it; nil until asked for
	numbers *renumbering      // what it calls origins, functions and objects
	exit    hb.StateID        // in which top returns; zero: it does not
}

// Bounds on activations; past them nothing is claimed.
const (
	maxActivation  = 300  // instances that one may run
	maxActivations = 200  // of one link
	maxReach       = 5000 // objects that one may make or meet
)

// activation gives the activation of a function; nil if nothing can be said about it.
func (d *detector) activation(top instID) *activation {
	a, ok := d.activations[top]
	if ok || len(d.activations) >= maxActivations {
		return a
	}
	d.activations[top] = nil
	a = &activation{l: d.l, top: top, origin: d.l.insts[top].origin, runs: map[instID]bool{}, outside: map[instID]bool{}, sole: map[originID]bool{},
		others: map[originID]bool{}, onces: map[instID]bool{}, shared: map[objID]bool{}, given: map[objID]bool{}}
	if !a.extend() {
		return nil
	}
	d.activations[top] = a
	return a
}

// private tells whether the activation makes an object that nobody else can reach before it ends.
func (a *activation) private(id objID) bool {
	if !a.makes(&a.l.objects[id]) {
		return false
	}
	if !a.looked {
		a.looked, a.unclear = true, !a.leaks()
	}
	return !a.unclear && !a.shared[id]
}

// ordered tells whether the order of what happens in the activation is known, and finds it when first asked.
func (a *activation) ordered() bool {
	if a.result == nil {
		a.solve()
	}
	return !a.result.Incomplete
}

// extend finds what runs in the activation; false if it may contain another one of the same function, or is too large.
func (a *activation) extend() bool {
	work := []instID{a.top}
	a.runs[a.top] = true
	for len(work) > 0 {
		i := a.l.insts[work[0]]
		work = work[1:]
		for _, e := range i.out {
			switch to := a.l.insts[e.to]; {
			case e.to == a.top || len(a.runs) > maxActivation:
				return false
			case a.runs[e.to]:
				continue
			case e.spawn && (a.l.origins[to.origin].rejoined || a.l.recursive(to.origin) && !a.l.recursive(a.origin)):
				return false
			}
			a.runs[e.to] = true
			work = append(work, e.to)
		}
	}
	a.narrow()
	a.around()
	return true
}

// narrow finds the goroutines of which the activation starts one only, and takes out what belongs to other activations.
func (a *activation) narrow() {
	for _, o := range a.l.origins[1:] {
		if o.parent == 0 || !a.runs[o.site] || o.shadow && a.l.origins[o.parent].shadow == false || a.extent().multi(o.parent) || !a.extent().once(o.site) {
			continue
		}
		if a.l.insts[o.site].unit.flow.Calls[o.call].Flags&(facts.CallInLoop|facts.CallMulti) != 0 {
			continue
		}
		a.sole[o.id] = true
		if o.twin != 0 {
			a.others[o.twin] = true
		}
	}
	a.all = maps.Clone(a.runs)
	for id := range a.all {
		if a.foreign(id) {
			delete(a.runs, id)
		}
	}
}

// covers tells whether the activation is one of a goroutine's.
func (a *activation) covers(o originID) bool { return o == a.origin }

// startsOne tells whether the activation starts one such goroutine only.
func (a *activation) startsOne(o originID) bool { return a.sole[o] }

func (a *activation) extent() extent { return extent{a.l.Link, a} }

// foreign tells whether an instance belongs to another activation: to a twin, or to another one's copies.
func (a *activation) foreign(id instID) bool {
	i := a.l.insts[id]
	for o := i.origin; o != 0 && o != a.origin; o = a.l.origins[o].parent {
		if a.others[o] {
			return true
		}
	}
	return a.another(i.flavor)
}

// another tells whether an iteration copy is another activation's.
func (a *activation) another(id flavorID) bool {
	f := a.l.flavors[id]
	return id != 0 && f.copy == 2 && a.ownOnce(f)
}

// ownOnce tells whether the activation makes only one of an iteration copy and its other.
func (a *activation) ownOnce(f flavor) bool {
	if !a.runs[f.owner] || !a.extent().once(f.owner) || a.extent().multi(a.l.insts[f.owner].origin) {
		return false
	}
	flow := a.l.insts[f.owner].unit.flow
	if f.call {
		return flow.Calls[f.index].Flags&facts.CallInLoop == 0
	}
	return flow.Objs[f.index].Flags&facts.ObjInLoop == 0
}

// once tells whether an instance of top's origin runs at most once in the activation.
func (a *activation) once(id instID) bool {
	if id == a.top {
		return true
	}
	yes, asked := a.onces[id]
	if asked {
		return yes
	}
	a.onces[id] = false // recursion counts as more than once
	calls := 0
	yes = a.runs[id]
	for _, e := range a.l.insts[id].in {
		if e.spawn || !a.runs[e.from] || a.l.insts[e.from].origin != a.origin {
			continue
		}
		calls++
		yes = yes && calls == 1 && a.l.insts[e.from].unit.flow.Calls[e.call].Flags&facts.CallInLoop == 0 && a.once(e.from)
	}
	a.onces[id] = yes
	return yes
}

// around finds what top's goroutine may run, or start, without top.
func (a *activation) around() {
	work := slices.Clone(a.l.origins[a.origin].entries)
	for len(work) > 0 {
		id := work[0]
		work = work[1:]
		if a.outside[id] || id == a.top {
			continue
		}
		a.outside[id] = true
		for _, e := range a.l.insts[id].out {
			work = append(work, e.to)
		}
	}
}

// makes tells whether an object is made in the activation, or is a copy for another one.
func (a *activation) makes(o *object) bool {
	return o.inst != 0 && a.all[o.inst] && o.decl.Kind != facts.ObjUnknown && o.decl.Kind != facts.ObjParam
}

// elsewhere tells whether an object that activations make is another one's.
func (a *activation) elsewhere(o *object) bool { return !a.runs[o.inst] || a.another(o.flavor) }

// leaks finds the objects made in the activation that others may reach: because it stores them somewhere, or because what it finds
// or is given may be an earlier activation's. What it returns others reach when it has ended. False if there is too much to look at.
func (a *activation) leaks() bool {
	top := a.l.insts[a.top]
	if top.unit.flow == nil {
		return false
	}
	w := &leak{activation: a}
	for id := range a.all {
		i := a.l.insts[id]
		if f := i.unit.flow; f != nil {
			for k := range f.Cons {
				w.constraint(i, &f.Cons[k])
			}
			for k := range f.Calls {
				w.callee(i.node(f.Calls[k].Recv))
			}
		}
	}
	for _, n := range slices.Concat(top.unit.flow.Params, top.unit.flow.FreeVars) {
		w.all(top.node(n))
	}
	if !w.spread(a.shared) {
		return false
	}
	for _, n := range top.unit.flow.Results {
		w.all(top.node(n))
	}
	return w.spread(a.given)
}

// A leak is the search for objects that others may reach.
type leak struct {
	*activation
	work []objID
	buf  []pointsto.Node
	held []pointsto.Node
}

// all adds the objects made in the activation that a node may point to.
func (w *leak) all(n pointsto.Node) {
	if n == 0 {
		return
	}
	w.buf = w.l.g.PointsTo(w.buf[:0], n)
	for _, addr := range w.buf {
		if o, id, _ := w.l.objectAt(addr); o != nil && w.makes(o) {
			w.work = append(w.work, id)
		}
	}
}

// callee adds what a function object or box holds that was made elsewhere and is called, or whose method is.
func (w *leak) callee(n pointsto.Node) {
	if n == 0 {
		return
	}
	for _, addr := range w.l.g.PointsTo(nil, n) {
		if o, _, _ := w.l.objectAt(addr); o != nil && !w.makes(o) {
			for k := range o.decl.Size {
				w.all(o.base + pointsto.Node(k))
			}
		}
	}
}

// constraint adds what a store puts into memory made elsewhere, and what a load finds there.
func (w *leak) constraint(i *instance, c *facts.Con) {
	var at facts.Node
	switch c.Op {
	case facts.ConStore:
		at = c.Dst
	case facts.ConLoad, facts.ConUnbox:
		at = c.Src
	default:
		return
	}
	if i.node(at) == 0 {
		return
	}
	w.held = w.l.g.PointsTo(w.held[:0], i.node(at))
	for _, addr := range w.held {
		o, _, off := w.l.objectAt(addr)
		switch {
		case o == nil || w.makes(o) || off+c.Off >= o.decl.Size:
		case c.Op == facts.ConStore:
			w.all(i.node(c.Src))
		default:
			w.all(addr + pointsto.Node(c.Off))
		}
	}
}

// spread adds what the objects found lead to, and records all of them.
func (w *leak) spread(found map[objID]bool) bool {
	for len(w.work) > 0 && len(found) < maxReach {
		id := w.work[len(w.work)-1]
		w.work = w.work[:len(w.work)-1]
		if found[id] {
			continue
		}
		found[id] = true
		o := &w.l.objects[id]
		for k := range o.decl.Size {
			w.all(o.base + pointsto.Node(k))
		}
	}
	return len(w.work) == 0
}
