// This file says which roots are linked first: where there are more of them than the budget allows, those that add most (L5).

package program

import (
	"slices"

	"github.com/syncvet/syncvet/facts"
)

// prioritise orders groups of roots: each is the first of those left that reach most functions of the packages with roots that no
// group before it reaches, as far as the functions say without a solver.
func (l *library) prioritise(groups []rootGroup, pkgs []Package) []rootGroup {
	own := map[string]bool{}
	for _, p := range pkgs {
		own[p.Facts.Source.Path] = own[p.Facts.Source.Path] || p.Roots
	}
	reach := make([][]unitID, len(groups))
	for k, g := range groups {
		reach[k] = l.reach(g.funcs, own)
	}
	covered := map[unitID]bool{}
	ordered := make([]rootGroup, 0, len(groups))
	for len(groups) > 0 {
		best, most := 0, -1
		for k := range groups {
			reach[k] = slices.DeleteFunc(reach[k], func(u unitID) bool { return covered[u] })
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
func (l *library) reach(from []facts.Symbol, own map[string]bool) []unitID {
	seen := map[unitID]bool{}
	var list []unitID
	visit := func(sym facts.Symbol) {
		if !own[sym.Pkg] {
			return
		}
		if u := l.unitOf(sym); !seen[u.id] {
			seen[u.id] = true
			list = append(list, u.id)
		}
	}
	for _, f := range from {
		visit(f)
	}
	for k := 0; k < len(list); k++ {
		u := l.units[list[k]]
		if u.flow == nil {
			continue
		}
		for i := range u.flow.Calls {
			if c := &u.flow.Calls[i]; c.Flags&(facts.CallDynamic|facts.CallInvoke) == 0 {
				visit(u.names.flow.Symbol(c.Callee))
			}
		}
		for i := range u.flow.Objs {
			if o := &u.flow.Objs[i]; o.Kind == facts.ObjFunc {
				visit(u.names.flow.Symbol(o.Sym))
			}
		}
	}
	return list
}
