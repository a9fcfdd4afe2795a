// This file is the graph as its locks see it: which lead to which, and by how few edges a lock leads back to another.

package lockgraph

import "slices"

// A links is the live edges of a graph that are no loops, by the locks that they join.
type links struct {
	out  map[LockID][]link         // by lock held
	in   map[LockID][]LockID       // by lock wanted: the locks held there, each once
	ways map[LockID]map[LockID]int // memo of back
}

// A link is the edges from one lock to another.
type link struct {
	lock  LockID   // the lock wanted
	edges []EdgeID // in the order in which they were added
}

// newLinks lists what there is now.
func newLinks(g *Graph) links {
	l := links{out: map[LockID][]link{}, in: map[LockID][]LockID{}, ways: map[LockID]map[LockID]int{}}
	for held, edges := range g.out {
		for _, id := range edges {
			l.add(held, g.edges[id].Wanted, id)
		}
	}
	return l
}

// add adds an edge.
func (l *links) add(held, wanted LockID, id EdgeID) {
	list := l.out[held]
	k := slices.IndexFunc(list, func(x link) bool { return x.lock == wanted })
	if k < 0 {
		k = len(list)
		list = append(list, link{lock: wanted})
		l.out[held] = list
		l.in[wanted] = append(l.in[wanted], held)
	}
	list[k].edges = append(list[k].edges, id)
}

// back gives the locks that lead to a lock by fewer edges than a cycle may have, each with the least number of them.
func (l *links) back(to LockID) map[LockID]int {
	if ways := l.ways[to]; ways != nil {
		return ways
	}
	ways := map[LockID]int{to: 0}
	list := []LockID{to}
	for k := 0; k < len(list) && ways[list[k]] < MaxLength-1; k++ {
		for _, from := range l.in[list[k]] {
			if _, ok := ways[from]; !ok {
				ways[from] = ways[list[k]] + 1
				list = append(list, from)
			}
		}
	}
	l.ways[to] = ways
	return ways
}
