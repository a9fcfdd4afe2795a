// This file is the invariants of a graph (see the package comment), checked after every step in tests.

package lockgraph

import (
	"fmt"
	"slices"
)

// check returns the first invariant found broken.
func (g *Graph) check() error {
	for _, check := range []func() error{g.checkIDs, g.checkLists, g.checkKnown} {
		if err := check(); err != nil {
			return err
		}
	}
	return nil
}

// checkIDs checks that contents and ids are in bijection. (I1)
func (g *Graph) checkIDs() error {
	if len(g.number) != len(g.edges)-1 {
		return fmt.Errorf("%d contents, %d edges", len(g.number), len(g.edges)-1)
	}
	for i := 1; i < len(g.edges); i++ {
		if id := g.number[contents(&g.edges[i].Edge)]; id != EdgeID(i) {
			return fmt.Errorf("contents of edge %d are found as %d", i, id)
		}
	}
	return nil
}

// checkLists checks that just the live edges are listed, each in its place. (I2)
func (g *Graph) checkLists() error {
	listed := make([]int, len(g.edges))
	for _, lists := range []map[LockID][]EdgeID{g.out, g.loops} {
		for lock, ids := range lists {
			for _, id := range ids {
				listed[id]++
				if e := g.Edge(id); e.Held != lock || !slices.Contains(g.list(&e)[lock], id) {
					return fmt.Errorf("edge %d is in a wrong list of lock %d", id, lock)
				}
			}
		}
	}
	for id := range g.edges {
		if live := g.edges[id].count > 0; live && listed[id] != 1 || !live && listed[id] != 0 {
			return fmt.Errorf("edge %d with count %d is listed %d times", id, g.edges[id].count, listed[id])
		}
	}
	return nil
}

// checkKnown checks that the known cycles are those found from scratch. (I3)
func (g *Graph) checkKnown() error {
	if len(g.dirty) > 0 || g.cut {
		return nil
	}
	fresh, complete := g.Cycles()
	if complete && !slices.EqualFunc(g.known, fresh, func(a, b Cycle) bool { return g.compare(a, b) == 0 }) {
		return fmt.Errorf("known cycles %v, from scratch %v", g.known, fresh)
	}
	return nil
}
