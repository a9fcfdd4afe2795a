// This file orders accesses by fork and join: a function waits before it returns for the goroutines that it starts, and
// so do these for theirs (R32).

package ends

import (
	"slices"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/ends/skeleton"
	"github.com/syncvet/syncvet/internal/hb"
	"github.com/syncvet/syncvet/internal/link"
)

// ForkedAndJoined reports whether y runs in a goroutine from which x's stems by activations of functions each of which
// waits before it returns for what it starts, and y runs in none of these activations while such goroutines may run. By
// induction over the goroutines in between, what x's does has happened when the outermost activation returns; and y
// comes before it starts a goroutine or after it has waited (R32).
func (js *joins) ForkedAndJoined(x, y *End) bool {
	if js.L.Origins[y.Origin].Multi || x.Origin == y.Origin {
		return false
	}
	w := &joining{joins: js, y: y, seen: map[joinable]bool{}}
	return w.joined(joinable{x.Origin, js.L.Insts[x.Inst].Unit, hb.PointID(x.Fact().Point) + 1})
}

// joining is one such search.
type joining struct {
	*joins
	y    *End              // the access that the goroutines of another one are compared with
	seen map[joinable]bool // asked for: joined, if all others are
}

// A joinable is a place of a function in the goroutines of an origin.
type joinable struct {
	origin link.OriginID // the goroutines
	unit   *link.Unit    // the function, in whichever context
	point  hb.PointID    // zero: wherever the function is called
}

// joined reports whether all goroutines of an origin and of its twin are waited for by the activations that start them,
// once they have come to a place and gone on.
func (w *joining) joined(k joinable) bool {
	if w.seen[k] {
		return true
	}
	w.seen[k] = true
	o := w.L.Origins[k.origin]
	starters := w.events.StartersOf(o.ID)
	if slices.ContainsFunc(starters, func(i *link.Instance) bool { return !w.waitsItself(i) }) {
		return false
	}
	ways := w.ways(k)
	if len(ways) == 0 {
		return true // they do not come there
	}
	if len(starters) == 0 ||
		slices.ContainsFunc(starters, func(i *link.Instance) bool { return !w.joinedBy(i, o, ways) }) {
		return false
	}
	return o.Twin == 0 || w.joined(joinable{o.Twin, k.unit, k.point})
}

// waitsItself reports whether a function makes a WaitGroup and waits for it.
func (js *joins) waitsItself(i *link.Instance) bool {
	return slices.ContainsFunc(js.roundsOf(i.Origin), func(r *round) bool { return r.top == i.ID })
}

// ways lists the functions on the way to a place, for each of the ways that lead there.
func (w *joining) ways(k joinable) [][]skeleton.Stop {
	var list [][]skeleton.Stop
	for _, id := range w.events.ContextsOf(k.origin, k.unit) {
		o, f := hb.OriginID(k.origin), hb.FuncID(id)
		for _, e := range w.L.Solved.Entries(o, f) {
			way := w.events.Callers(o, e)
			if k.point != 0 {
				way = slices.Insert(way, 0, skeleton.At(f, e, k.point))
			}
			list = append(list, way)
		}
	}
	return list
}

// joinedBy reports whether the goroutines of an origin that one function starts are waited for.
func (w *joining) joinedBy(i *link.Instance, o *link.Origin, ways [][]skeleton.Stop) bool {
	waited := slices.ContainsFunc(w.roundsOf(i.Origin), func(r *round) bool {
		if r.top != i.ID {
			return false
		}
		b := w.between(r, o)
		return b != nil && b.whole && (i.Origin != w.y.Origin || !w.runsIn(w.y, r, b)) &&
			!slices.ContainsFunc(ways, func(stops []skeleton.Stop) bool { return !w.doneAtTheEnd(stops, r) })
	})
	return waited && (i.Origin == w.y.Origin || w.joined(joinable{i.Origin, i.Unit, 0}))
}

