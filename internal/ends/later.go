// This file recognises what a goroutine does with an object before it puts it where the other one found it (K2),
// whoever else may know it by then.

package ends

import (
	"slices"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/hb"
	"github.com/syncvet/syncvet/internal/link"
	"github.com/syncvet/syncvet/internal/order"
	"github.com/syncvet/syncvet/internal/pointsto"
)

// foundLater reports whether x's goroutine has made the object that x touches, and y's can only have found it, or what
// holds it, where the same activation puts it behind x.
func (ts *trails) foundLater(loc order.Location, x, y *End) bool {
	if ts.makerOf(loc.Obj) == x.Origin {
		r := &routes{ts: ts, x: x, asked: map[link.Placing]bool{}}
		return r.ownAll(ts.Sources(loc, x)) && r.later(loc.Obj, ts.Sources(loc, y), 0)
	}
	if ts.L.Origins[x.Origin].Multi && !madeFor(ts.L, loc.Obj, x.Origin) || x.Origin == y.Origin ||
		len(ts.steps(x)) > order.MaxPath {
		return false
	}
	r := &routes{ts: ts, x: x, asked: map[link.Placing]bool{}, alone: true}
	return r.later(loc.Obj, ts.Sources(loc, y), maxHolders-1)
}

// madeFor reports whether an object is an iteration copy that was made for a goroutine (O3): there is one such
// goroutine then.
func madeFor(l *order.Order, id link.ObjID, goroutine link.OriginID) bool {
	context := l.Objects[id].HeapContext
	if context == 0 {
		return false
	}
	_, ok := l.StartedWith(l.HeapContexts[context], goroutine)
	return ok
}

// InSection reports whether x's goroutine has made the object that x touches and holds a lock there, since before it
// put the object where y's has found it, under that lock, too: the unlock behind x comes before the lock of who finds
// it (K11).
func (ts *trails) InSection(loc order.Location, x, y *End) bool {
	if ts.makerOf(loc.Obj) != x.Origin || !ts.Found(ts.Sources(loc, y)) {
		return false
	}
	found := ts.Sources(loc, y)
	return slices.ContainsFunc(ts.L.HeldIn(x.State), func(h hb.Held) bool {
		if h.Mode != hb.Write || !all(found, func(w link.Source) bool { return ts.foundUnder(w, x, y, h, 0) }) {
			return false
		}
		r := &routes{ts: ts, x: x, asked: map[link.Placing]bool{}, section: h.Objs, ops: map[link.InstID][]facts.PointID{}}
		return r.ownAll(ts.Sources(loc, x)) && r.later(loc.Obj, found, maxHolders-1)
	})
}

// foundUnder reports whether an address was loaded from memory under a lock, or from where only what was loaded so has
// been stored.
func (ts *trails) foundUnder(w link.Source, x, y *End, lock hb.Held, depth int) bool {
	if ts.loadedUnder(w, x, y, lock) {
		return true
	}
	if w.Slot == 0 || depth == maxHolders {
		return false
	}
	stores := ts.L.Traced().StoresOf(link.Placing{Slot: w.Slot, Target: w.Target})
	return len(stores) > 0 && !slices.ContainsFunc(stores, func(s link.Storing) bool {
		return !all(ts.L.Traced().Values(s, w.Target), func(v link.Source) bool {
			return v.Slot != 0 && ts.foundUnder(v, x, y, lock, depth+1)
		})
	})
}

// loadedUnder reports whether a goroutine, y's or one that is not x's, has loaded an address while it held a lock, in
// whichever way it came there.
func (ts *trails) loadedUnder(w link.Source, x, y *End, lock hb.Held) bool {
	i := ts.L.Insts[w.Base.Inst]
	if w.Base.Inst == 0 || i.Origin != y.Origin && i.Origin == x.Origin {
		return false
	}
	points := ts.L.Loads(w)
	return len(points) > 0 && order.Holds(ts.L, i, points, lock.Objs)
}

// routes are the ways by which others come to know what the goroutine of one end has made.
type routes struct {
	ts *trails // where pointers come from (Rooms.Trails)
	x  *End    // the end that has made the object
	// answers; while one is looked for it is true: what is passed on in a circle came from elsewhere
	asked map[link.Placing]bool
	// x's goroutine exists once, or once for the object: what it stores behind x, whoever has made that, was stored
	// nowhere by it before
	alone bool
	// a lock that x holds: stores before x count as behind it if they are in the same section; nil for none
	section []hb.ObjID
	ops     map[link.InstID][]facts.PointID // memo of operations; nil without a section
}

