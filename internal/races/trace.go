// This file finds how one end of a pair comes to know an object: from the access back through copies, calls and captured variables, along
// the end's own call path, to where the object was made or to the memory that its address was loaded from (K1).

package races

import (
	"slices"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/link"
	"github.com/syncvet/syncvet/internal/order"
	"github.com/syncvet/syncvet/internal/pointsto"
)

// contextOf is the call path of a candidate, over all goroutines from the root on.
func (d *Detector) contextOf(c *end) *link.Context {
	if c.context == nil {
		for _, k := range c.chain() {
			c.context = &link.Context{Inst: k.Inst, From: k.From, Call: k.Call, Start: k.Start, Up: c.context}
		}
	}
	return c.context
}

// knows reports whether both ends may know an object at one time (K1).
func (d *Detector) knows(loc order.Location, x, y *end) bool {
	o := &d.L.Objects[loc.Obj]
	if o.Inst == 0 || o.Decl.Kind == facts.ObjParam || o.Decl.Kind == facts.ObjUnknown {
		return true
	}
	return d.meetOn(x, y, d.sightings(loc, x), d.sightings(loc, y), 0)
}

// meetOn reports whether some sightings of one end and some of the other may be of one object. That iterations have elements of their own counts if each
// end's call path is the only one to its access: a path stands for others that lead there in the same state.
func (d *Detector) meetOn(x, y *end, xs, ys []link.Sighting, depth int) bool {
	t := d.L.Traced()
	t.Apart = x.only.holds(x.onlyPath) && y.only.holds(y.onlyPath)
	defer func() { t.Apart = false }()
	return d.meet(xs, ys, depth)
}

// onlyPath reports whether each function on a candidate's path in its goroutine has one caller there.
func (c *end) onlyPath() bool {
	chain := c.chain()
	for k := len(chain) - 1; k >= 0 && !chain[k].Start; k-- {
		if i := c.d.L.Insts[chain[k].Inst]; chain[k].From != 0 && (len(i.In) != 1 || i.In[0].Spawn) {
			return false
		}
	}
	return true
}

// sightings are the addresses by which an access touches a location.
func (d *Detector) sightings(loc order.Location, c *end) []link.Sighting {
	if !c.seenKnown {
		c.seen, c.seenKnown = d.sightingsIn(loc, c, d.contextOf(c)), true
	}
	return c.seen
}

func (d *Detector) sightingsIn(loc order.Location, c *end, ctx *link.Context) []link.Sighting {
	a := c.access()
	var list []link.Sighting
	for k := range max(a.Len, 1) {
		if k+a.Off <= loc.Off {
			t := d.L.Objects[loc.Obj].Base + pointsto.Node(loc.Off-a.Off-k)
			if n := d.L.Insts[c.Inst].Node(a.Addr); d.L.Sets.Has(n, t) {
				list = append(list, link.Sighting{Inst: c.Inst, Node: a.Addr, Target: t, Ctx: ctx})
			}
		}
	}
	return list
}

// maxHolders bounds how many objects stand between the ends and what they share.
const maxHolders = 5

// meet reports whether one of some sightings and one of others may be of one object.
func (d *Detector) meet(xs, ys []link.Sighting, depth int) bool {
	b := d.sourcesOf(ys)
	for _, p := range d.sourcesOf(xs) {
		for _, q := range b {
			if d.agree(p, q, depth) {
				return true
			}
		}
	}
	return false
}

// sourcesOf are those of all sightings.
func (d *Detector) sourcesOf(list []link.Sighting) []link.Source {
	if len(list) == 1 {
		return d.L.Traced().Trace(list[0])
	}
	var all []link.Source
	for _, s := range list {
		all = append(all, d.L.Traced().Trace(s)...)
	}
	return all
}

