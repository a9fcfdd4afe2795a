// This file tells whether two ends that touch one of the many objects of an allocation site may well touch the same one (K4): by how
// each came by it, which trace.go finds out.

package program

import (
	"slices"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/hb"
	"github.com/syncvet/syncvet/internal/pointsto"
)

// A provenance is how an end's goroutine came by an object.
type provenance struct {
	looked   []lookup // containers it was found in and left in
	own      bool     // in an array, by an index that its goroutine may have for itself
	received []objID  // the channels that it came from
	given    bool     // to the goroutine at its start
	taken    bool     // out of a container: nobody else finds it there any more
	made     bool     // by its goroutine itself
	unclear  bool     // made here and not stored at once, or by a way that is not followed
}

// A lookup is where a load found an object.
type lookup struct {
	location
	index int64    // number of the index expression, if each goroutine surely has its own index; else zero
	base  sighting // what pointed to the container
}

// A wayKey is a question: how did this end come by this object?
type wayKey struct {
	inst   instID
	access uint32
	entry  hb.Entry
	obj    objID
}

// A way is the memory of what was found out about provenances in one link.
type way struct {
	known map[wayKey]*provenance
	takes map[taker]bool
}

// A taker is a load: the function, what it loads through and at which slot.
type taker struct {
	inst instID
	node facts.Node
	off  uint32
}

// maxProvenances bounds the provenances of one link; past it all are unclear (fewer races).
const maxProvenances = 1 << 16

// provenance follows the address of an access back.
func (d *detector) provenance(loc location, c *candidate) *provenance {
	at := wayKey{c.inst, c.access, c.entry, loc.obj}
	p, ok := d.way.known[at]
	if ok {
		return p
	}
	p = &provenance{}
	if len(d.way.known) >= maxProvenances {
		p.unclear = true
		return p
	}
	d.way.known[at] = p
	for _, s := range d.sightings(loc, c) {
		for _, src := range d.l.traced().trace(s) {
			if src.slot == 0 || len(d.l.traced().trace(src.base)) > 0 { // else the end does not know the container in its context
				d.classify(p, c.origin, src)
			}
		}
	}
	return p
}

// classify adds one source to a provenance.
func (d *detector) classify(p *provenance, origin originID, src source) {
	at := src.base.inst
	switch {
	case at == 0:
		p.unclear = true
		return
	case d.l.insts[at].origin != origin:
		p.given = true
		return
	case src.slot == 0:
		p.made = true
		p.unclear = p.unclear || !d.stored(src.base)
		return
	}
	o, id, off := d.l.objectAt(src.slot)
	base, _, first := d.l.objectAt(src.base.target)
	if o == nil || base != o {
		p.unclear = true
		return
	}
	load := taker{at, src.base.node, off - first}
	switch {
	case o.decl.Kind == facts.ObjChan:
		p.received = append(p.received, id)
	case d.l.uses[id].shifted, d.sharedOut(load):
		p.own = true
	case o.decl.Kind == facts.ObjMap && d.takesOut(load):
		p.taken = true
	case extent{d.l.Link, nil}.doubled(o.flavor):
		p.given = true // its own copy of a variable or object of the iteration that started it
	case d.takesOut(load):
		p.taken = true
	default:
		p.looked = append(p.looked, lookup{location{id, off}, d.ownIndex(load), src.base})
	}
}

// stored tells whether the function that makes an object puts it into memory by itself: then others find the very object there.
func (d *detector) stored(made sighting) bool {
	return slices.ContainsFunc(d.l.insts[made.inst].unit.flow.Cons, func(c facts.Con) bool {
		return c.Op == facts.ConStore && c.Src == made.node
	})
}

// reads are the accesses that a load may be: a function's loads of one slot are not told apart.
func (l *Link) reads(load taker) []*facts.Access {
	u := l.insts[load.inst].unit
	if u.accesses == nil {
		return nil
	}
	var list []*facts.Access
	for k := range u.accesses.List {
		if a := &u.accesses.List[k]; a.Addr == load.node && a.Off <= load.off && load.off < a.Off+a.Len {
			list = append(list, a)
		}
	}
	return list
}

// selects tells whether a load is of an element, by an index that its goroutine may have for itself.
func (l *Link) selects(load taker) bool {
	return slices.ContainsFunc(l.reads(load), func(a *facts.Access) bool { return a.Flags&facts.AccessGiven != 0 || a.Index == facts.IndexUnique })
}

// sharedOut tells whether a load selects by an index that was given to its goroutine, but is not surely its own.
func (d *detector) sharedOut(load taker) bool {
	return slices.ContainsFunc(d.l.reads(load), func(a *facts.Access) bool {
		return a.Flags&facts.AccessGiven != 0 && a.Index != facts.IndexUnique
	})
}

