// This file recognises what a goroutine does with an object before it puts it where the other one found it (K2),
// whoever else may know it by then.

package ends

import (
	"slices"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/link"
	"github.com/syncvet/syncvet/internal/order"
	"github.com/syncvet/syncvet/internal/pointsto"
)

// foundLater reports whether x's goroutine has made the object that x touches, and y's can only have found it, or what
// holds it, where the same activation puts it behind x.
func (ts *trails) foundLater(loc order.Location, x, y *End) bool {
	if ts.makerOf(loc.Obj) != x.Origin {
		return false
	}
	r := &routes{ts: ts, x: x, asked: map[link.Placing]bool{}}
	own := func(s link.Source) bool { return r.own(s, 0) }
	return all(ts.Sources(loc, x), own) && r.later(loc.Obj, ts.Sources(loc, y), 0)
}

// routes are the ways by which others come to know what the goroutine of one end has made.
type routes struct {
	ts    *trails
	x     *End
	asked map[link.Placing]bool // answers; while one is looked for it is true: what is passed on in a circle came from elsewhere
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

// making is the way to x from the innermost activation that makes an object, innermost step first; nil if there is none.
func (r *routes) making(id link.ObjID) []order.Step {
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
	r.asked[at] = len(stores) > 0 && r.precedes(id, path, stores) && !slices.ContainsFunc(stores, func(s link.Storing) bool {
		maker := r.ts.L.Insts[s.Inst].Origin == r.x.Origin
		return !all(r.ts.L.Traced().Values(s, at.Target), func(v link.Source) bool {
			return maker && r.own(v, 0) || v.Slot != 0 && r.behind(id, path, link.Placing{Slot: v.Slot, Target: v.Target})
		})
	})
	return r.asked[at]
}

// precedes reports whether none of some stores can come before the innermost step in the activation that makes the
// object, the last step's.
func (r *routes) precedes(id link.ObjID, path []order.Step, stores []link.Storing) bool {
	after := follows
	if !r.anew(id, path[len(path)-1].Inst) {
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
		after = order.Reaches
	}
	return true
}

// stepBehind reports whether one activation may make a store, or a call that leads there, before it comes to a step; the
// call on the way to x is looked at by itself.
func (r *routes) stepBehind(
	s order.Step, next link.InstID, w link.Storing, after func(s *facts.Spawn, from, to facts.PointID) bool,
) bool {
	i := r.ts.L.Insts[s.Inst]
	callers := r.ts.L.Traced().Callers(w.Inst)
	if callers == nil || i.Unit.Spawn == nil {
		return callers == nil || callers[s.Inst]
	}
	before := func(p link.Moment) bool { return !p.Known || p.At == s.At || after(i.Unit.Spawn, p.At, s.At) }
	if w.Inst == s.Inst && before(i.Unit.PointOf(&i.Unit.Flow.Cons[w.Con])) {
		return true
	}
	return slices.ContainsFunc(i.Out, func(e link.Edge) bool {
		return !e.Spawn && e.To != next && callers[e.To] && before(i.Unit.After(e.Call))
	})
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
	return r.ts.makerOf(holder) == r.x.Origin && len(stores) > 0 && !slices.ContainsFunc(stores, func(w link.Storing) bool {
		c := &r.ts.L.Insts[w.Inst].Unit.Flow.Cons[w.Con]
		base := link.Sighting{Inst: w.Inst, Node: c.Dst, Target: at.Slot - pointsto.Node(c.Off)}
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
