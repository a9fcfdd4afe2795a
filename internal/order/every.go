// This file turns "each element of a collection has been waited for" (facts.EventEvery) into what internal/hb knows how
// to prove sound: a WaitGroup that counts all goroutines that release something of their own (S7).

package order

import (
	"fmt"
	"slices"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/hb"
	"github.com/syncvet/syncvet/internal/link"
)

// An every is a point behind a loop that has waited for each element of a collection.
type every struct {
	fn    link.InstID  // whose loop it is
	point hb.PointID   // where it has ended
	event *facts.Event // what each round does
}

// waitForAll rewrites the program for every loop that waits for all elements of a collection, each by a channel or
// WaitGroup that the element has and others release: one more WaitGroup counts the goroutines that do so.
func (b *orderBuilder) waitForAll() {
	groups := map[string]hb.ObjID{}
	for _, e := range b.everies {
		objs := b.awaited(e)
		outside := func(o hb.ObjID) bool { return o == 0 || b.p.Objs[o].External }
		if len(objs) == 0 || slices.ContainsFunc(objs, outside) || !b.oneCollection(e) {
			continue
		}
		key := fmt.Sprint(objs)
		group, ok := groups[key]
		if !ok {
			group = b.counterOf(objs[0])
			b.p.Objs[group].Single, b.p.Objs[group].PerInstance = true, false
			groups[key] = group
			b.countReleases(objs, group)
		}
		b.p.Funcs[e.fn].Points[e.point].Event = hb.Event{Op: hb.OpWait, Objs: []hb.ObjID{group}}
	}
}

// oneCollection reports whether the variable that holds the collection is one, if it is memory.
func (b *orderBuilder) oneCollection(e every) bool {
	if e.event.Addr == 0 {
		return true
	}
	objs := b.objects(b.l.Insts[e.fn], e.event.Addr, e.event.Off)
	return len(objs) == 1 && (b.p.Objs[objs[0]].Single || b.p.Objs[objs[0]].PerInstance)
}

// awaited are the objects of which each round surely waits for one: by its receive, or by what it calls.
func (b *orderBuilder) awaited(e every) []hb.ObjID {
	i := b.l.Insts[e.fn]
	if e.event.N < 0 {
		return b.objects(i, facts.Node(-e.event.N), 0)
	}
	var objs []hb.ObjID
	for _, f := range b.of(i, uint32(e.event.N-1)).funcs {
		var list []hb.ObjID
		if e.event.Flags&facts.EventIterated != 0 {
			list = b.awaitedInBody(f, i)
		} else {
			list = b.awaitedIn(f, maxEveryDepth)
		}
		if len(list) == 0 {
			return nil
		}
		objs = append(objs, list...)
	}
	slices.Sort(objs)
	return slices.Compact(objs)
}

// awaitedIn are the objects of which a function has surely waited for one when it returns: it does so once on every
// way.
func (b *orderBuilder) awaitedIn(id hb.FuncID, depth int) []hb.ObjID {
	f := &b.p.Funcs[id]
	for k := range f.Points {
		e := &f.Points[k].Event
		var objs []hb.ObjID
		switch {
		case e.Op == hb.OpRecv || e.Op == hb.OpWait:
			objs = e.Objs
		case e.Op == hb.OpCall && depth > 0 && len(e.Callees) == 1:
			objs = b.awaitedIn(e.Callees[0], depth-1)
		}
		if len(objs) > 0 && always(f, hb.PointID(k)) {
			return objs
		}
	}
	return nil
}

// awaitedInBody are the objects of which the body of a loop has surely waited for one when it returns to the iterator
// that calls it.
func (b *orderBuilder) awaitedInBody(iterator hb.FuncID, loop *link.Instance) (objs []hb.ObjID) {
	for k := range b.p.Funcs[iterator].Points {
		for _, c := range b.p.Funcs[iterator].Points[k].Event.Callees {
			if b.l.Insts[c].Unit.Info == nil || b.l.Insts[c].Unit.Info.Parent != loop.Unit.Sym {
				continue
			}
			list := b.awaitedIn(c, maxEveryDepth)
			if len(list) == 0 {
				return nil
			}
			objs = append(objs, list...)
		}
	}
	return objs
}

// always reports whether a function passes the event of a point on every way to its exits, and has some.
func always(f *hb.Func, p hb.PointID) bool {
	return len(f.Exits) > 0 && !slices.ContainsFunc(f.Exits, func(x hb.PointID) bool { return !f.Precedes(p, x) })
}

// countReleases puts a Done before all that releases some objects, and an Add before every go event of what does so.
func (b *orderBuilder) countReleases(objs []hb.ObjID, group hb.ObjID) {
	on := func(e *hb.Event) bool {
		return (e.Op == hb.OpClose || e.Op == hb.OpSend || e.Op == hb.OpDone) &&
			slices.ContainsFunc(e.Objs, func(o hb.ObjID) bool { return slices.Contains(objs, o) })
	}
	releasing := map[hb.OriginID]bool{}
	eachEvent(b.p, func(f *hb.Func, id hb.FuncID, k hb.PointID) {
		if on(&f.Points[k].Event) {
			releasing[hb.OriginID(b.l.Insts[id].Origin)] = true
			before(f, k, hb.Event{Op: hb.OpDone, Objs: []hb.ObjID{group}})
		}
	})
	eachEvent(b.p, func(f *hb.Func, _ hb.FuncID, k hb.PointID) {
		if e := &f.Points[k].Event; e.Op == hb.OpGo && slices.ContainsFunc(e.Origins, func(o hb.OriginID) bool {
			return releasing[o] || releasing[hb.OriginID(b.l.Origins[o].Twin)]
		}) {
			before(f, k, hb.Event{Op: hb.OpAdd, Objs: []hb.ObjID{group}, N: 1})
		}
	})
}

// eachEvent calls visit for each event that a program has now.
func eachEvent(p *hb.Program, visit func(f *hb.Func, id hb.FuncID, k hb.PointID)) {
	for id := range p.Funcs {
		f := &p.Funcs[id]
		for k := range len(f.Points) {
			visit(f, hb.FuncID(id), hb.PointID(k))
		}
	}
}
