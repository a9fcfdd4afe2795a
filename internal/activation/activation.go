// This file takes one activation of a function that runs several times, with all that it starts, for a program of its
// own (O6).

package activation

import (
	"maps"
	"slices"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/hb"
	"github.com/syncvet/syncvet/internal/link"
	"github.com/syncvet/syncvet/internal/order"
	"github.com/syncvet/syncvet/internal/pointsto"
)

// An Activation is one call of a function, what it calls and the goroutines that stem from it.
type Activation struct {
	l       *order.Order           // the link it is part of
	top     link.InstID            // the function, in its context
	origin  link.OriginID          // top's
	runs    map[link.InstID]bool   // what may run in it
	all     map[link.InstID]bool   // the same with what belongs to other activations: twins, and their copies
	outside []bool                 // by instance: top's goroutine may run or start it outside of it; nil until asked
	sole    map[link.OriginID]bool // goroutines of which it starts one only; absent: perhaps several
	others  map[link.OriginID]bool // their twins: they belong to other activations
	onces   map[link.InstID]bool   // instances of top's origin that run at most once in it; absent: not asked
	shared  map[link.ObjID]bool    // objects made in it that others may reach before it ends
	given   map[link.ObjID]bool    // objects made in it that it returns
	looked  bool                   // shared and given are known
	unclear bool                   // they are not to be known
	result  *hb.Result             // the order of what happens in it; nil until asked for
	numbers *renumbering           // what it calls origins, functions and objects
	exit    hb.StateID             // in which top returns; zero: it does not
}

// New gives the activation of a function; nil if nothing can be said about it.
func New(l *order.Order, top link.InstID) *Activation {
	a := &Activation{
		l: l, top: top, origin: l.Insts[top].Origin, runs: map[link.InstID]bool{}, sole: map[link.OriginID]bool{},
		others: map[link.OriginID]bool{}, onces: map[link.InstID]bool{}, shared: map[link.ObjID]bool{},
		given: map[link.ObjID]bool{},
	}
	if !a.extend() {
		return nil
	}
	return a
}

// Runs reports whether an instance may run in the activation.
func (a *Activation) Runs(id link.InstID) bool { return a.runs[id] }

// Private reports whether the activation makes an object that nobody else can reach before it ends.
func (a *Activation) Private(id link.ObjID) bool {
	if !a.makes(&a.l.Objects[id]) {
		return false
	}
	if !a.looked {
		a.looked, a.unclear = true, !a.leaks()
	}
	return !a.unclear && !a.shared[id]
}

// Ordered reports whether the order of what happens in the activation is known, and finds it when first asked.
func (a *Activation) Ordered() bool {
	if a.result == nil {
		a.solve()
	}
	return !a.result.Incomplete
}

// extend finds what runs in the activation; false if it may contain another one of the same function, or is too large.
func (a *Activation) extend() bool {
	work := []link.InstID{a.top}
	a.runs[a.top] = true
	for len(work) > 0 {
		i := a.l.Insts[work[0]]
		work = work[1:]
		for _, e := range i.Out {
			switch to := a.l.Insts[e.To]; {
			case e.To == a.top || len(a.runs) > maxActivation:
				return false
			case a.runs[e.To]:
				continue
			case e.Spawn && (a.l.Origins[to.Origin].Rejoined || a.l.Recursive(to.Origin) && !a.l.Recursive(a.origin)):
				return false
			}
			a.runs[e.To] = true
			work = append(work, e.To)
		}
	}
	a.narrow()
	return true
}

