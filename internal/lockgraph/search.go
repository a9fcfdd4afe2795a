// This file is the search for the cycles through given edges (D4, Algorithm 3). A cycle through e begins with e and is
// grown edge by edge, each tested against all before it; when e's cycles are all found, e is left out for the edges
// after it, so that no cycle is found twice. Edges from whose lock too many others lie on the shortest way back to the
// first one are not tried.

package lockgraph

import "slices"

// A search is the state of one search.
type search struct {
	*Graph
	done  []bool   // by EdgeID: whether all cycles through it have been found
	path  []EdgeID // the edges of a cycle in the making
	found []Cycle  // the cycles so far
	steps int      // edges tried so far
	links links    // the live edges that are no loops, by the locks they join
}

// through returns all cycles through at least one of the edges, sorted, and whether the search was finished.
func (g *Graph) through(edges []EdgeID) (cycles []Cycle, complete bool) {
	s := &search{Graph: g, done: make([]bool, len(g.edges)), links: newLinks(g)}
	for _, id := range edges {
		if g.edges[id].count > 0 {
			s.from(id)
			s.done[id] = true
		}
	}
	slices.SortFunc(s.found, g.compare)
	return s.found, !s.spent()
}

// spent reports whether the search is cut (L12).
func (s *search) spent() bool { return s.opts.MaxSteps > 0 && s.steps > s.opts.MaxSteps }

// from finds the cycles through an edge.
func (s *search) from(id EdgeID) {
	if !s.edge(id).loop() {
		s.path = append(s.path[:0], id)
		s.extend()
		return
	}
	s.selfBlock(id)
	if !s.twoInstances(s.edge(id)) {
		return
	}
	for _, other := range s.loops[s.edge(id).Held] {
		s.steps++
		if !s.spent() && !s.done[other] && s.twoInstances(s.edge(other)) && s.together(s.edge(id), s.edge(other)) {
			s.close(InstanceLoop, id, other)
		}
	}
}

// edge returns the contents of an edge.
func (s *search) edge(id EdgeID) *Edge { return &s.edges[id].Edge }

// extend finds the order cycles that begin with the path.
func (s *search) extend() {
	first, last := s.edge(s.path[0]), s.edge(s.path[len(s.path)-1])
	back := s.links.back(first.Held)
	for _, to := range s.links.out[last.Wanted] {
		if n, ok := back[to.lock]; !ok || len(s.path)+1+n > MaxLength {
			continue
		}
		for _, id := range to.edges {
			s.steps++
			if s.spent() {
				return
			}
			if s.done[id] || !s.fits(s.edge(id)) {
				continue
			}
			s.path = append(s.path, id)
			if to.lock == first.Held {
				s.close(OrderCycle, s.path...)
			} else {
				s.extend()
			}
			s.path = s.path[:len(s.path)-1]
		}
	}
}

// fits reports whether an edge that leads on from the path leads to no lock held on it, save the first (L1), and its
// goroutine can be where it is with all of the path's (L2, L3, L4).
func (s *search) fits(e *Edge) bool {
	for i, id := range s.path {
		if f := s.edge(id); i > 0 && f.Held == e.Wanted || !s.together(e, f) {
			return false
		}
	}
	return true
}

// selfBlock finds the cycle of one edge (L7).
func (s *search) selfBlock(id EdgeID) {
	if may, _ := s.selfBlocks(s.edge(id)); may {
		s.close(SelfBlock, id)
	}
}

// close adds the cycle if each link blocks (L5), and not all follow one order (L6).
func (s *search) close(kind Kind, edges ...EdgeID) {
	edges = s.rotate(edges)
	writers, ok := s.writers(edges)
	if !ok || kind != SelfBlock && s.ordered(edges) {
		return
	}
	s.found = append(
		s.found,
		Cycle{Kind: kind, Evidence: s.evidence(kind, edges), Edges: edges, Writers: writers, Gate: s.mayGate(edges)},
	)
}

// writers returns by edge the writer that it needs in order to block, and whether all that are needed exist (L5).
func (s *search) writers(edges []EdgeID) (writers []uint32, ok bool) {
	places := make([]uint32, len(edges))
	for i, id := range edges {
		places[i] = s.edge(id).Place
	}
	writers = make([]uint32, len(edges))
	for i, id := range edges {
		e, next := s.edge(id), s.edge(edges[(i+1)%len(edges)])
		if readers(e, next) {
			if writers[i] = s.opts.Writer(e.Wanted, places); writers[i] == 0 {
				return nil, false
			}
		}
	}
	return writers, true
}

// ordered reports whether all edges follow one order (L6).
func (s *search) ordered(edges []EdgeID) bool {
	order := s.edge(edges[0]).Order
	return order != 0 && !slices.ContainsFunc(edges, func(id EdgeID) bool { return s.edge(id).Order != order })
}

// evidence says how well the instances are known.
func (s *search) evidence(kind Kind, edges []EdgeID) Evidence {
	inexact := func(id EdgeID) bool { return !s.opts.Exact(s.edge(id).Held) }
	unsure := func(id EdgeID) bool { return s.edge(id).Relation != Distinct && s.edge(id).Order == 0 }
	_, must := s.selfBlocks(s.edge(edges[0]))
	switch {
	case kind == SelfBlock && must,
		kind == OrderCycle && !slices.ContainsFunc(edges, inexact):
		return Definite
	case kind == InstanceLoop && !slices.ContainsFunc(edges, unsure):
		return Unsorted
	}
	return Possible
}

// mayGate returns the least inexact lock held at two of the acquisitions; zero if none.
func (s *search) mayGate(edges []EdgeID) LockID {
	least := LockID(0)
	for i, id := range edges {
		for _, other := range edges[i+1:] {
			if l := s.gate(s.edge(id), s.edge(other), false); l != 0 && (least == 0 || l < least) {
				least = l
			}
		}
	}
	return least
}
