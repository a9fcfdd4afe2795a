// This file says which roots are linked first: where there are more of them than the budget allows, those that add most
// (L5).

package link

import (
	"cmp"
	"container/heap"
	"maps"
	"slices"

	"github.com/syncvet/syncvet/facts"
)

// A Cover knows which functions of the packages with roots some link has entered.
type Cover struct {
	lib     *Library                  // the functions there are
	own     map[string]bool           // by path: a package with roots
	entered map[UnitID]bool           // functions that some link has an instance of
	reached map[facts.Symbol][]UnitID // by the first root of a group: what it reaches that was not entered when last asked
	sizes   map[facts.Symbol]int      // by the first root of a group: how large its link is going to be
}

// NewCover has entered nothing.
func (l *Library) NewCover(pkgs []Package) *Cover {
	c := &Cover{
		lib:     l,
		own:     map[string]bool{},
		entered: map[UnitID]bool{},
		reached: map[facts.Symbol][]UnitID{},
		sizes:   map[facts.Symbol]int{},
	}
	for _, p := range pkgs {
		c.own[p.Facts.Source.Path] = c.own[p.Facts.Source.Path] || p.Roots
	}
	return c
}

// Enter marks what a link has entered.
func (c *Cover) Enter(l *Link) {
	for _, i := range l.Insts[1:] {
		if c.own[i.Unit.Sym.Pkg] {
			c.entered[i.Unit.ID] = true
		}
	}
}

// Entered counts the functions with code that were entered, of all that the packages with roots declare.
func (c *Cover) Entered(pkgs []Package) (entered, all int) {
	for _, p := range pkgs {
		for k := 0; p.Roots && k < p.Facts.Source.Own; k++ {
			u := &p.Facts.Source.Units[k]
			if u.Flags&(facts.Root|facts.Client|facts.Opaque|facts.Degraded|facts.EffectFree) != 0 {
				continue
			}
			all++
			if id := c.lib.unitIDs[u.Sym]; id != 0 && c.entered[id] {
				entered++
			}
		}
	}
	return entered, all
}

// Has reports whether a function was entered.
func (c *Cover) Has(f facts.Symbol) bool {
	id := c.lib.unitIDs[f]
	return id != 0 && c.entered[id]
}

// Prioritise orders groups of roots as a cover that has entered nothing does.
func (l *Library) Prioritise(groups []RootGroup, pkgs []Package) []RootGroup {
	return l.NewCover(pkgs).Order(groups)
}

// Order orders groups of roots: each is the first of those left that reach most functions which no link has entered and
// no group before it reaches, for the size of all that they reach, as far as the functions say without a solver.
func (c *Cover) Order(groups []RootGroup) []RootGroup {
	covered := maps.Clone(c.entered)
	queue := &promises{}
	for k := range groups {
		*queue = append(*queue, promise{k, c.worth(&groups[k], covered)})
	}
	heap.Init(queue)
	ordered := make([]RootGroup, 0, len(groups))
	for len(*queue) > 0 {
		best := &(*queue)[0]
		g := &groups[best.group]
		list := c.news(g, covered)
		if worth := c.worth(g, covered); worth < best.most { // others may reach more than it does by now
			best.most = worth
			heap.Fix(queue, 0)
			continue
		}
		for _, u := range list {
			covered[u] = true
		}
		ordered = append(ordered, *g)
		heap.Pop(queue)
	}
	return ordered
}

// worth is how much a group of roots adds for what it costs: of two that add as much the smaller one comes first, and
// small ones before one that is as large as all of them.
func (c *Cover) worth(g *RootGroup, covered map[UnitID]bool) int {
	return len(c.news(g, covered)) * worthScale / (1 + c.size(g))
}

// size is how large the link of a group is going to be, as bulk estimates it.
func (c *Cover) size(g *RootGroup) int {
	n, ok := c.sizes[g.Funcs[0]]
	if !ok {
		for _, f := range g.Funcs {
			n += c.lib.bulk(f, worthScale)
		}
		c.sizes[g.Funcs[0]] = n
	}
	return n
}

// news lists what a group of roots reaches that is not covered.
func (c *Cover) news(g *RootGroup, covered map[UnitID]bool) []UnitID {
	list, ok := c.reached[g.Funcs[0]]
	if !ok {
		list = c.lib.reach(g.Funcs, c.own)
	}
	list = slices.DeleteFunc(list, func(u UnitID) bool { return c.entered[u] })
	c.reached[g.Funcs[0]] = list
	return slices.DeleteFunc(slices.Clone(list), func(u UnitID) bool { return covered[u] })
}

// A promise is how much a group of roots adds, at most: the more groups come before it, the less.
type promise struct {
	group int // index into what Order was given
	most  int // its worth when last asked; it only falls while others are chosen
}

// promises is a queue of promises, for container/heap: the largest first, in the order of groups.
type promises []promise

func (q promises) Len() int      { return len(q) }
func (q promises) Swap(a, b int) { q[a], q[b] = q[b], q[a] }
func (q *promises) Push(x any)   { *q = append(*q, x.(promise)) }
func (q *promises) Pop() any {
	last := (*q)[len(*q)-1]
	*q = (*q)[:len(*q)-1]
	return last
}
func (q promises) Less(a, b int) bool {
	return cmp.Or(cmp.Compare(q[b].most, q[a].most), cmp.Compare(q[a].group, q[b].group)) < 0
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
