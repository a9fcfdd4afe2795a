// This file orders accesses by fork and join: a function waits before it returns for the goroutines that it starts, and so do these for theirs (R32).

package program

import (
	"slices"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/hb"
)

// forkedAndJoined tells whether y runs in a goroutine from which x's stems by activations of functions each of which waits before it returns for what it starts, and y runs in none of these
// activations while such goroutines may run. By induction over the goroutines in between, what x's does has happened when the outermost activation returns; and y comes before it starts a goroutine
// or after it has waited (R32).
func (d *detector) forkedAndJoined(x, y *candidate) bool {
	if d.l.origins[y.origin].multi || x.origin == y.origin {
		return false
	}
	w := &joining{detector: d, y: y, seen: map[joinable]bool{}}
	return w.joined(joinable{x.origin, d.l.insts[x.inst].unit, hb.PointID(d.access(x).Point) + 1})
}

// joining is one such search.
type joining struct {
	*detector
	y    *candidate
	seen map[joinable]bool // asked for: joined, if all others are
}

// A joinable is a place of a function in the goroutines of an origin.
type joinable struct {
	origin originID
	unit   *unit
	point  hb.PointID // zero: wherever the function is called
}

// joined tells whether all goroutines of an origin and of its twin are waited for by the activations that start them, once they have come to a place and gone on.
func (w *joining) joined(k joinable) bool {
	if w.seen[k] {
		return true
	}
	w.seen[k] = true
	o := w.l.origins[k.origin]
	starters := w.startersOf(o.id)
	if slices.ContainsFunc(starters, func(i *instance) bool { return !w.waitsItself(i) }) {
		return false
	}
	ways := w.ways(k)
	if len(ways) == 0 {
		return true // they do not come there
	}
	if len(starters) == 0 || slices.ContainsFunc(starters, func(i *instance) bool { return !w.joinedBy(i, o, ways) }) {
		return false
	}
	return o.twin == 0 || w.joined(joinable{o.twin, k.unit, k.point})
}

// waitsItself tells whether a function makes a WaitGroup and waits for it.
func (d *detector) waitsItself(i *instance) bool {
	return slices.ContainsFunc(d.roundsOf(i.origin), func(r *round) bool { return r.top == i.id })
}

// ways lists the functions on the way to a place, for each of the ways that lead there.
func (w *joining) ways(k joinable) [][]stop {
	var list [][]stop
	for _, i := range w.l.insts[1:] {
		if i.origin != k.origin || i.unit != k.unit {
			continue
		}
		o, f := hb.OriginID(i.origin), hb.FuncID(i.id)
		for _, e := range w.l.solved.Entries(o, f) {
			way := w.callers(o, e)
			if k.point != 0 {
				way = slices.Insert(way, 0, stop{f, e, k.point})
			}
			list = append(list, way)
		}
	}
	return list
}

// joinedBy tells whether the goroutines of an origin that one function starts are waited for.
func (w *joining) joinedBy(i *instance, o *origin, ways [][]stop) bool {
	waited := slices.ContainsFunc(w.roundsOf(i.origin), func(r *round) bool {
		if r.top != i.id {
			return false
		}
		b := w.between(r, o)
		return b != nil && b.whole && (i.origin != w.y.origin || !w.runsIn(w.y, r, b)) &&
			!slices.ContainsFunc(ways, func(stops []stop) bool { return !w.doneAtTheEnd(stops, r) })
	})
	return waited && (i.origin == w.y.origin || w.joined(joinable{i.origin, i.unit, 0}))
}

// startersOf lists the functions that start goroutines of an origin.
func (d *detector) startersOf(o originID) []*instance {
	if d.starters == nil {
		d.starters = map[originID][]*instance{}
		for _, i := range d.l.insts[1:] {
			for _, p := range d.l.ordered.Funcs[i.id].Points {
				for _, started := range p.Event.Origins {
					d.starters[originID(started)] = append(d.starters[originID(started)], i)
				}
			}
		}
	}
	return d.starters[o]
}

// doneAtTheEnd tells whether the function that a round starts as a goroutine calls Done for it on every way behind the last of the stops, which lies in it.
func (d *detector) doneAtTheEnd(stops []stop, r *round) bool {
	if len(stops) == 0 {
		return false
	}
	last := stops[len(stops)-1]
	return last.entry.Caller == 0 && d.comesTo(last, func(e *hb.Event) bool { return e.Op == hb.OpDone && d.belongs(e.Objs, r) })
}

// belongs tells whether an event of a goroutine that a round starts acts on the round's WaitGroup. Where all functions that operate on it know it by name, they know it from the activation that
// made it, so it does not matter if the event may act on what the same statement makes in other activations.
func (d *detector) belongs(objs []hb.ObjID, r *round) bool {
	if !slices.Contains(objs, r.group) {
		return false
	}
	key := d.l.syncs[r.group]
	made := &d.l.objects[key.obj]
	return len(objs) == 1 || r.named && !slices.ContainsFunc(objs, func(id hb.ObjID) bool {
		k := d.l.syncs[id]
		o := &d.l.objects[k.obj]
		return k.off != key.off || o.inst == 0 || o.site != made.site || d.l.insts[o.inst].unit != d.l.insts[made.inst].unit
	})
}

// captured tells whether only a function and the function literals that it makes name a variable of it, and nobody but that very activation calls these literals or starts them as goroutines.
func (d *detector) captured(id objID) bool {
	o := &d.l.objects[id]
	top := d.l.insts[o.inst]
	flow := top.unit.flow
	addresses := pointers(flow, o.site)
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
	return !slices.ContainsFunc(top.out, func(e edge) bool {
		if !literals[flow.Calls[e.call].Recv] {
			return false
		}
		f := d.l.insts[e.to].unit.flow
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

// areLiterals tells whether nodes hold nothing but function values that the function makes.
func areLiterals(flow *facts.Flow, nodes map[facts.Node]bool) bool {
	return !slices.ContainsFunc(flow.Cons, func(c facts.Con) bool {
		into := nodes[c.Dst] && c.Op != facts.ConStore
		return into && (c.Op != facts.ConAddr || flow.Objs[c.Obj].Kind != facts.ObjFunc || c.Off != 0)
	})
}

// leaves tells whether what some nodes hold goes elsewhere: to other nodes, to memory other than what certain nodes point to, to functions called, or to the caller.
func leaves(flow *facts.Flow, nodes, except map[facts.Node]bool) bool {
	held := func(n facts.Node) bool { return nodes[n] }
	return slices.ContainsFunc(flow.Cons, func(c facts.Con) bool { return nodes[c.Src] && !(c.Op == facts.ConStore && except[c.Dst]) }) ||
		slices.ContainsFunc(flow.Calls, func(c facts.Call) bool { return slices.ContainsFunc(c.Args, held) }) ||
		slices.ContainsFunc(flow.Results, held)
}
