// This file finds what goroutines wait for: what each function operates on, and which object an operation means (W1).

package waits

import (
	"slices"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/explain"
	"github.com/syncvet/syncvet/internal/link"
	"github.com/syncvet/syncvet/internal/order"
	"github.com/syncvet/syncvet/internal/waits/exposure"
	"github.com/syncvet/syncvet/internal/waits/shapes"
)

// newWaiting gathers the operations of all instances.
func newWaiting(d *explain.Paths) *waiting {
	w := &waiting{
		d:      d,
		l:      d.L,
		users:  map[order.SyncKey][]link.InstID{},
		kinds:  map[order.SyncKey]opClass{},
		vague:  map[order.SyncKey]bool{},
		reads:  reads{l: d.L, objs: map[link.InstID][]link.ObjID{}},
		seen:   exposure.Finder{L: d.L.Link, Hidden: map[string]bool{}},
		flags:  map[order.SyncKey]*flagUse{},
		shapes: map[link.UnitID]*shapes.Shape{},
		budget: maxWaitStates,
	}
	for _, i := range d.L.Insts[1:] {
		if !w.secondary(i) {
			w.gather(i)
		}
	}
	for k := range w.users {
		w.keys = append(w.keys, k)
	}
	slices.SortFunc(w.keys, func(a, b order.SyncKey) int {
		if a.Obj != b.Obj {
			return int(a.Obj) - int(b.Obj)
		}
		return int(a.Off) - int(b.Off)
	})
	return w
}

// secondary reports whether an instance only doubles another: the other goroutine of a loop, or the other iteration's
// constructor.
func (w *waiting) secondary(i *link.Instance) bool {
	return w.l.Origins[i.Origin].IterationClone || w.l.HeapContexts[i.HeapContext].Copy == 2
}

// gather records what an instance operates on.
func (w *waiting) gather(i *link.Instance) {
	if i.Unit.Spawn == nil {
		return
	}
	for k := range i.Unit.Spawn.Points {
		e := &i.Unit.Spawn.Points[k].Event
		addr, off, class := e.Addr, e.Off, classes[e.Op]
		if e.Op == facts.EventLock {
			s := &i.Unit.Locks.Sites[e.Index]
			addr, off, class = s.Addr, s.Off, doesLock
		}
		gatherFlag(w, i, e)
		if class == 0 || addr == 0 {
			continue
		}
		keys, _ := w.objects(i, addr, off)
		for _, key := range keys {
			w.kinds[key] |= class
			if list := w.users[key]; len(list) == 0 || list[len(list)-1] != i.ID {
				w.users[key] = append(list, i.ID)
			}
		}
	}
}

// gatherFlag records what an event tells of a flag.
func gatherFlag(w *waiting, i *link.Instance, e *facts.Event) {
	if e.Op != facts.EventAtomicWrite && e.Op != facts.EventAtomicRead || e.Addr == 0 {
		return
	}
	keys, unseen := w.objects(i, e.Addr, e.Off)
	for _, k := range keys {
		x := w.flags[k]
		if x == nil {
			x = &flagUse{}
			w.flags[k] = x
		}
		x.users = append(x.users, i.ID)
		x.vague = x.vague || unseen || len(keys) > 1 || e.Flags&facts.EventConst == 0
		if e.Op == facts.EventAtomicWrite {
			x.writes = append(x.writes, i.ID)
		}
		x.plain = x.plain || e.Flags&facts.EventGuarded == 0
		if at, ok := slices.BinarySearch(x.values, e.N); !ok && e.N != 0 {
			x.values = slices.Insert(x.values, at, e.N)
		}
	}
}

// objects are the objects that an operation may mean, iteration copies taken for one; unseen tells that it may mean
// others too.
func (w *waiting) objects(i *link.Instance, addr facts.Node, off uint32) (keys []order.SyncKey, unseen bool) {
	n := i.Node(addr)
	if n == 0 {
		return nil, false
	}
	w.buf = w.l.Sets.PointsTo(w.buf[:0], n)
	for _, a := range w.buf {
		o, id, at := w.l.ObjectAt(a)
		switch {
		case o == nil || at+off >= o.Decl.Size || o.Decl.Kind == facts.ObjNever || o.Decl.Flags&facts.ObjCarrier != 0:
			continue
		case o.Decl.Kind == facts.ObjUnknown:
			unseen = true
			continue
		}
		if key := (order.SyncKey{Obj: w.canonical(id), Off: at + off}); !slices.Contains(keys, key) {
			keys = append(keys, key)
		}
	}
	return keys, unseen
}

// canonical is the first iteration's copy of an object of a later one.
func (w *waiting) canonical(id link.ObjID) link.ObjID {
	o := &w.l.Objects[id]
	if o.Inst == 0 {
		return id
	}
	i := w.l.Insts[o.Inst]
	if w.l.HeapContexts[o.HeapContext].Copy == 2 && !w.l.HeapContexts[o.HeapContext].Call {
		return w.l.ObjAt[i.Objs[o.Site]]
	}
	if first := w.firstCopy(i); first != nil && first != i && first.Objs[o.Site] != 0 {
		return w.l.ObjAt[first.Objs[o.Site]]
	}
	return id
}

// firstCopy is the instance that an instance for a second iteration doubles; itself if it is none, nil if there is
// none.
func (w *waiting) firstCopy(i *link.Instance) *link.Instance {
	if i.Chain == nil || i.HeapContext == 0 {
		return i
	}
	caller := w.firstCopy(w.l.Insts[i.Chain.Caller])
	if caller == nil {
		return nil
	}
	f := w.l.HeapContexts[i.HeapContext]
	f.Copy = 1
	id, ok := w.l.HeapContextIDs[f]
	if !ok {
		return nil
	}
	key := link.InstKey{Unit: i.Unit.ID, Origin: i.Origin, Caller: caller.ID, Call: i.Chain.Call, HeapContext: id}
	first, ok := w.l.InstIDs[key]
	if !ok {
		return nil
	}
	return w.l.Insts[first]
}
