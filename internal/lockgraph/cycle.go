// This file is what the graph answers: its cycles, in one canonical form, and how they changed.

package lockgraph

import (
	"cmp"
	"slices"
)

// Changes are how the cycles changed between two calls.
type Changes struct {
	Appeared []Cycle // cycles that were not there before, sorted
	Vanished []Cycle // cycles that are there no more, sorted; their edges may be gone from the graph
	Complete bool    // whether the search was finished (L12)
}

// Cycles returns all cycles, sorted, and whether the search was finished. It does not affect ChangedCycles.
func (g *Graph) Cycles() (cycles []Cycle, complete bool) {
	return g.through(g.live())
}

// CyclesThrough returns all cycles through at least one of some edges, sorted, and whether the search was finished. It
// does not affect ChangedCycles.
func (g *Graph) CyclesThrough(edges []EdgeID) (cycles []Cycle, complete bool) {
	return g.through(edges)
}

// ChangedCycles returns the changes since its last call, found by searching through dirty edges only.
func (g *Graph) ChangedCycles() Changes {
	if g.cut {
		for _, id := range g.live() {
			g.touch(id)
		}
	}
	found, complete := g.through(g.dirty)
	kept, old := g.split()
	for _, id := range g.dirty {
		g.edges[id].dirty = false
	}
	g.dirty, g.cut = g.dirty[:0], !complete
	g.known = append(kept, found...)
	slices.SortFunc(g.known, g.compare)
	return Changes{Appeared: g.without(found, old), Vanished: g.without(old, found), Complete: complete}
}

// split divides the known cycles into those without a dirty edge and the others.
func (g *Graph) split() (clean, dirty []Cycle) {
	for _, c := range g.known {
		if slices.ContainsFunc(c.Edges, func(id EdgeID) bool { return g.edges[id].dirty }) {
			dirty = append(dirty, c)
		} else {
			clean = append(clean, c)
		}
	}
	return clean, dirty
}

// without returns the cycles of a that are not in b, which is sorted.
func (g *Graph) without(a, b []Cycle) []Cycle {
	var rest []Cycle
	for _, c := range a {
		if _, ok := slices.BinarySearchFunc(b, c, g.compare); !ok {
			rest = append(rest, c)
		}
	}
	return rest
}

// rotate makes the cycle begin with its least edge (L11).
func (g *Graph) rotate(edges []EdgeID) []EdgeID {
	least := 0
	for i := range edges {
		if g.edges[edges[i]].compare(&g.edges[edges[least]].Edge) < 0 {
			least = i
		}
	}
	return slices.Concat(edges[least:], edges[:least])
}

// compare orders cycles by length, then by the contents of their edges, then by the rest (L11).
func (g *Graph) compare(a, b Cycle) int {
	return cmp.Or(
		cmp.Compare(len(a.Edges), len(b.Edges)),
		slices.CompareFunc(a.Edges, b.Edges, func(d, e EdgeID) int { return g.edges[d].compare(&g.edges[e].Edge) }),
		cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.Evidence, b.Evidence),
		slices.Compare(a.Writers, b.Writers), cmp.Compare(a.Gate, b.Gate))
}
