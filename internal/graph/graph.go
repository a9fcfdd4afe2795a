// Package graph finds the strongly connected components of directed graphs.
//
// # Rules
//
//   - (S1) Vertices are 0 to n-1. A component is a largest set of vertices of which each reaches each other.
//   - (S2) Components are numbered in the order in which a depth-first search completes them: every edge leads to the
//     same component or to a lower number (successors first).
//   - (S3) The members of a component stand in the order of the search, its root first. Roots are tried in increasing
//     order, successors in the order in which the graph gives them: equal graphs give equal results.
//   - (S4) The search has a stack of its own: graphs of calls and of copied pointers are deep. It takes one step for
//     each vertex and each edge.
//
// # References
//
// Tarjan, Depth-first search and linear graph algorithms (SIAM Journal on Computing, 1972), with the low numbers of
// Pearce, An improved algorithm for finding the strongly connected components of a directed graph (2005): one number
// for each vertex.
package graph

// A Graph lists the successors of its vertices.
type Graph interface {
	// Succ gives the successor of v at a cursor, and the cursor behind it. Cursor zero is before the first one. It reports
	// false, and nothing else counts, if there is none left.
	Succ(v, cursor uint32) (succ, next uint32, ok bool)
}

// Lists is a graph given by lists of successors.
type Lists[V ~int | ~uint32] [][]V

// Succ is as Graph has it.
func (l Lists[V]) Succ(v, cursor uint32) (succ, next uint32, ok bool) {
	if int(cursor) >= len(l[v]) {
		return 0, 0, false
	}
	return uint32(l[v][cursor]), cursor + 1, true
}

// Components are the components of a graph.
type Components struct {
	members []uint32 // the components one after the other
	ends    []uint32 // where in members each ends
}

// Len is the number of components.
func (c *Components) Len() int { return len(c.ends) }

// Members are the vertices of component i, its root first. The caller must not change them.
func (c *Components) Members(i int) []uint32 {
	from := uint32(0)
	if i > 0 {
		from = c.ends[i-1]
	}
	return c.members[from:c.ends[i]]
}

// Cyclic reports whether component i has a cycle: several members, or one that is its own successor.
func Cyclic[G Graph](g G, c *Components, i int) bool {
	members := c.Members(i)
	if len(members) > 1 {
		return true
	}
	cursor := uint32(0)
	for {
		succ, next, ok := g.Succ(members[0], cursor)
		if !ok || succ == members[0] {
			return ok
		}
		cursor = next
	}
}

// Find gives the components of a graph of n vertices.
func Find[G Graph](g G, n int) *Components {
	return From(g, n, func(uint32) bool { return true })
}

// From gives the components of the vertices that can be reached from roots.
func From[G Graph](g G, n int, root func(v uint32) bool) *Components {
	roots := 0
	for v := range n {
		if root(uint32(v)) {
			roots++
		}
	}
	s := search[G]{graph: g, low: make([]uint32, n)}
	s.found = Components{members: make([]uint32, 0, roots), ends: make([]uint32, 0, roots)}
	for v := range n {
		if root(uint32(v)) {
			s.from(uint32(v))
		}
	}
	return &s.found
}

// finished marks vertices whose component is known; it is greater than every visit number.
const finished = ^uint32(0)

// A search is a depth-first search under way.
type search[G Graph] struct {
	graph G // what is searched
	// by vertex: 0 unvisited; the smallest visit number known to be reachable; finished once its component is known
	low    []uint32
	visits uint32     // vertices visited
	frames []frame    // the path from the root to the vertex being visited
	stack  []uint32   // visited vertices whose component is not known, in the order of the search
	found  Components // so far
}

// A frame is a vertex being visited.
type frame struct {
	vertex uint32 // the vertex
	visit  uint32 // its visit number
	cursor uint32 // before the next successor to look at
}

// from visits what can be reached from root and has not been visited.
func (s *search[G]) from(root uint32) {
	if s.low[root] != 0 {
		return
	}
	s.enter(root)
	for len(s.frames) > 0 {
		f := &s.frames[len(s.frames)-1]
		succ, next, ok := s.graph.Succ(f.vertex, f.cursor)
		if !ok {
			s.leave(*f)
			continue
		}
		f.cursor = next
		if s.low[succ] == 0 {
			s.enter(succ)
		} else {
			s.low[f.vertex] = min(s.low[f.vertex], s.low[succ])
		}
	}
}

// enter begins the visit of v.
func (s *search[G]) enter(v uint32) {
	s.visits++
	s.low[v] = s.visits
	s.frames = append(s.frames, frame{vertex: v, visit: s.visits})
	s.stack = append(s.stack, v)
}

// leave ends the visit of the innermost vertex. If it is the root of its component, the component is complete.
func (s *search[G]) leave(f frame) {
	s.frames = s.frames[:len(s.frames)-1]
	if low := s.low[f.vertex]; low < f.visit {
		parent := s.frames[len(s.frames)-1].vertex
		s.low[parent] = min(s.low[parent], low)
		return
	}
	k := len(s.stack) - 1
	for s.stack[k] != f.vertex {
		k--
	}
	for _, v := range s.stack[k:] {
		s.low[v] = finished
	}
	s.found.members = append(s.found.members, s.stack[k:]...)
	s.found.ends = append(s.found.ends, uint32(len(s.found.members)))
	s.stack = s.stack[:k]
}