// ownAll reports whether all of some addresses are own ones.
func (r *routes) ownAll(list []link.Source) bool {
	return all(list, func(s link.Source) bool { return r.own(s, 0) })
}

// later reports whether an object comes to be known by all of some ways only through stores behind x, or through what
// holds it there, which does.
func (r *routes) later(id link.ObjID, ways []link.Source, depth int) bool {
	path := r.making(id)
	return depth < maxHolders && path != nil && r.ts.Found(ways) && all(ways, func(w link.Source) bool {
		if r.behind(id, path, link.Placing{Slot: w.Slot, Target: w.Target}) {
			return true
		}
		_, holder, _ := r.ts.L.ObjectAt(w.Slot)
		return r.filled(w) && r.later(holder, r.ts.L.Traced().Trace(w.Base), depth+1)
	})
}

// making is the way to x from the innermost activation that makes an object, innermost step first; nil if there is
// none.
func (r *routes) making(id link.ObjID) []order.Step {
	if r.alone {
		return r.ts.steps(r.x)
	}
	if r.ts.makerOf(id) != r.x.Origin {
		return nil
	}
	path := r.ts.steps(r.x)
	callers := r.ts.L.Traced().Callers(r.ts.L.Objects[id].Inst)
	for k := range path {
		if callers[path[k].Inst] {
			return path[:k+1]
		}
	}
	return nil
}

// behind reports whether x comes before each store of an address into a slot: by the activation that makes the object,
// or of what was found where it had been put behind x.
func (r *routes) behind(id link.ObjID, path []order.Step, at link.Placing) bool {
	if known, ok := r.asked[at]; ok || len(r.asked) == maxRoutes {
		return known
	}
	r.asked[at] = true
	stores := r.ts.L.Traced().StoresOf(at)
	known := len(stores) > 0 && r.precedes(id, path, stores)
	r.asked[at] = known && !slices.ContainsFunc(stores, func(s link.Storing) bool {
		maker := r.ts.L.Insts[s.Inst].Origin == r.x.Origin
		return !all(r.ts.L.Traced().Values(s, at.Target), func(v link.Source) bool {
			return maker && (r.alone || r.own(v, 0)) ||
				v.Slot != 0 && r.behind(id, path, link.Placing{Slot: v.Slot, Target: v.Target})
		})
	})
	return r.asked[at]
}

// precedes reports whether none of some stores can come before the innermost step in the activation that makes the
// object, the last step's.
func (r *routes) precedes(id link.ObjID, path []order.Step, stores []link.Storing) bool {
	after := follows
	if r.alone || !r.anew(id, path[len(path)-1].Inst) {
		after = order.Reaches
	}
	for k := len(path) - 1; k >= 0; k-- {
		next := link.InstID(0)
		if k > 0 {
			next = path[k-1].Inst
		}
		if slices.ContainsFunc(stores, func(s link.Storing) bool { return r.stepBehind(path[k], next, s, after) }) {
			return false
		}
		if k < len(path)-1 && r.operates(path[k], after) {
			return false
		}
		after = order.Reaches
	}
	return true
}

// stepBehind reports whether one activation may make a store, or a call that leads there, before it comes to a step;
// the call on the way to x is looked at by itself.
func (r *routes) stepBehind(
	s order.Step, next link.InstID, w link.Storing, after func(s *facts.Spawn, from, to facts.PointID) bool,
) bool {
	i := r.ts.L.Insts[s.Inst]
	callers := r.ts.L.Traced().Callers(w.Inst)
	if callers == nil || i.Unit.Spawn == nil {
		return callers == nil || callers[s.Inst]
	}
	before := func(p link.Moment) bool {
		return !p.Known || (p.At == s.At || after(i.Unit.Spawn, p.At, s.At)) && !r.sameSection(s, p, after)
	}
	if w.Inst == s.Inst && before(i.Unit.PointOf(&i.Unit.Flow.Cons[w.Con])) {
		return true
	}
	return slices.ContainsFunc(i.Out, func(e link.Edge) bool {
		return !e.Spawn && e.To != next && callers[e.To] && before(i.Unit.After(e.Call))
	})
}

// A reaching reports whether control may go from one point of a function to another, in one sense of it.
type reaching func(s *facts.Spawn, from, to facts.PointID) bool

// sameSection reports whether nothing is done with the lock of the section between a store and a step of one
// activation: the step is known to hold it.
func (r *routes) sameSection(s order.Step, store link.Moment, after reaching) bool {
	if r.section == nil {
		return false
	}
	spawn := r.ts.L.Insts[s.Inst].Unit.Spawn
	return !slices.ContainsFunc(r.operations(s.Inst), func(q facts.PointID) bool {
		return q != store.At && after(spawn, store.At, q) && (q == s.At || after(spawn, q, s.At))
	})
}

