// This file says which roots are linked first: where there are more of them than the budget allows, those that add most
// (L5).

package link

import (
	"slices"

	"github.com/syncvet/syncvet/facts"
)

// Prioritise orders groups of roots: each is the first of those left that reach most functions of the packages with
// roots that no group before it reaches, as far as the functions say without a solver.
func (l *Library) Prioritise(groups []RootGroup, pkgs []Package) []RootGroup {
	own := map[string]bool{}
	for _, p := range pkgs {
		own[p.Facts.Source.Path] = own[p.Facts.Source.Path] || p.Roots
	}
	reach := make([][]UnitID, len(groups))
	for k, g := range groups {
		reach[k] = l.reach(g.Funcs, own)
	}
	covered := map[UnitID]bool{}
	ordered := make([]RootGroup, 0, len(groups))
	for len(groups) > 0 {
		best, most := 0, -1
		for k := range groups {
			reach[k] = slices.DeleteFunc(reach[k], func(u UnitID) bool { return covered[u] })
			if len(reach[k]) > most {
				best, most = k, len(reach[k])
			}
		}
		for _, u := range reach[best] {
			covered[u] = true
		}
		ordered = append(ordered, groups[best])
		groups, reach = slices.Delete(groups, best, best+1), slices.Delete(reach, best, best+1)
	}
	return ordered
}

// reach lists the functions of some packages that functions call statically or mention, directly or not.
func (l *Library) reach(from []facts.Symbol, own map[string]bool) []UnitID {
	seen := map[UnitID]bool{}
	var list []UnitID
	visit := func(sym facts.Symbol) {
		if !own[sym.Pkg] {
			return
		}
		if u := l.unitOf(sym); !seen[u.ID] {
			seen[u.ID] = true
			list = append(list, u.ID)
		}
	}
	for _, f := range from {
		visit(f)
	}
	for k := 0; k < len(list); k++ {
		u := l.Units[list[k]]
		if u.Flow == nil {
			continue
		}
		for i := range u.Flow.Calls {
			if c := &u.Flow.Calls[i]; c.Flags&(facts.CallDynamic|facts.CallInvoke) == 0 {
				visit(u.Names.Flow.Symbol(c.Callee))
			}
		}
		for i := range u.Flow.Objs {
			if o := &u.Flow.Objs[i]; o.Kind == facts.ObjFunc {
				visit(u.Names.Flow.Symbol(o.Sym))
			}
		}
	}
	return list
}

// Whole reports whether all roots belong into one link, which they do up to a bound. How large a link is going to be is
// estimated from summaries alone, so the answer does not depend on edits made before: for each root the functions that
// it may reach, once more for each of these that starts goroutines itself.
func (l *Library) Whole(groups []RootGroup, bound int) bool {
	left := bound
	for _, g := range groups {
		for _, f := range g.Funcs {
			if left -= l.bulk(f, left); left < 0 {
				return false
			}
		}
	}
	return true
}

// bulk is the size of what a root reaches, or something larger than a bound.
func (l *Library) bulk(root facts.Symbol, bound int) int {
	list, seen, starts := []facts.Symbol{root}, map[facts.Symbol]bool{root: true}, 1
	for k := 0; k < len(list) && len(list)*starts <= bound; k++ {
		at, ok := l.Places[list[k]]
		if !ok {
			continue
		}
		u := &at.Pkg.Source.Units[at.Index]
		if u.Flags&facts.Spawns != 0 && !l.spawnsBelow(u) {
			starts++
		}
		for _, x := range u.Uses {
			if x.Kind == facts.SymFunc && !seen[x] {
				seen[x] = true
				list = append(list, x)
			}
		}
	}
	return len(list) * starts
}

// spawnsBelow reports whether a function that a unit mentions may start goroutines.
func (l *Library) spawnsBelow(u *facts.Unit) bool {
	for _, x := range u.Uses {
		if at, ok := l.Places[x]; ok && at.Pkg.Source.Units[at.Index].Flags&facts.Spawns != 0 {
			return true
		}
	}
	return false
}