// narrow finds the goroutines of which the activation starts one only, and takes out what belongs to other activations.
func (a *Activation) narrow() {
	for _, o := range a.l.Origins[1:] {
		if o.Parent == 0 || !a.runs[o.Site] || o.IterationClone && !a.l.Origins[o.Parent].IterationClone ||
			a.Extent().Multi(o.Parent) ||
			!a.Extent().Once(o.Site) {
			continue
		}
		if a.l.Insts[o.Site].Unit.Flow.Calls[o.Call].Flags&(facts.CallInLoop|facts.CallMulti) != 0 {
			continue
		}
		a.sole[o.ID] = true
		if o.Twin != 0 {
			a.others[o.Twin] = true
		}
	}
	a.all = maps.Clone(a.runs)
	for id := range a.all {
		if a.Foreign(id) {
			delete(a.runs, id)
		}
	}
}

// Covers reports whether the activation is one of a goroutine's.
func (a *Activation) Covers(o link.OriginID) bool { return o == a.origin }

// StartsOne reports whether the activation starts one such goroutine only.
func (a *Activation) StartsOne(o link.OriginID) bool { return a.sole[o] }

// Extent is the activation as a place to look at objects in.
func (a *Activation) Extent() link.Extent { return link.Extent{Link: a.l.Link, In: a} }

// Foreign reports whether an instance belongs to another activation: to a twin, or to another one's copies.
func (a *Activation) Foreign(id link.InstID) bool {
	i := a.l.Insts[id]
	for o := i.Origin; o != 0 && o != a.origin; o = a.l.Origins[o].Parent {
		if a.others[o] {
			return true
		}
	}
	return a.another(i.HeapContext)
}

// another reports whether an iteration copy is another activation's.
func (a *Activation) another(id link.HeapContextID) bool {
	f := a.l.HeapContexts[id]
	return id != 0 && f.Copy == 2 && a.OwnOnce(f)
}

// OwnOnce reports whether the activation makes only one of an iteration copy and its other.
func (a *Activation) OwnOnce(f link.HeapContext) bool {
	if !a.runs[f.Owner] || !a.Extent().Once(f.Owner) || a.Extent().Multi(a.l.Insts[f.Owner].Origin) {
		return false
	}
	flow := a.l.Insts[f.Owner].Unit.Flow
	if f.Call {
		return flow.Calls[f.Index].Flags&facts.CallInLoop == 0
	}
	return flow.Objs[f.Index].Flags&facts.ObjInLoop == 0
}

// Once reports whether an instance of top's origin runs at most once in the activation.
func (a *Activation) Once(id link.InstID) bool {
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
	for _, e := range a.l.Insts[id].In {
		if e.Spawn || !a.runs[e.From] || a.l.Insts[e.From].Origin != a.origin {
			continue
		}
		calls++
		yes = yes && calls == 1 && a.l.Insts[e.From].Unit.Flow.Calls[e.Call].Flags&facts.CallInLoop == 0 && a.Once(e.From)
	}
	a.onces[id] = yes
	return yes
}

// Around reports whether top's goroutine may run, or start, an instance without top.
func (a *Activation) Around(id link.InstID) bool {
	if a.outside == nil {
		a.outside = make([]bool, len(a.l.Insts))
		a.findOutside()
	}
	return a.outside[id]
}

// findOutside finds all such instances.
func (a *Activation) findOutside() {
	work := slices.Clone(a.l.Origins[a.origin].Entries)
	for len(work) > 0 {
		id := work[0]
		work = work[1:]
		if a.outside[id] || id == a.top {
			continue
		}
		a.outside[id] = true
		for _, e := range a.l.Insts[id].Out {
			work = append(work, e.To)
		}
	}
}

// makes reports whether an object is made in the activation, or is a copy for another one.
func (a *Activation) makes(o *link.Object) bool {
	return o.Inst != 0 && a.all[o.Inst] && o.Decl.Kind != facts.ObjUnknown && o.Decl.Kind != facts.ObjParam
}

// Elsewhere reports whether an object that activations make is another one's.
func (a *Activation) Elsewhere(o *link.Object) bool {
	return !a.runs[o.Inst] || a.another(o.HeapContext)
}