// doneAtTheEnd reports whether the function that a round starts as a goroutine calls Done for it on every way behind
// the last of the stops, which lies in it.
func (js *joins) doneAtTheEnd(stops []skeleton.Stop, r *round) bool {
	if len(stops) == 0 {
		return false
	}
	last := stops[len(stops)-1]
	return last.Entry.Caller == 0 &&
		js.events.ComesTo(last, func(e *hb.Event) bool { return e.Op == hb.OpDone && js.belongs(e.Objs, r) })
}

// belongs reports whether an event of a goroutine that a round starts acts on the round's WaitGroup. Where all
// functions that operate on it know it by name, they know it from the activation that made it, so it does not matter if
// the event may act on what the same statement makes in other activations.
func (js *joins) belongs(objs []hb.ObjID, r *round) bool {
	if !slices.Contains(objs, r.group) {
		return false
	}
	key := js.L.Syncs[r.group]
	made := &js.L.Objects[key.Obj]
	return len(objs) == 1 || r.named && !slices.ContainsFunc(objs, func(id hb.ObjID) bool {
		k := js.L.Syncs[id]
		o := &js.L.Objects[k.Obj]
		return k.Off != key.Off || o.Inst == 0 || o.Site != made.Site || js.L.Insts[o.Inst].Unit != js.L.Insts[made.Inst].Unit
	})
}

// captured reports whether only a function and the function literals that it makes name a variable of it, and nobody
// but that very activation calls these literals or starts them as goroutines.
func (js *joins) captured(id link.ObjID) bool {
	o := &js.L.Objects[id]
	top := js.L.Insts[o.Inst]
	flow := top.Unit.Flow
	addresses := pointers(flow, o.Site)
	literals := map[facts.Node]bool{}
	slots := map[uint32]bool{}
	for _, c := range flow.Cons {
		if c.Op == facts.ConStore && addresses[c.Src] {
			literals[c.Dst] = true
			slots[c.Off] = true
		}
	}
	for n := range literals {
		delete(addresses, n)
	}
	if leaves(flow, addresses, literals) || leaves(flow, literals, nil) || !areLiterals(flow, literals) {
		return false
	}
	return !slices.ContainsFunc(top.Out, func(e link.Edge) bool {
		if !literals[flow.Calls[e.Call].Recv] {
			return false
		}
		f := js.L.Insts[e.To].Unit.Flow
		if f == nil {
			return true
		}
		named := map[facts.Node]bool{}
		for off := range slots {
			if off == 0 || int(off) > len(f.FreeVars) {
				return true
			}
			named[f.FreeVars[off-1]] = true
		}
		delete(named, 0)
		return leaves(f, named, nil)
	})
}

// pointers are the nodes that hold the address of an allocation site's object.
func pointers(flow *facts.Flow, site uint32) map[facts.Node]bool {
	found := map[facts.Node]bool{}
	for _, c := range flow.Cons {
		if c.Op == facts.ConAddr && c.Obj == site {
			found[c.Dst] = true
		}
	}
	return found
}

// areLiterals reports whether nodes hold nothing but function values that the function makes.
func areLiterals(flow *facts.Flow, nodes map[facts.Node]bool) bool {
	return !slices.ContainsFunc(flow.Cons, func(c facts.Con) bool {
		into := nodes[c.Dst] && c.Op != facts.ConStore
		return into && (c.Op != facts.ConAddr || flow.Objs[c.Obj].Kind != facts.ObjFunc || c.Off != 0)
	})
}

// leaves reports whether what some nodes hold goes elsewhere: to other nodes, to memory other than what certain nodes
// point to, to functions called, or to the caller.
func leaves(flow *facts.Flow, nodes, except map[facts.Node]bool) bool {
	held := func(n facts.Node) bool { return nodes[n] }
	return slices.ContainsFunc(
		flow.Cons,
		func(c facts.Con) bool { return nodes[c.Src] && !(c.Op == facts.ConStore && except[c.Dst]) },
	) ||
		slices.ContainsFunc(flow.Calls, func(c facts.Call) bool { return slices.ContainsFunc(c.Args, held) }) ||
		slices.ContainsFunc(flow.Results, held)
}
