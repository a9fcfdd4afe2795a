// This file makes abstract objects, and the labels and classes by which the solver tells them apart.

package link

import (
	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/pointsto"
)

// A making makes objects, and the labels and classes by which the solver tells them apart.
type making struct{ *Linker }

// heapContextOf numbers an iteration copy.
func (l making) heapContextOf(f HeapContext) HeapContextID {
	return number(l.HeapContextIDs, &l.HeapContexts, f)
}

// label numbers a labelKey for the solver.
func (l making) label(k labelKey) pointsto.Label { return number(l.labelIDs, &l.labels, k) }

// class numbers a classKey for the solver.
func (l making) class(k ClassKey) pointsto.Class { return number(l.ClassIDs, &l.Classes, k) }

// number gives the number of a key, which is its index in a list of all that have one, and adds it if it has none.
func number[K comparable, N ~uint32](numbers map[K]N, list *[]K, k K) N {
	n, ok := numbers[k]
	if !ok {
		n = N(len(*list))
		*list = append(*list, k)
		numbers[k] = n
	}
	return n
}

// Match is the solver's question: is the label in the class?
func (l *Linker) Match(c pointsto.Class, x pointsto.Label) bool {
	class, label := l.Classes[c], l.labels[x]
	switch {
	case class.exact != 0:
		return label.typ == class.exact
	case class.iface != 0:
		return label.typ != 0 && l.implements(l.typeSyms[label.typ], l.typeSyms[class.iface])
	}
	f := l.HeapContexts[label.heapContext]
	if label.heapContext == 0 || f.Owner != class.Owner || f.Copy == class.copy {
		return true
	}
	if class.Any {
		return class.sole && !Extent{l.Link, nil}.Doubled(label.heapContext)
	}
	site := l.Insts[class.Owner].Unit.PerSpawn[class.Call]
	list := site.Objs
	if f.Call {
		list = site.Calls
	}
	for _, i := range list {
		if i == f.Index {
			return false
		}
	}
	return true
}

// object gives the object of an allocation site in an instance, for one iteration copy; static storage has one object
// only.
func (l making) object(i *Instance, site uint32, copy uint8) pointsto.Node {
	d := &i.Unit.Flow.Objs[site]
	names := i.Unit.Names.Flow
	sym := names.Symbol(d.Sym)
	switch {
	case d.Kind == facts.ObjGlobal, d.Kind == facts.ObjFunc && d.Size == 1:
		if n, ok := l.Statics[sym]; ok {
			return n
		}
		n := l.newObject(Object{Decl: d, Sym: sym}, 0)
		l.Statics[sym] = n
		return n
	}
	made := &i.Objs
	if copy == 2 {
		made = &i.Copies
		if i.Copies == nil {
			i.Copies = make([]pointsto.Node, len(i.Objs))
		}
	}
	if n := (*made)[site]; n != 0 {
		return n
	}
	heapContext := i.HeapContext
	if l.isPerSpawn(i, site) {
		heapContext = l.heapContextOf(HeapContext{Owner: i.ID, Index: site, Copy: copy})
	}
	n := l.newObject(Object{Inst: i.ID, Site: site, Decl: d, Sym: sym, Typ: names.Symbol(d.Type)}, heapContext)
	(*made)[site] = n
	return n
}

// newObject makes an object's slots and records it.
func (l making) newObject(o Object, heapContext HeapContextID) pointsto.Node {
	size := o.Decl.Size
	o.HeapContext = heapContext
	o.Base = l.Sets.NewObject(size, l.label(labelKey{typ: l.typeID(o.Typ), heapContext: heapContext}))
	l.Objects = append(l.Objects, o)
	for len(l.ObjAt) <= int(o.Base) {
		l.ObjAt = append(l.ObjAt, 0)
	}
	l.ObjAt[o.Base] = ObjID(len(l.Objects) - 1)
	return o.Base
}

// isPerSpawn reports whether some spawn site of the unit gets this allocation anew each time.
func (l making) isPerSpawn(i *Instance, site uint32) bool {
	if i.Unit.Spawn == nil {
		return false
	}
	for k := range i.Unit.Spawn.Sites {
		for _, o := range i.Unit.Spawn.Sites[k].Objs {
			if o == site {
				return true
			}
		}
	}
	return false
}