// putInto lists what the goroutine that made an object stored into the slot that a source was loaded from.
func (d *Detector) putInto(p link.Source) []link.Sighting {
	o, _, off := d.L.ObjectAt(p.Slot)
	var list []link.Sighting
	for _, i := range d.L.Insts[1:] {
		if i.Origin != d.L.Insts[o.Inst].Origin || i.Unit.Flow == nil {
			continue
		}
		for k := range i.Unit.Flow.Cons {
			c := &i.Unit.Flow.Cons[k]
			if c.Op == facts.ConStore && c.Off <= off && d.L.Sets.Has(i.Node(c.Dst), p.Slot-pointsto.Node(c.Off)) && d.L.Sets.Has(i.Node(c.Src), p.Target) {
				list = append(list, link.Sighting{Inst: i.ID, Node: c.Src, Target: p.Target, Ctx: nil})
			}
		}
	}
	return list
}

// A placing is a question: who stores what an address leads to into a slot?
type placing struct{ slot, target pointsto.Node }

// maxPlacers bounds how many statements that store one address into one slot are told apart.
const maxPlacers = 2

// placers lists the functions and constraints by which an address may be stored into a slot, up to maxPlacers.
func (d *Detector) placers(at placing) []placer {
	list, ok := d.way.placed[at]
	if ok {
		return list
	}
	for _, i := range d.L.Insts[1:] {
		if i.Unit.Flow == nil {
			continue
		}
		for k := range i.Unit.Flow.Cons {
			c := &i.Unit.Flow.Cons[k]
			if c.Op != facts.ConStore || !d.L.Sets.Has(i.Node(c.Src), at.target) || !d.L.Sets.Has(i.Node(c.Dst), at.slot-pointsto.Node(c.Off)) {
				continue
			}
			if p := (placer{i.Unit, k}); len(list) < maxPlacers && !slices.Contains(list, p) {
				list = append(list, p)
			}
		}
	}
	d.way.placed[at] = list
	return list
}

// A placer is a statement that stores an address.
type placer struct {
	unit *link.Unit
	con  int // into its flow's constraints
}

// putOnce reports whether two slots of different holders hold different objects, though they are one abstract object: a single statement stores such objects into
// either, and its function has made the object itself and puts it into what it was given: each activation into one holder only (K1).
func (d *Detector) putOnce(p, q link.Source) bool {
	a, b := d.placers(placing{p.Slot, p.Target}), d.placers(placing{q.Slot, q.Target})
	if len(a) != 1 || len(b) != 1 || a[0] != b[0] {
		return false
	}
	o, _, _ := d.L.ObjectAt(p.Target)
	if o == nil || o.Inst == 0 || d.L.Insts[o.Inst].Unit != a[0].unit {
		return false
	}
	u := a[0].unit
	c := &u.Flow.Cons[a[0].con]
	made := slices.ContainsFunc(u.Flow.Cons, func(k facts.Con) bool {
		return k.Op == facts.ConAddr && k.Dst == c.Src && &u.Flow.Objs[k.Obj] == o.Decl
	})
	return made && slices.Contains(u.Flow.Params, c.Dst)
}

// agree reports whether two sources may have given one address: loaded from one slot, or from the same slot of objects that two goroutines
// made, each for itself, where both put one address.
func (d *Detector) agree(p, q link.Source, depth int) bool {
	if p.Slot == 0 || q.Slot == 0 {
		return true
	}
	o, _, off := d.L.ObjectAt(p.Slot)
	if p.Slot != q.Slot {
		other, _, at := d.L.ObjectAt(q.Slot)
		if o.Decl.Kind == facts.ObjFunc {
			return true // two functions that were made with one object
		}
		if d.putOnce(p, q) {
			return false
		}
		if off != at || o.Inst == 0 || other.Inst == 0 || d.L.AllocPos(o) != d.L.AllocPos(other) {
			return true
		}
		return depth < maxHolders && d.L.Insts[o.Inst].Origin != d.L.Insts[other.Inst].Origin && d.meet(d.putInto(p), d.putInto(q), depth+1)
	}
	switch {
	case o.Inst == 0 || depth >= maxHolders:
		return true
	case o.Decl.Kind == facts.ObjChan && off > 0:
		return false // a message is received once
	}
	return d.meet([]link.Sighting{p.Base}, []link.Sighting{q.Base}, depth+1)
}
