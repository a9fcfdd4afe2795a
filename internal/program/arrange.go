// This file numbers instances, origins and objects by where they stand in the program, not by when they were found: so an updated link is the
// same as a new one (U7).

package program

import (
	"cmp"
	"slices"
	"strings"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/pointsto"
)

// An arrangement is the new order of a link. Instances are in the order of a walk from the roots, depth first, calls in the order of the
// function, callees of one call by name.
type arrangement struct {
	l        *Live
	insts    []instID   // by old number: the new one; zero: not reached
	origins  []originID // the same
	lastInst instID
	lastOrig originID
	names    []uint64 // of instances; zero: not asked yet
	onames   []uint64 // of origins
	unames   []uint64 // of units
}

// arrange drops what exists no more and gives the rest new numbers.
func (l *Live) arrange() {
	a := &arrangement{l: l, insts: make([]instID, len(l.insts)), origins: make([]originID, len(l.origins)), names: make([]uint64, len(l.insts)),
		onames: make([]uint64, len(l.origins)), unames: make([]uint64, len(l.units))}
	l.roots = slices.DeleteFunc(l.roots, func(o *origin) bool { return !l.g.lives(&o.life) })
	for _, o := range l.roots {
		a.origin(o)
		for _, e := range o.entries {
			a.visit(l.insts[e])
		}
	}
	bases := a.objects()
	l.rewrite(&mapping{
		inst:   func(i instID) instID { return a.insts[i] },
		origin: func(o originID) originID { return a.origins[o] },
		call:   func(i instID, k uint32) (uint32, bool) { return k, a.insts[i] != 0 },
		site:   func(i instID, s uint32) (uint32, bool) { return s, a.insts[i] != 0 },
		lives:  func(x *life) bool { return l.g.lives(x) },
	})
	for _, i := range l.insts[1:] {
		slices.SortFunc(i.in, func(x, y edge) int { return cmp.Or(cmp.Compare(x.from, y.from), cmp.Compare(x.call, y.call)) })
		slices.SortFunc(i.out, func(x, y edge) int { return cmp.Or(cmp.Compare(x.call, y.call), cmp.Compare(x.to, y.to)) })
	}
	a.renumberObjects(bases)
	l.g.rec.rank = func(n pointsto.Node) uint64 {
		_, id, off := l.objectAt(n)
		return uint64(id)<<32 | uint64(off)
	}
}

// origin numbers an origin.
func (a *arrangement) origin(o *origin) {
	if a.origins[o.id] == 0 {
		a.lastOrig++
		a.origins[o.id] = a.lastOrig
	}
}

// visit numbers an instance and what it calls.
func (a *arrangement) visit(i *instance) {
	if a.insts[i.id] != 0 || !a.l.g.lives(&i.life) {
		return
	}
	a.lastInst++
	a.insts[i.id] = a.lastInst
	out := slices.DeleteFunc(slices.Clone(i.out), func(e edge) bool {
		r := a.l.reasons[edgeKey{e.from, e.call, e.to}]
		return r == nil || !slices.ContainsFunc(r.by, a.l.g.lives)
	})
	slices.SortFunc(out, func(x, y edge) int {
		if c := cmp.Compare(x.call, y.call); c != 0 || x.to == y.to {
			return c
		}
		t, u := a.l.insts[x.to], a.l.insts[y.to]
		return cmp.Or(compareSymbols(t.unit.sym, u.unit.sym), cmp.Compare(a.name(t), a.name(u)))
	})
	for _, e := range out {
		to := a.l.insts[e.to]
		if e.spawn {
			a.origin(a.l.origins[to.origin])
		}
		a.visit(to)
	}
}

// compareSymbols orders symbols.
func compareSymbols(x, y facts.Symbol) int {
	return cmp.Or(cmp.Compare(x.Kind, y.Kind), strings.Compare(x.Pkg, y.Pkg), strings.Compare(x.Name, y.Name))
}

// name hashes what an instance is known by, numbers aside.
func (a *arrangement) name(i *instance) uint64 {
	if a.names[i.id] != 0 {
		return a.names[i.id]
	}
	key := &i.key
	h := mix(1, a.unit(i.unit), a.originName(a.l.origins[key.origin]), a.flavor(key.flavor))
	switch {
	case i.unit.prelude:
		h = mix(h, 2, a.object(pointsto.Node(key.call)))
	case key.caller != 0:
		h = mix(h, 3, a.name(a.l.insts[key.caller]), uint64(key.call))
	}
	a.names[i.id] = h
	return h
}

