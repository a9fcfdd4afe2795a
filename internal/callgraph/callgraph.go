// This file collects the sites of links, and makes them a list.

package callgraph

import (
	"cmp"
	"maps"
	"slices"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/link"
)

// A Graph is what the links added so far have found. The zero value is an empty graph.
type Graph struct {
	sites map[siteKey]*site     // by place; several links may have one
	seen  map[facts.Symbol]bool // functions entered: true if the SSA builder made them
}

// A siteKey is a place in a function.
type siteKey struct {
	caller facts.Symbol  // the function
	pos    link.Position // of the call; zero lines for what the source does not have
}

// A site is a call being collected.
type site struct {
	flags   facts.CallFlags       // of all links
	callees map[facts.Symbol]bool // in all links
}

// A Site is one call of the source.
type Site struct {
	Caller  facts.Symbol    // the function
	Pos     link.Position   // where the call stands
	Flags   facts.CallFlags // what sort of call it is, in any link
	Callees []facts.Symbol  // by name; empty: unresolved
}

// Add takes the calls of a link.
func (g *Graph) Add(l *link.Link) {
	if g.sites == nil {
		g.sites, g.seen = map[siteKey]*site{}, map[facts.Symbol]bool{}
	}
	for _, i := range l.Insts[1:] {
		g.seen[i.Unit.Sym] = i.Unit.Flag(facts.Synthetic)
		if i.Unit.Flow == nil {
			continue
		}
		for k := range i.Unit.Flow.Calls {
			c := &i.Unit.Flow.Calls[k]
			key := siteKey{i.Unit.Sym, link.PositionOf(i.Unit.Names.Flow, c.Pos)}
			if g.sites[key] == nil {
				g.sites[key] = &site{c.Flags, map[facts.Symbol]bool{}}
			}
			g.sites[key].flags |= c.Flags
		}
		for _, e := range i.Out {
			key := siteKey{i.Unit.Sym, l.CallPos(i.ID, e.Call)}
			g.sites[key].callees[l.Insts[e.To].Unit.Sym] = true
		}
	}
}

// Entered reports whether some link entered a function.
func (g *Graph) Entered(f facts.Symbol) bool {
	_, ok := g.seen[f]
	return ok
}

// Sites lists the calls of functions that the source has.
func (g *Graph) Sites() []Site {
	made := g.made()
	var list []Site
	for key, s := range g.sites {
		if g.seen[key.caller] {
			continue
		}
		all := map[facts.Symbol]bool{}
		for c := range s.callees {
			g.through(c, made, all, map[facts.Symbol]bool{})
		}
		list = append(list, Site{key.caller, key.pos, s.flags, slices.SortedFunc(maps.Keys(all), compareSymbols)})
	}
	slices.SortFunc(list, func(a, b Site) int {
		return cmp.Or(compareSymbols(a.Caller, b.Caller), facts.ComparePos(a.Pos, b.Pos))
	})
	return list
}

// made lists what each function that the SSA builder made calls.
func (g *Graph) made() map[facts.Symbol][]facts.Symbol {
	calls := map[facts.Symbol][]facts.Symbol{}
	for key, s := range g.sites {
		if g.seen[key.caller] {
			calls[key.caller] = slices.AppendSeq(calls[key.caller], maps.Keys(s.callees))
		}
	}
	return calls
}

// through adds what a callee stands for: itself, or what it calls if the SSA builder made it (C2).
func (g *Graph) through(c facts.Symbol, made map[facts.Symbol][]facts.Symbol, all, seen map[facts.Symbol]bool) {
	if !g.seen[c] {
		all[c] = true
		return
	}
	if seen[c] {
		return
	}
	seen[c] = true
	for _, next := range made[c] {
		g.through(next, made, all, seen)
	}
}

func compareSymbols(a, b facts.Symbol) int {
	return cmp.Or(cmp.Compare(a.Pkg, b.Pkg), cmp.Compare(a.Name, b.Name))
}
