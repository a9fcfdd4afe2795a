// This file is the abstract objects of a link: one per allocation site and instance, one per iteration copy where a spawn
// site gets what it allocates anew each time (O3), one per variable with static storage.

package program

import (
	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/pointsto"
)

// An objID numbers abstract objects; zero is invalid.
type objID uint32

// An object is what the link knows about an abstract object beyond its slots.
type object struct {
	base   pointsto.Node // slot 0
	inst   instID        // allocating instance; zero for static storage
	site   uint32        // index into its unit's Flow.Objs
	decl   *facts.Obj    // the site
	sym    facts.Symbol  // ObjGlobal, ObjFunc, ObjVar: the name
	typ    facts.Symbol  // dynamic type of boxes, type of objects methods are called on
	flavor flavorID      // iteration copy; zero for none
}

// A flavorID numbers iteration copies: what a spawning loop allocates for this goroutine (copy 1) and for another (copy 2).
type flavorID uint32

// A flavor says whose iteration copy it is.
type flavor struct {
	owner instID // the spawning instance
	call  bool   // index is a call whose results are per spawn, else an allocation site
	index uint32
	copy  uint8 // 1 or 2
}

// flavorOf numbers an iteration copy.
func (l *linker) flavorOf(f flavor) flavorID {
	id, ok := l.flavorIDs[f]
	if !ok {
		id = flavorID(len(l.flavors))
		l.flavors = append(l.flavors, f)
		l.flavorIDs[f] = id
	}
	return id
}

// A labelKey is what constraints may ask about an object: its type and whose iteration copy it is.
type labelKey struct {
	typ    uint32
	flavor flavorID
}

// label numbers a labelKey for the solver.
func (l *linker) label(k labelKey) pointsto.Label {
	id, ok := l.labelIDs[k]
	if !ok {
		id = pointsto.Label(len(l.labels))
		l.labels = append(l.labels, k)
		l.labelIDs[k] = id
	}
	return id
}

// A classKey is a question about labels: exactly this dynamic type, implements this interface, or not the other iteration
// copy of what a spawn site gets.
type classKey struct {
	exact uint32 // type
	iface uint32 // type
	owner instID // spawning instance
	call  uint32 // its go statement
	any   bool   // instead: any of its go statements
	sole  bool   // and that which turned out to have no other copy passes, too
	copy  uint8  // the iteration copy that may pass
}

// class numbers a classKey for the solver.
func (l *linker) class(k classKey) pointsto.Class {
	id, ok := l.classIDs[k]
	if !ok {
		id = pointsto.Class(len(l.classes))
		l.classes = append(l.classes, k)
		l.classIDs[k] = id
	}
	return id
}

// match is the solver's question: is the label in the class?
func (l *linker) match(c pointsto.Class, x pointsto.Label) bool {
	class, label := l.classes[c], l.labels[x]
	switch {
	case class.exact != 0:
		return label.typ == class.exact
	case class.iface != 0:
		return label.typ != 0 && l.implements(l.typeSyms[label.typ], l.typeSyms[class.iface])
	}
	f := l.flavors[label.flavor]
	if label.flavor == 0 || f.owner != class.owner || f.copy == class.copy {
		return true
	}
	if class.any {
		return class.sole && !extent{l.Link, nil}.doubled(label.flavor)
	}
	site := l.insts[class.owner].unit.perSpawn[class.call]
	list := site.Objs
	if f.call {
		list = site.Calls
	}
	for _, i := range list {
		if i == f.index {
			return false
		}
	}
	return true
}

// object gives the object of an allocation site in an instance, for one iteration copy; static storage has one object only.
func (l *linker) object(i *instance, site uint32, copy uint8) pointsto.Node {
	d := &i.unit.flow.Objs[site]
	names := i.unit.names.flow
	sym := names.Symbol(d.Sym)
	switch {
	case d.Kind == facts.ObjGlobal, d.Kind == facts.ObjFunc && d.Size == 1:
		if n, ok := l.statics[sym]; ok {
			return n
		}
		n := l.newObject(object{decl: d, sym: sym}, 0)
		l.statics[sym] = n
		return n
	}
	made := &i.objs
	if copy == 2 {
		made = &i.copies
		if i.copies == nil {
			i.copies = make([]pointsto.Node, len(i.objs))
		}
	}
	if n := (*made)[site]; n != 0 {
		return n
	}
	flavored := i.flavor
	if l.isPerSpawn(i, site) {
		flavored = l.flavorOf(flavor{owner: i.id, index: site, copy: copy})
	}
	n := l.newObject(object{inst: i.id, site: site, decl: d, sym: sym, typ: names.Symbol(d.Type)}, flavored)
	(*made)[site] = n
	return n
}

// newObject makes an object's slots and records it.
func (l *linker) newObject(o object, flavored flavorID) pointsto.Node {
	size := o.decl.Size
	o.flavor = flavored
	o.base = l.g.NewObject(size, l.label(labelKey{typ: l.typeID(o.typ), flavor: flavored}))
	l.objects = append(l.objects, o)
	for len(l.objAt) <= int(o.base) {
		l.objAt = append(l.objAt, 0)
	}
	l.objAt[o.base] = objID(len(l.objects) - 1)
	return o.base
}

// objectAt finds the object that a slot belongs to.
func (l *Link) objectAt(addr pointsto.Node) (*object, objID, uint32) {
	base, off, _, ok := l.g.Object(addr)
	if !ok || int(base) >= len(l.objAt) {
		return nil, 0, 0
	}
	id := l.objAt[base]
	return &l.objects[id], id, off
}

// isPerSpawn tells whether some spawn site of the unit gets this allocation anew each time.
func (l *linker) isPerSpawn(i *instance, site uint32) bool {
	if i.unit.spawn == nil {
		return false
	}
	for k := range i.unit.spawn.Sites {
		for _, o := range i.unit.spawn.Sites[k].Objs {
			if o == site {
				return true
			}
		}
	}
	return false
}

// cuts finds the arrays of which parts are handed out as slices, by the function that makes them or by another one.
func (l *Order) cuts() {
	for k := range l.objects {
		if d := l.objects[k].decl; d != nil {
			l.uses[k].shifted = d.Flags&facts.ObjShifted != 0
		}
	}
	for _, i := range l.insts[1:] {
		if i.unit.flow == nil {
			continue
		}
		for _, n := range i.unit.flow.Shifted {
			for _, addr := range l.g.PointsTo(nil, i.node(n)) {
				if o, id, _ := l.objectAt(addr); o != nil {
					l.uses[id].shifted = true
				}
			}
		}
	}
}

// An originSet is a small set of origins.
type originSet struct {
	list []originID // sorted
}

func (s *originSet) add(o originID) {
	for i, x := range s.list {
		if x == o {
			return
		}
		if x > o {
			s.list = append(s.list, 0)
			copy(s.list[i+1:], s.list[i:])
			s.list[i] = o
			return
		}
	}
	s.list = append(s.list, o)
}
