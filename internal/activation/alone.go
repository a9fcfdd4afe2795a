// This file makes an activation a program of its own and asks for the order of what happens in it (O6).

package activation

import (
	"maps"
	"slices"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/hb"
	"github.com/syncvet/syncvet/internal/link"
)

// A renumbering numbers what an activation consists of anew, so that little activations of large programs cost little.
type renumbering struct {
	*Activation
	p       *hb.Program                 // the program that is made
	funcs   map[hb.FuncID]hb.FuncID     // new numbers of functions
	objs    map[hb.ObjID]hb.ObjID       // of synchronisation objects
	origins map[hb.OriginID]hb.OriginID // of goroutines
}

// solve finds the order of what happens in the activation: the program in which it is all there is.
func (a *Activation) solve() {
	r := &renumbering{a, &hb.Program{Funcs: make([]hb.Func, 1), Origins: make([]hb.Origin, 1), Objs: make([]hb.Object, 1)},
		map[hb.FuncID]hb.FuncID{}, map[hb.ObjID]hb.ObjID{}, map[hb.OriginID]hb.OriginID{}}
	instances := slices.Sorted(maps.Keys(a.runs))
	var wanted []hb.FuncID
	for k, id := range instances {
		r.funcs[hb.FuncID(id)] = hb.FuncID(k + 1)
		wanted = append(wanted, hb.FuncID(k+1))
		r.origin(a.l.Insts[id].Origin)
	}
	for _, id := range instances {
		r.p.Funcs = append(r.p.Funcs, r.function(&a.l.Ordered.Funcs[id]))
	}
	for whole, o := range r.origins {
		r.p.Origins[o] = r.goroutine(whole)
	}
	a.numbers = r
	a.result = hb.Solve(r.p, hb.Options{Budget: a.l.Cfg.MaxOrderSteps, Wanted: wanted, Rounds: true})
	a.exit = a.result.AtExit(r.origins[hb.OriginID(a.origin)])
}

// origin numbers an origin.
func (r *renumbering) origin(id link.OriginID) {
	if _, ok := r.origins[hb.OriginID(id)]; !ok {
		r.origins[hb.OriginID(id)] = hb.OriginID(len(r.p.Origins))
		r.p.Origins = append(r.p.Origins, hb.Origin{})
	}
}

// goroutine is an origin as the activation sees it.
func (r *renumbering) goroutine(id hb.OriginID) hb.Origin {
	o := r.l.Ordered.Origins[id]
	if link.OriginID(id) == r.Activation.origin {
		return hb.Origin{Entry: []hb.FuncID{r.funcs[hb.FuncID(r.top)]}, Root: true, Tree: o.Tree}
	}
	n := hb.Origin{Tree: o.Tree, Multi: o.Multi, Twin: r.origins[o.Twin]}
	if r.sole[link.OriginID(id)] {
		n.Twin = 0
	}
	for _, f := range o.Entry {
		if to := r.funcs[f]; to != 0 {
			n.Entry = append(n.Entry, to)
		}
	}
	return n
}

// object numbers a synchronisation object as the activation sees it: all that others may reach is beyond its view.
func (r *renumbering) object(id hb.ObjID) hb.ObjID {
	if n := r.objs[id]; n != 0 {
		return n
	}
	h := r.l.Ordered.Objs[id]
	key := r.l.Syncs[id]
	o := &r.l.Objects[key.Obj]
	if r.Private(key.Obj) && !r.Elsewhere(o) && !r.given[key.Obj] {
		h.Single, h.PerInstance = r.Extent().Single(o), r.Extent().PerInstance(o)
	} else {
		h.Single, h.PerInstance, h.External = false, false, true
	}
	n := hb.ObjID(len(r.p.Objs))
	r.p.Objs = append(r.p.Objs, h)
	r.objs[id] = n
	return n
}

// function is a function without what belongs to other activations.
func (r *renumbering) function(whole *hb.Func) hb.Func {
	f := hb.Func{Points: slices.Clone(whole.Points), Exits: whole.Exits, Outcomes: whole.Outcomes}
	for k := range f.Points {
		e := &f.Points[k].Event
		callees, origins, objs, fresh := e.Callees, e.Origins, e.Objs, e.Fresh
		e.Callees, e.Origins, e.Objs, e.Fresh = nil, nil, nil, nil
		for _, c := range callees {
			if n := r.funcs[c]; n != 0 {
				e.Callees = append(e.Callees, n)
			}
		}
		for _, o := range origins {
			if n := r.origins[o]; n != 0 && !r.others[link.OriginID(o)] {
				e.Origins = append(e.Origins, n)
			}
		}
		for _, o := range objs {
			id := r.l.Syncs[o].Obj
			if r.Private(id) && r.Elsewhere(&r.l.Objects[id]) && !r.given[id] {
				continue
			}
			e.Objs = append(e.Objs, r.object(o))
		}
		slices.Sort(e.Objs)
		for _, o := range fresh {
			e.Fresh = append(e.Fresh, r.object(o))
		}
		slices.Sort(e.Fresh)
	}
	return f
}

// States gives the places of an access in all states in which its function is entered in the activation.
func (a *Activation) States(i *link.Instance, access *facts.Access) []hb.Place {
	o, f := a.numbers.origins[hb.OriginID(i.Origin)], a.numbers.funcs[hb.FuncID(i.ID)]
	var list []hb.Place
	for _, e := range a.result.Entries(o, f) {
		s := a.result.At(o, f, e, hb.PointID(access.Point)+1)
		if s != 0 && (access.OwnIf == 0 || access.OwnIf&^a.result.Owned(s) != 0) {
			list = append(list, hb.Place{Origin: o, Func: f, State: s})
		}
	}
	return list
}

// End is where top returns; false if it does not.
func (a *Activation) End() (hb.Place, bool) {
	return hb.Place{Origin: a.Origin(a.origin), Func: a.numbers.funcs[hb.FuncID(a.top)], State: a.exit}, a.exit != 0
}

// Origin is an origin's number in the activation's order.
func (a *Activation) Origin(id link.OriginID) hb.OriginID { return a.numbers.origins[hb.OriginID(id)] }

// Order is the order of what happens in the activation, which is known (Ordered).
func (a *Activation) Order() *hb.Result { return a.result }
