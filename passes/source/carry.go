// This file selects what travels: the own units that importers may need (S6) and the units of other packages that must
// come along (S7).

package source

import (
	"cmp"
	"slices"
	"strings"

	"github.com/syncvet/syncvet/facts"
)

// A carrier selects what is exported: own units that are kept (S6), and those of imports that travel along (S7).
type carrier struct{ *Result }

// keep marks the own units that importers may need.
func (r carrier) keep() {
	units := r.Pkg.Source.Units
	r.kept = make([]bool, len(units))
	if r.final() {
		return
	}
	own := map[facts.Symbol]int{}
	for i := range units {
		if units[i].Flags&facts.Root == 0 {
			own[units[i].Sym] = i
		}
	}
	var work []int
	mark := func(i int) {
		if !r.kept[i] {
			r.kept[i] = true
			work = append(work, i)
		}
	}
	for i := range units {
		if units[i].Flags&(facts.Exported|facts.Init) != 0 && units[i].Flags&(facts.Root|facts.Test|facts.TestMain) == 0 {
			mark(i)
		}
	}
	for len(work) > 0 {
		i := work[len(work)-1]
		work = work[:len(work)-1]
		for _, sym := range units[i].Uses {
			if j, ok := own[sym]; ok {
				mark(j)
			}
			for _, m := range r.methodsOf(sym) {
				if j, ok := own[m.Func]; ok {
					mark(j)
				}
			}
		}
	}
}

// final reports whether nothing can import the package: external tests.
func (r carrier) final() bool {
	if !strings.HasSuffix(r.pass.Pkg.Name(), "_test") {
		return false
	}
	for _, f := range r.pass.Files {
		if !strings.HasSuffix(r.pass.Fset.File(f.Package).Name(), "_test.go") {
			return false
		}
	}
	return true
}

// methodsOf is the method table of a type symbol, own or imported; nil for other symbols.
func (r carrier) methodsOf(sym facts.Symbol) []facts.Method {
	if sym.Kind != facts.SymType {
		return nil
	}
	if i, ok := r.found.index[sym.Name]; ok {
		return r.found.list[i].Methods
	}
	if t := r.imported(sym); t != nil {
		return t.Methods
	}
	return nil
}

// A front is what the search has found but not followed, by distance.
type front struct {
	near, next, after []facts.Symbol        // at distance n, n+1, n+2
	seen              map[facts.Symbol]bool // found before, and own functions
}

func (f *front) reach(list *[]facts.Symbol, sym facts.Symbol) {
	if sym.Kind == facts.SymFunc && !f.seen[sym] {
		f.seen[sym] = true
		*list = append(*list, sym)
	}
}

// carry finds the units to carry, nearest first, and the method tables that they and the own units need.
func (r carrier) carry() {
	s := r.Pkg.Source
	f := &front{seen: map[facts.Symbol]bool{}}
	limit := uint32(0)
	for i := range s.Units {
		if f.seen[s.Units[i].Sym] = true; r.kept[i] {
			limit += carryFactor * s.Units[i].Weight
			r.follow(f, s.Units[i].Uses)
		}
	}
	limit = max(limit, carryFloor)
	for len(f.next)+len(f.after) > 0 {
		f.near, f.next, f.after = f.next, f.after, nil
		slices.SortFunc(f.near, compareSymbols)
		for _, sym := range f.near {
			limit -= r.carryUnit(f, sym, limit)
		}
	}
	r.found.sort(s)
}

// follow puts what a unit uses on the front: functions next, methods of types after that.
func (r carrier) follow(f *front, uses []facts.Symbol) {
	for _, sym := range uses {
		f.reach(&f.next, sym)
		if sym.Kind != facts.SymType || f.seen[sym] {
			continue
		}
		f.seen[sym] = true
		for _, m := range r.methodsOf(sym) {
			f.reach(&f.after, m.Func)
		}
		r.found.add(r.imported(sym))
	}
}

// carryUnit carries one unit, whole if the limit allows, and says what that took of the limit.
func (r carrier) carryUnit(f *front, sym facts.Symbol, limit uint32) uint32 {
	c, u, ok := r.Imported(sym)
	if !ok || u.Flags&facts.EffectFree != 0 {
		return 0
	}
	s := r.Pkg.Source
	x := *u
	whole := u.Flags&facts.Degraded == 0 && u.Weight <= limit
	if !whole {
		x.Flags |= facts.Degraded
		x.Uses = nil
	}
	s.Units = append(s.Units, x)
	r.Carried = append(r.Carried, c)
	r.kept = append(r.kept, true)
	if !whole {
		return 0
	}
	r.follow(f, u.Uses)
	f.reach(&f.after, facts.Symbol{Kind: facts.SymFunc, Pkg: sym.Pkg, Name: "init"})
	return u.Weight
}

// add takes over a method table of an import.
func (x *foundTypes) add(t *facts.Type) {
	if t == nil {
		return
	}
	if _, ok := x.index[t.Sym.Name]; !ok {
		x.index[t.Sym.Name] = len(x.list)
		x.list = append(x.list, *t)
	}
}

// sort stores the tables by name.
func (x *foundTypes) sort(s *facts.Source) {
	s.Types = slices.Clone(x.list)
	slices.SortFunc(s.Types, func(a, b facts.Type) int { return cmp.Compare(a.Sym.Name, b.Sym.Name) })
}

// keptTypes are the method tables that kept units use.
func (r carrier) keptTypes() []facts.Type {
	used := map[facts.Symbol]bool{}
	for i, u := range r.Pkg.Source.Units {
		for _, sym := range u.Uses {
			used[sym] = used[sym] || r.Kept(i)
		}
	}
	var list []facts.Type
	for _, t := range r.Pkg.Source.Types {
		if used[t.Sym] {
			list = append(list, t)
		}
	}
	return list
}

func compareSymbols(a, b facts.Symbol) int {
	return cmp.Or(cmp.Compare(a.Pkg, b.Pkg), cmp.Compare(a.Name, b.Name), cmp.Compare(a.Kind, b.Kind))
}