// ownIndex is one more than the number of the index expression of a load whose goroutine surely has an index of its own; zero if it
// has not, or if the function selects by several.
func (d *detector) ownIndex(load taker) int64 {
	list := d.l.reads(load)
	if len(list) == 0 || slices.ContainsFunc(list, func(a *facts.Access) bool { return a.Index != facts.IndexUnique || a.Lo != list[0].Lo }) {
		return 0
	}
	return list[0].Lo + 1
}

// takesOut tells whether the function that loads from a container also removes from it: it deletes what it finds (passes/access A23), or otherwise from the map and
// puts nothing new into it; or it sets what it loaded from, or what that was loaded from, to nil or to what it found there.
func (d *detector) takesOut(load taker) bool {
	takes, ok := d.way.takes[load]
	if !ok {
		takes = d.taking(load)
		d.way.takes[load] = takes
	}
	return takes
}

// maxLevels bounds how many loads lead to one that takes something out: the list, in a field, of a struct.
const maxLevels = 4

func (d *detector) taking(load taker) bool {
	i := d.l.insts[load.inst]
	if d.l.deletes(load) {
		return true
	}
	x := d.l.traced().definitions(i.unit)
	var from []facts.Node
	for level := range maxLevels {
		for _, k := range i.unit.flow.Cons {
			if k.Op == facts.ConLoad && k.Src == load.node && k.Off == load.off {
				from = append(from, k.Dst)
			}
		}
		if level == 0 && d.keeps(i, load, from) {
			return false
		}
		if d.removes(i, load, from) {
			return true
		}
		up := slices.IndexFunc(x.cons[load.node], func(k int) bool { return i.unit.flow.Cons[k].Op == facts.ConLoad })
		if up < 0 {
			return false
		}
		c := &i.unit.flow.Cons[x.cons[load.node][up]]
		from = append(from, load.node)
		load.node, load.off = c.Src, c.Off
	}
	return false
}

// deletes tells whether all lookups of a map by which a function may load something take out what they find (passes/access A23).
func (l *Link) deletes(load taker) bool {
	u := l.insts[load.inst].unit
	if u.accesses == nil {
		return false
	}
	found := false
	for k := range u.accesses.List {
		if a := &u.accesses.List[k]; a.Addr == load.node && a.Kind == facts.MapRead {
			if a.Flags&facts.AccessTaken == 0 {
				return false
			}
			found = true
		}
	}
	return found
}

// removes tells whether the function writes the place a load reads, but nothing that is new.
func (d *detector) removes(i *instance, load taker, from []facts.Node) bool {
	if i.unit.accesses == nil {
		return false
	}
	for k := range i.unit.accesses.List {
		a := &i.unit.accesses.List[k]
		if !a.Kind.Writes() || a.Kind == facts.AppendWrite || a.Kind == facts.AppendOver || a.Kind != facts.MapWrite && a.Off != load.off || !d.overlap(i, load.node, a.Addr) {
			continue
		}
		if !d.renews(i, load, a.Kind == facts.MapWrite, from) {
			return true
		}
	}
	return false
}

// keeps tells whether the function stores back to the place a load reads the very object that it loaded, or a part of it: a slice that is cut
// short keeps its array.
func (d *detector) keeps(i *instance, load taker, from []facts.Node) bool {
	return slices.ContainsFunc(i.unit.flow.Cons, func(c facts.Con) bool {
		return c.Op == facts.ConStore && c.Off == load.off && d.overlap(i, load.node, c.Dst) && d.copied(i, c.Src, from, map[facts.Node]bool{})
	})
}

// copied tells whether a value may be a copy of one of some others.
func (d *detector) copied(i *instance, n facts.Node, from []facts.Node, seen map[facts.Node]bool) bool {
	if n == 0 || seen[n] {
		return false
	}
	seen[n] = true
	return slices.Contains(from, n) || slices.ContainsFunc(d.l.traced().definitions(i.unit).cons[n], func(k int) bool {
		c := &i.unit.flow.Cons[k]
		return c.Op == facts.ConCopy && d.copied(i, c.Src, from, seen)
	})
}

// renews tells whether the function stores to the place a load reads what does not come from what it loaded.
func (d *detector) renews(i *instance, load taker, anySlot bool, from []facts.Node) bool {
	return slices.ContainsFunc(i.unit.flow.Cons, func(c facts.Con) bool {
		return c.Op == facts.ConStore && (anySlot || c.Off == load.off) && d.overlap(i, load.node, c.Dst) && !d.derived(i, c.Src, from, map[facts.Node]bool{})
	})
}

// overlap tells whether two nodes of an instance may point to the same place.
func (d *detector) overlap(i *instance, a, b facts.Node) bool {
	if a == b || a == 0 || b == 0 {
		return a == b
	}
	d.buf = d.l.g.PointsTo(d.buf[:0], i.node(a))
	return slices.ContainsFunc(d.buf, func(n pointsto.Node) bool { return d.l.g.Has(i.node(b), n) })
}

