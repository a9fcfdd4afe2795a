// This file numbers instances, origins and objects by where they stand in the program, not by when they were found: so
// an updated link is the same as a new one (U7).

package relink

import (
	"cmp"
	"slices"
	"strings"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/link"
	"github.com/syncvet/syncvet/internal/pointsto"
)

// A numbering is the new order of a link. Instances are in the order of a walk from the roots, depth first, calls in
// the order of the function, callees of one call by name.
type numbering struct {
	l        *Live           // what is numbered
	insts    []link.InstID   // by old number: the new one; zero: not reached
	origins  []link.OriginID // the same
	lastInst link.InstID     // last new number given to an instance
	lastOrig link.OriginID   // last new number given to an origin
	names    []uint64        // of instances; zero: not asked yet
	onames   []uint64        // of origins
	unames   []uint64        // of units
}

// renumber drops what exists no more and gives the rest new numbers.
func (l *Live) renumber() {
	a := &numbering{
		l:       l,
		insts:   make([]link.InstID, len(l.Insts)),
		origins: make([]link.OriginID, len(l.Origins)),
		names:   make([]uint64, len(l.Insts)),
		onames:  make([]uint64, len(l.Origins)),
		unames:  make([]uint64, len(l.Units)),
	}
	l.Roots = slices.DeleteFunc(l.Roots, func(o *link.Origin) bool { return !l.Sets.Lives(&o.Life) })
	for _, o := range l.Roots {
		a.origin(o)
		for _, e := range o.Entries {
			a.visit(l.Insts[e])
		}
	}
	bases := a.objects()
	l.rewrite(&mapping{
		inst:   func(i link.InstID) link.InstID { return a.insts[i] },
		origin: func(o link.OriginID) link.OriginID { return a.origins[o] },
		call:   func(i link.InstID, k uint32) (uint32, bool) { return k, a.insts[i] != 0 },
		site:   func(i link.InstID, s uint32) (uint32, bool) { return s, a.insts[i] != 0 },
		lives:  func(x *link.Liveness) bool { return l.Sets.Lives(x) },
	})
	for _, i := range l.Insts[1:] {
		slices.SortFunc(
			i.In,
			func(x, y link.Edge) int { return cmp.Or(cmp.Compare(x.From, y.From), cmp.Compare(x.Call, y.Call)) },
		)
		slices.SortFunc(
			i.Out,
			func(x, y link.Edge) int { return cmp.Or(cmp.Compare(x.Call, y.Call), cmp.Compare(x.To, y.To)) },
		)
	}
	a.renumberObjects(bases)
	l.Sets.Rec.Rank = func(n pointsto.Node) uint64 {
		_, id, off := l.ObjectAt(n)
		return uint64(id)<<32 | uint64(off)
	}
}

// origin numbers an origin.
func (a *numbering) origin(o *link.Origin) {
	if a.origins[o.ID] == 0 {
		a.lastOrig++
		a.origins[o.ID] = a.lastOrig
	}
}

// visit numbers an instance and what it calls.
func (a *numbering) visit(i *link.Instance) {
	if a.insts[i.ID] != 0 || !a.l.Sets.Lives(&i.Life) {
		return
	}
	a.lastInst++
	a.insts[i.ID] = a.lastInst
	out := slices.DeleteFunc(slices.Clone(i.Out), func(e link.Edge) bool {
		r := a.l.Reasons[link.EdgeKey{From: e.From, Call: e.Call, To: e.To}]
		return r == nil || !slices.ContainsFunc(r.By, a.l.Sets.Lives)
	})
	slices.SortFunc(out, func(x, y link.Edge) int {
		if c := cmp.Compare(x.Call, y.Call); c != 0 || x.To == y.To {
			return c
		}
		t, u := a.l.Insts[x.To], a.l.Insts[y.To]
		return cmp.Or(compareSymbols(t.Unit.Sym, u.Unit.Sym), cmp.Compare(a.name(t), a.name(u)))
	})
	for _, e := range out {
		to := a.l.Insts[e.To]
		if e.Spawn {
			a.origin(a.l.Origins[to.Origin])
		}
		a.visit(to)
	}
}

// compareSymbols orders symbols.
func compareSymbols(x, y facts.Symbol) int {
	return cmp.Or(cmp.Compare(x.Kind, y.Kind), strings.Compare(x.Pkg, y.Pkg), strings.Compare(x.Name, y.Name))
}

// name hashes what an instance is known by, numbers aside.
func (a *numbering) name(i *link.Instance) uint64 {
	if a.names[i.ID] != 0 {
		return a.names[i.ID]
	}
	key := &i.Key
	h := link.Mix(1, a.unit(i.Unit), a.originName(a.l.Origins[key.Origin]), a.heapContext(key.HeapContext))
	switch {
	case i.Unit.Synthetic:
		h = link.Mix(h, 2, a.object(pointsto.Node(key.Call)))
	case key.Caller != 0:
		h = link.Mix(h, 3, a.name(a.l.Insts[key.Caller]), uint64(key.Call))
	}
	a.names[i.ID] = h
	return h
}