// operates reports whether an activation does something with the lock of the section before a step of it.
func (r *routes) operates(s order.Step, after reaching) bool {
	spawn := r.ts.L.Insts[s.Inst].Unit.Spawn
	before := func(q facts.PointID) bool { return q == s.At || after(spawn, q, s.At) }
	return slices.ContainsFunc(r.operations(s.Inst), before)
}

// operations are the points of a function at which it takes or releases the lock of the section, or calls what may.
func (r *routes) operations(id link.InstID) []facts.PointID {
	if r.section == nil || r.ts.L.Insts[id].Unit.Spawn == nil {
		return nil
	}
	list, known := r.ops[id]
	if !known {
		list = r.findOperations(id)
		r.ops[id] = list
	}
	return list
}

// findOperations finds them.
func (r *routes) findOperations(id link.InstID) []facts.PointID {
	list := r.ownOperations(id)
	for _, e := range r.ts.L.Insts[id].Out {
		if e.Spawn {
			continue
		}
		for to := range r.ts.L.Below(e.To) {
			if len(r.ownOperations(to)) > 0 {
				list = append(list, r.ts.L.Insts[id].Unit.After(e.Call).At)
				break
			}
		}
	}
	return list
}

// ownOperations are those at which it does so itself.
func (r *routes) ownOperations(id link.InstID) []facts.PointID {
	if r.ts.L.Insts[id].Unit.Spawn == nil {
		return nil
	}
	var list []facts.PointID
	for k := range r.ts.L.Ordered.Funcs[id].Points {
		e := &r.ts.L.Ordered.Funcs[id].Points[k].Event
		switch e.Op {
		case hb.OpLock, hb.OpRLock, hb.OpUnlock, hb.OpRUnlock:
			if k > 0 && slices.ContainsFunc(e.Objs, func(o hb.ObjID) bool { return slices.Contains(r.section, o) }) {
				list = append(list, facts.PointID(k-1))
			}
		}
	}
	return list
}

// anew reports whether a loop of an activation makes the object anew in each iteration.
func (r *routes) anew(id link.ObjID, top link.InstID) bool {
	o := &r.ts.L.Objects[id]
	if o.Inst == top {
		return o.Decl.Flags&facts.ObjInLoop != 0
	}
	i, callers := r.ts.L.Insts[top], r.ts.L.Traced().Callers(o.Inst)
	return !slices.ContainsFunc(i.Out, func(e link.Edge) bool {
		return !e.Spawn && callers[e.To] && i.Unit.Flow.Calls[e.Call].Flags&facts.CallInLoop == 0
	})
}

// own reports whether an address is of what x's goroutine has made itself, or was found in such an object, into which
// nobody else puts it.
func (r *routes) own(s link.Source, depth int) bool {
	if s.Slot == 0 {
		return s.Base.Inst != 0 && r.ts.L.Insts[s.Base.Inst].Origin == r.x.Origin
	}
	return depth < maxHolders && r.filled(s) &&
		all(r.ts.L.Traced().Trace(s.Base), func(b link.Source) bool { return r.own(b, depth+1) })
}

// filled reports whether x's goroutine alone puts an address into a slot, of objects that it has made itself.
func (r *routes) filled(s link.Source) bool {
	_, holder, _ := r.ts.L.ObjectAt(s.Slot)
	at := link.Placing{Slot: s.Slot, Target: s.Target}
	stores := r.ts.L.Traced().StoresOf(at)
	made := func(v link.Source) bool { return v.Slot == 0 && v.Base.Inst != 0 }
	if r.ts.makerOf(holder) != r.x.Origin || len(stores) == 0 {
		return false
	}
	return !slices.ContainsFunc(stores, func(w link.Storing) bool {
		c := &r.ts.L.Insts[w.Inst].Unit.Flow.Cons[w.Con]
		base := link.ReachingDef{Inst: w.Inst, Node: c.Dst, Target: at.Slot - pointsto.Node(c.Off)}
		return r.ts.L.Insts[w.Inst].Origin != r.x.Origin || !all(r.ts.L.Traced().Values(w, at.Target), made) ||
			!all(r.ts.L.Traced().Trace(base), made)
	})
}

// makerOf is the goroutine that makes an object; zero if it was there before all of them.
func (ts *trails) makerOf(id link.ObjID) link.OriginID {
	if o := &ts.L.Objects[id]; o.Inst != 0 {
		return ts.L.Insts[o.Inst].Origin
	}
	return 0
}