// derived tells whether a value is computed from one of some others.
func (d *detector) derived(i *instance, n facts.Node, from []facts.Node, seen map[facts.Node]bool) bool {
	if n == 0 || seen[n] {
		return false
	}
	seen[n] = true
	return slices.Contains(from, n) || slices.ContainsFunc(d.l.traced().definitions(i.unit).cons[n], func(k int) bool {
		return d.derived(i, i.unit.flow.Cons[k].Src, from, seen)
	})
}

// sameOne tells whether two ends may well have the same one of the many objects of an allocation site: both find it in one container,
// or one of them finds or receives what the other one has passed on or was started with.
func (d *detector) sameOne(loc location, x, y *candidate) bool {
	px, py := d.provenance(loc, x), d.provenance(loc, y)
	if px.unclear && !d.released(x) || py.unclear && !d.released(y) || px.taken || py.taken || px.own || py.own {
		return false
	}
	return d.reach(x, y, px, py) || d.reach(y, x, py, px)
}

// owns tells whether an end has the object for itself by all that is known: it took it out of a container, or has made it.
func (d *detector) owns(loc location, c *candidate) bool {
	p := d.provenance(loc, c)
	return (p.taken || p.unclear) && len(p.looked) == 0 && len(p.received) == 0 && !p.given && !d.released(c)
}

// takesOver tells whether x took the object out of a container, and y did so, too, or made it, or received it from a channel on which x's goroutine sends; and neither has passed it
// on: it is handed from one to the other (K6).
func (d *detector) takesOver(loc location, x, y *candidate) bool {
	p, q := d.provenance(loc, x), d.provenance(loc, y)
	if !p.taken || p.made || len(p.received) > 0 || p.shared() || q.shared() || q.unclear && !q.made || d.released(x) || d.released(y) {
		return false
	}
	return len(q.received) == 0 || d.sendsOn(x.origin, q.received)
}

// shared tells whether others may have come by the object in the same way.
func (p *provenance) shared() bool { return len(p.looked) > 0 || p.given || p.own }

// sendsOn tells whether an origin sends on one of some channels.
func (d *detector) sendsOn(o originID, channels []objID) (sends bool) {
	d.events(o, func(e *hb.Event) {
		sends = sends || e.Op == hb.OpSend && slices.ContainsFunc(e.Objs, func(s hb.ObjID) bool { return slices.Contains(channels, d.l.syncs[s].obj) })
	})
	return sends
}

// reach is sameOne seen from one end.
func (d *detector) reach(x, y *candidate, px, py *provenance) bool {
	known := func(f lookup) bool {
		return d.exact(&d.l.objects[f.obj], x, y) && !extent{d.l.Link, nil}.doubled(d.l.objects[f.obj].flavor)
	}
	switch {
	case x.kind == facts.AppendOver && len(py.received) > 0 && slices.ContainsFunc(px.looked, known):
		return true // the array stays where its slice was cut short
	case d.released(x):
		return len(py.received) > 0 || slices.ContainsFunc(py.looked, known)
	case slices.ContainsFunc(px.looked, func(f lookup) bool {
		return known(f) && slices.ContainsFunc(py.looked, func(g lookup) bool { return f.same(g) && d.meetOn(x, y, []sighting{f.base}, []sighting{g.base}, 1) })
	}):
		return true
	case py.given && !d.l.stems(y.origin, x.origin):
		return slices.ContainsFunc(px.looked, func(f lookup) bool { return known(f) && !d.fills(f.location, y.origin) })
	}
	return false
}

// same tells whether two loads may find the same object: not if each goroutine has its own index, computed in the same way.
func (f lookup) same(g lookup) bool {
	return f.location == g.location && (f.index == 0 || f.index != g.index)
}

// apart tells whether each end surely found its own element of an array, or each may have: by the same unique index, or by
// indices that the goroutines were given.
func (d *detector) apart(loc location, x, y *candidate) bool {
	if o := &d.l.objects[loc.obj]; o.inst == 0 || d.l.single(o) {
		return false
	}
	px, py := d.provenance(loc, x), d.provenance(loc, y)
	return px.selects() && py.selects() && !slices.ContainsFunc(px.looked, func(f lookup) bool { return slices.ContainsFunc(py.looked, f.same) })
}

// selects tells whether an end found the object by an index that its goroutine may have for itself, and in no other way.
func (p *provenance) selects() bool {
	return (p.own || len(p.looked) > 0) && !p.unclear && len(p.received) == 0 && !p.given && !p.taken &&
		!slices.ContainsFunc(p.looked, func(f lookup) bool { return f.index == 0 })
}

// released tells whether the function itself has passed on what it touches before the access.
func (d *detector) released(c *candidate) bool { return d.access(c).Flags&facts.AccessReleased != 0 }

// fills tells whether an origin writes a place.
func (d *detector) fills(l location, o originID) bool {
	return slices.ContainsFunc(d.l.shared[l], func(t touch) bool { return d.l.insts[t.inst].origin == o && d.l.writes(t) })
}