// originName hashes what an origin is known by.
func (a *numbering) originName(o *link.Origin) uint64 {
	if a.onames[o.ID] != 0 {
		return a.onames[o.ID]
	}
	h := link.Mix(4, uint64(o.Kind), symbolHash(o.Root))
	if o.Parent != 0 {
		h = link.Mix(5, a.name(a.l.Insts[o.Site]), uint64(o.Call), uint64(o.Copy), a.object(o.Callee))
		if len(o.Entries) > 0 {
			h = link.Mix(h, a.unit(a.l.Insts[o.Entries[0]].Unit))
		}
	}
	a.onames[o.ID] = h
	return h
}

// object hashes what an object is known by; zero for none.
func (a *numbering) object(base pointsto.Node) uint64 {
	if base == 0 {
		return 0
	}
	o, _, _ := a.l.ObjectAt(base)
	if o.Inst == 0 {
		return link.Mix(6, uint64(o.Decl.Kind), symbolHash(o.Sym))
	}
	return link.Mix(7, a.name(a.l.Insts[o.Inst]), uint64(o.Site), a.heapContext(o.HeapContext))
}

// heapContext hashes what an iteration copy is known by.
func (a *numbering) heapContext(id link.HeapContextID) uint64 {
	f := a.l.HeapContexts[id]
	if id == 0 || f.Owner == 0 {
		return 0
	}
	kind := uint64(8)
	if f.Call {
		kind = 9
	}
	return link.Mix(kind, a.name(a.l.Insts[f.Owner]), uint64(f.Index), uint64(f.Copy))
}

// unit hashes a unit's name.
func (a *numbering) unit(u *link.Unit) uint64 {
	if a.unames[u.ID] == 0 {
		a.unames[u.ID] = symbolHash(u.Sym)
	}
	return a.unames[u.ID]
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
func (a *numbering) objects() (list []mention) {
	order := make([]*link.Instance, a.lastInst+1)
	for old, id := range a.insts {
		if id != 0 {
			order[id] = a.l.Insts[old]
		}
	}
	seen := map[pointsto.Node]bool{}
	for _, i := range order[1:] {
		if f := i.Unit.Flow; f != nil {
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
	base pointsto.Node  // slot 0 of the object
	inst *link.Instance // the instance that names it
	site uint32         // index into its unit's Flow.Objs
}

// mention appends the objects of an allocation site.
func (a *numbering) mention(list []mention, seen map[pointsto.Node]bool, i *link.Instance, site uint32) []mention {
	add := func(base pointsto.Node) {
		if base != 0 && !seen[base] {
			seen[base] = true
			list = append(list, mention{base, i, site})
		}
	}
	d := &i.Unit.Flow.Objs[site]
	if d.Kind == facts.ObjGlobal || d.Kind == facts.ObjFunc && d.Size == 1 {
		add(a.l.Statics[i.Unit.Names.Flow.Symbol(d.Sym)])
		return list
	}
	add(i.Objs[site])
	if i.Copies != nil {
		if !a.l.hasCopy(i, site) {
			i.Copies[site] = 0
		}
		add(i.Copies[site])
	}
	return list
}

// hasCopy reports whether there is a second iteration copy of what an allocation site makes.
func (l *Live) hasCopy(i *link.Instance, site uint32) bool {
	return slices.ContainsFunc(l.Twins, func(t link.TwinSite) bool {
		s := i.Unit.PerSpawn[t.Call]
		return t.Inst == i.ID && l.Sets.Lives(t.Life) && s != nil && slices.Contains(s.Objs, site)
	})
}

// renumberObjects puts objects into their order. They are declared where they are mentioned first.
func (a *numbering) renumberObjects(list []mention) {
	l := a.l
	objects, last := make([]link.Object, 1, len(list)+1), pointsto.Node(0)
	l.Statics = map[facts.Symbol]pointsto.Node{}
	for _, m := range list {
		o := l.Objects[l.ObjAt[m.base]]
		o.Decl = &m.inst.Unit.Flow.Objs[m.site]
		if o.Inst != 0 {
			o.Inst, o.Site = m.inst.ID, m.site
		} else {
			l.Statics[o.Sym] = m.base
		}
		objects, last = append(objects, o), max(last, m.base)
	}
	l.Objects, l.ObjAt = objects, make([]link.ObjID, last+1)
	for id := range objects[1:] {
		l.ObjAt[objects[id+1].Base] = link.ObjID(id + 1)
	}
}
