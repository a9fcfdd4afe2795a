// This file says which memory is the inside of a dependency: what a foreign function has made for itself, and who calls
// it from the module can come to only through something that protects itself (R49).

package ends

import (
	"maps"
	"slices"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/explain"
	"github.com/syncvet/syncvet/internal/link"
	"github.com/syncvet/syncvet/internal/order"
	"github.com/syncvet/syncvet/internal/pointsto"
)

// An insides room knows what calls of other modules' functions are given, and what these protect.
type insides struct {
	*explain.Paths
	guarded  map[link.ObjID]bool  // objects that other modules synchronise themselves; nil until asked
	given    map[crossing]mayLead // answers of reachable
	known    map[link.ObjID]bool  // what the module may lead to, if reached; nil: anything
	reached  bool                 // known has been found
	looked   []uint32             // by object: the last search that came to it; nil until asked
	searches uint32               // how many there were
}

// A crossing is a call by which control leaves the module.
type crossing struct {
	From link.InstID // of the module; zero: none
	Call uint32      // index into From's Flow.Calls
}

// foreign reports whether an access is in code of another module.
func (in *insides) foreign(c *End) bool {
	return !in.View.Deps && !in.L.OfModule(c.Inst)
}

// crossing is the last call on the way to an access by which control leaves the module.
func (in *insides) crossing(c *End) crossing {
	chain := c.Chain()
	for k := len(chain) - 1; k >= 0; k-- {
		if from := chain[k].From; from != 0 && in.L.OfModule(from) {
			return crossing{from, chain[k].Call}
		}
	}
	return crossing{}
}

// Within reports whether both ends are in code of other modules, on memory that these have made for themselves: nothing
// that either call was given leads there, but through objects that other modules synchronise.
func (in *insides) Within(loc order.Location, x, y *End) bool {
	o := &in.L.Objects[loc.Obj]
	if o.Inst == 0 || in.L.OfModule(o.Inst) || !in.foreign(x) || !in.foreign(y) {
		return false
	}
	return !in.leads(in.crossing(x), loc.Obj) && !in.leads(in.crossing(y), loc.Obj)
}

// leads reports whether what a call is given leads to an object.
func (in *insides) leads(c crossing, id link.ObjID) bool {
	if c.From == 0 {
		return false
	}
	seen, known := in.given[c]
	if !known {
		seen = in.reachable(c)
		in.given[c] = seen
	}
	_, leads := slices.BinarySearch(seen.to, id)
	return seen.anything || leads
}

// A mayLead is the objects to which what a call is given leads, in order.
type mayLead struct {
	to       []link.ObjID // in order of ids
	anything bool         // there are too many
}

// reachable follows what a call is given.
func (in *insides) reachable(c crossing) mayLead {
	i := in.L.Insts[c.From]
	call := &i.Unit.Flow.Calls[c.Call]
	var from []pointsto.Node
	for _, n := range append([]facts.Node{call.Recv}, call.Args...) {
		if n != 0 {
			from = append(from, i.Node(n))
		}
	}
	seen := in.spread(from, maxInside)
	return mayLead{slices.Sorted(maps.Keys(seen)), seen == nil}
}

// spread are the objects to which some nodes lead, and which nobody synchronises on the way, themselves included; nil
// if there are more than so many.
func (in *insides) spread(from []pointsto.Node, most int) map[link.ObjID]bool {
	seen, work := map[link.ObjID]bool{}, []link.ObjID(nil)
	var buf []pointsto.Node
	if in.looked == nil {
		in.looked = make([]uint32, len(in.L.Objects))
	}
	in.searches++
	visit := func(n pointsto.Node) {
		buf = in.L.Sets.PointsTo(buf[:0], n)
		for _, a := range buf {
			_, id, _ := in.L.ObjectAt(a)
			if in.looked[id] == in.searches {
				continue
			}
			if in.looked[id] = in.searches; id != 0 && !in.guards(id) {
				seen[id] = true
				work = append(work, id)
			}
		}
	}
	for _, n := range from {
		visit(n)
	}
	for len(work) > 0 {
		o := &in.L.Objects[work[len(work)-1]]
		work = work[:len(work)-1]
		for k := range o.Decl.Size {
			visit(o.Base + pointsto.Node(k))
		}
		if len(seen) > most {
			return nil
		}
	}
	return seen
}

// Hidden reports whether no pair of accesses of a location can be the module's affair: it lies in memory that other
// modules have made, all accesses are in their code, and nothing that code of the module holds leads there.
func (in *insides) Hidden(loc order.Location) bool {
	o := &in.L.Objects[loc.Obj]
	if in.View.Deps || o.Inst == 0 || in.L.OfModule(o.Inst) {
		return false
	}
	if !in.reached {
		in.reached = true
		in.known = in.spread(in.nodes(), maxKnown)
	}
	return in.known != nil && !in.known[loc.Obj] &&
		!slices.ContainsFunc(in.L.Shared[loc], func(t order.AccessInstance) bool { return in.L.OfModule(t.Inst) })
}

// nodes are those of all instances of the module's functions.
func (in *insides) nodes() []pointsto.Node {
	var all []pointsto.Node
	for _, i := range in.L.Insts[1:] {
		if i.Unit.Flow != nil && in.L.OfModule(i.ID) {
			for k := range i.Unit.Flow.Nodes {
				all = append(all, i.Node(facts.Node(k+1)))
			}
		}
	}
	return all
}

// guards reports whether an object is synchronised by another module than this: one that it has made, and in which it
// locks something, or accesses something atomically.
func (in *insides) guards(id link.ObjID) bool {
	if in.guarded == nil {
		in.guarded = map[link.ObjID]bool{}
		for _, i := range in.L.Insts[1:] {
			if !in.L.OfModule(i.ID) {
				in.noteGuards(i)
			}
		}
	}
	return in.guarded[id]
}

// noteGuards notes the objects that an instance synchronises.
func (in *insides) noteGuards(i *link.Instance) {
	note := func(n facts.Node) {
		if n == 0 {
			return
		}
		for _, a := range in.L.Sets.PointsTo(nil, i.Node(n)) {
			o, id, _ := in.L.ObjectAt(a)
			if o != nil && o.Inst != 0 && !in.L.OfModule(o.Inst) {
				in.guarded[id] = true
			}
		}
	}
	if i.Unit.Locks != nil {
		for k := range i.Unit.Locks.Sites {
			note(i.Unit.Locks.Sites[k].Addr)
		}
	}
	if i.Unit.Accesses != nil {
		for k := range i.Unit.Accesses.List {
			if a := &i.Unit.Accesses.List[k]; a.Kind.Atomic() {
				note(a.Addr)
			}
		}
	}
	if i.Unit.Spawn != nil {
		for k := range i.Unit.Spawn.Points {
			if e := &i.Unit.Spawn.Points[k].Event; e.Op == facts.EventOnceBegin {
				note(e.Addr)
			}
		}
	}
}