// originName hashes what an origin is known by.
func (a *arrangement) originName(o *origin) uint64 {
	if a.onames[o.id] != 0 {
		return a.onames[o.id]
	}
	h := mix(4, uint64(o.kind), symbolHash(o.root))
	if o.parent != 0 {
		h = mix(5, a.name(a.l.insts[o.site]), uint64(o.call), uint64(o.copy), a.object(o.callee))
		if len(o.entries) > 0 {
			h = mix(h, a.unit(a.l.insts[o.entries[0]].unit))
		}
	}
	a.onames[o.id] = h
	return h
}

// object hashes what an object is known by; zero for none.
func (a *arrangement) object(base pointsto.Node) uint64 {
	if base == 0 {
		return 0
	}
	o, _, _ := a.l.objectAt(base)
	if o.inst == 0 {
		return mix(6, uint64(o.decl.Kind), symbolHash(o.sym))
	}
	return mix(7, a.name(a.l.insts[o.inst]), uint64(o.site), a.flavor(o.flavor))
}

// flavor hashes what an iteration copy is known by.
func (a *arrangement) flavor(id flavorID) uint64 {
	f := a.l.flavors[id]
	if id == 0 || f.owner == 0 {
		return 0
	}
	kind := uint64(8)
	if f.call {
		kind = 9
	}
	return mix(kind, a.name(a.l.insts[f.owner]), uint64(f.index), uint64(f.copy))
}

// unit hashes a unit's name.
func (a *arrangement) unit(u *unit) uint64 {
	if a.unames[u.id] == 0 {
		a.unames[u.id] = symbolHash(u.sym)
	}
	return a.unames[u.id]
}

// symbolHash hashes a symbol (FNV-1a).
func symbolHash(s facts.Symbol) uint64 {
	h := uint64(14695981039346656037) ^ uint64(s.Kind)
	for _, text := range []string{s.Pkg, s.Name} {
		for k := range len(text) {
			h = (h ^ uint64(text[k])) * 1099511628211
		}
		h = (h ^ 255) * 1099511628211
	}
	return h
}

// objects lists slot 0 of the objects that exist, in the order in which instances mention them; each with the mention.
func (a *arrangement) objects() (list []mention) {
	order := make([]*instance, a.lastInst+1)
	for old, id := range a.insts {
		if id != 0 {
			order[id] = a.l.insts[old]
		}
	}
	seen := map[pointsto.Node]bool{}
	for _, i := range order[1:] {
		if f := i.unit.flow; f != nil {
			for k := range f.Cons {
				if c := &f.Cons[k]; c.Op == facts.ConAddr {
					list = a.mention(list, seen, i, c.Obj)
				}
			}
		}
	}
	return list
}

// A mention is an object, and the statement that names it first.
type mention struct {
	base pointsto.Node
	inst *instance
	site uint32
}

// mention appends the objects of an allocation site.
func (a *arrangement) mention(list []mention, seen map[pointsto.Node]bool, i *instance, site uint32) []mention {
	add := func(base pointsto.Node) {
		if base != 0 && !seen[base] {
			seen[base] = true
			list = append(list, mention{base, i, site})
		}
	}
	d := &i.unit.flow.Objs[site]
	if d.Kind == facts.ObjGlobal || d.Kind == facts.ObjFunc && d.Size == 1 {
		add(a.l.statics[i.unit.names.flow.Symbol(d.Sym)])
		return list
	}
	add(i.objs[site])
	if i.copies != nil {
		if !a.l.hasCopy(i, site) {
			i.copies[site] = 0
		}
		add(i.copies[site])
	}
	return list
}

// hasCopy tells whether there is a second iteration copy of what an allocation site makes.
func (l *Live) hasCopy(i *instance, site uint32) bool {
	return slices.ContainsFunc(l.twins, func(t twinSite) bool {
		s := i.unit.perSpawn[t.call]
		return t.inst == i.id && l.g.lives(t.life) && s != nil && slices.Contains(s.Objs, site)
	})
}

// renumberObjects puts objects into their order. They are declared where they are mentioned first.
func (a *arrangement) renumberObjects(list []mention) {
	l := a.l
	objects, last := make([]object, 1, len(list)+1), pointsto.Node(0)
	l.statics = map[facts.Symbol]pointsto.Node{}
	for _, m := range list {
		o := l.objects[l.objAt[m.base]]
		o.decl = &m.inst.unit.flow.Objs[m.site]
		if o.inst != 0 {
			o.inst, o.site = m.inst.id, m.site
		} else {
			l.statics[o.sym] = m.base
		}
		objects, last = append(objects, o), max(last, m.base)
	}
	l.objects, l.objAt = objects, make([]objID, last+1)
	for id := range objects[1:] {
		l.objAt[objects[id+1].base] = objID(id + 1)
	}
}