// leaks finds the objects made in the activation that others may reach: because it stores them somewhere, or because
// what it finds or is given may be an earlier activation's. What it returns others reach when it has ended. False if
// there is too much to look at.
func (a *Activation) leaks() bool {
	top := a.l.Insts[a.top]
	if top.Unit.Flow == nil {
		return false
	}
	w := &leak{Activation: a, asked: map[pointsto.Node]bool{}, outer: map[pointsto.Node][]pointsto.Node{}}
	for id := range a.all {
		i := a.l.Insts[id]
		if f := i.Unit.Flow; f != nil {
			for k := range f.Cons {
				w.constraint(i, &f.Cons[k])
			}
			for k := range f.Calls {
				w.callee(i.Node(f.Calls[k].Recv))
			}
		}
	}
	for _, n := range slices.Concat(top.Unit.Flow.Params, top.Unit.Flow.FreeVars) {
		w.all(top.Node(n))
	}
	if !w.spread(a.shared) {
		return false
	}
	clear(w.asked)
	for _, n := range top.Unit.Flow.Results {
		w.all(top.Node(n))
	}
	return w.spread(a.given)
}

// A leak is the search for objects that others may reach.
type leak struct {
	*Activation
	work  []link.ObjID                      // objects that others may reach, whose contents are not looked at yet
	buf   []pointsto.Node                   // for points-to sets
	asked map[pointsto.Node]bool            // nodes whose objects are in work, or have been
	outer map[pointsto.Node][]pointsto.Node // by node asked for: addresses of objects made elsewhere
}

// all adds the objects made in the activation that a node may point to.
func (w *leak) all(n pointsto.Node) {
	if n == 0 || w.asked[n] {
		return
	}
	w.asked[n] = true
	w.buf = w.l.Sets.PointsTo(w.buf[:0], n)
	for _, addr := range w.buf {
		if o, id, _ := w.l.ObjectAt(addr); o != nil && w.makes(o) {
			w.work = append(w.work, id)
		}
	}
}

// callee adds what a function object or box holds that was made elsewhere and is called, or whose method is.
func (w *leak) callee(n pointsto.Node) {
	for _, addr := range w.others(n) {
		o, _, _ := w.l.ObjectAt(addr)
		for k := range o.Decl.Size {
			w.all(o.Base + pointsto.Node(k))
		}
	}
}

// others lists the addresses of objects made elsewhere that a node may hold.
func (w *leak) others(n pointsto.Node) []pointsto.Node {
	list, ok := w.outer[n]
	if n == 0 || ok {
		return list
	}
	w.buf = w.l.Sets.PointsTo(w.buf[:0], n)
	for _, addr := range w.buf {
		if o, _, _ := w.l.ObjectAt(addr); o != nil && !w.makes(o) {
			list = append(list, addr)
		}
	}
	w.outer[n] = list
	return list
}

// constraint adds what a store puts into memory made elsewhere, and what a load finds there.
func (w *leak) constraint(i *link.Instance, c *facts.Con) {
	var at facts.Node
	switch c.Op {
	case facts.ConStore:
		at = c.Dst
	case facts.ConLoad, facts.ConUnbox:
		at = c.Src
	default:
		return
	}
	for _, addr := range w.others(i.Node(at)) {
		o, _, off := w.l.ObjectAt(addr)
		switch {
		case off+c.Off >= o.Decl.Size:
		case c.Op == facts.ConStore:
			w.all(i.Node(c.Src))
		default:
			w.all(addr + pointsto.Node(c.Off))
		}
	}
}

// spread adds what the objects found lead to, and records all of them.
func (w *leak) spread(found map[link.ObjID]bool) bool {
	for len(w.work) > 0 && len(found) < maxReach {
		id := w.work[len(w.work)-1]
		w.work = w.work[:len(w.work)-1]
		if found[id] {
			continue
		}
		found[id] = true
		o := &w.l.Objects[id]
		for k := range o.Decl.Size {
			w.all(o.Base + pointsto.Node(k))
		}
	}
	return len(w.work) == 0
}
