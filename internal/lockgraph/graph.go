// This file is the graph: a multiset of edges under Add and Delete, and the edges that are dirty since the last search.

package lockgraph

import (
	"encoding/binary"
	"fmt"
	"slices"
)

// Evidence says how well the instances of a cycle's locks are known.
type Evidence uint8

const (
	Possible Evidence = iota // some lock may be several instances, and the goroutines may mean different ones
	Unsorted                 // instance loop: each edge surely locks two instances, in no known order
	Definite                 // every lock is one concrete lock, or surely one instance on both sides
)

// A Kind says who blocks whom.
type Kind uint8

const (
	SelfBlock    Kind = iota // one goroutine waits for itself (L7)
	InstanceLoop             // two goroutines lock two instances of one abstract lock both ways round (L8)
	OrderCycle               // two to four goroutines, as many locks
)

// A Cycle is acquisitions that can all wait for each other.
type Cycle struct {
	Kind     Kind     // how many goroutines and locks
	Evidence Evidence // how well the instances are known
	Edges    []EdgeID // each wants what the next one holds, and the last what the first holds; one of a SelfBlock
	Writers  []uint32 // by edge: the place of the writer without which it would not block (L5); zero if it needs none
	// an inexact lock held at two of the acquisitions that may or may not exclude them; zero if none (L4)
	Gate LockID
}

// Options are what the graph asks its client. All functions must be pure between two calls of Touch (L10); nil stands
// for the answer given in brackets.
type Options struct {
	// Parallel reports whether the acquisitions at two places, by two goroutines, may be under way at once. It is asked in
	// both directions, and both answers must be yes. [yes]
	Parallel func(a, b uint32) bool

	// Multiple reports whether the origin may run in two goroutines at once. [no]
	Multiple func(origin uint32) bool

	// Writer returns the place where a further goroutine may wait to write the lock while goroutines are at all the given
	// places, or zero if there is none. It must not keep the slice. [none]
	Writer func(lock LockID, places []uint32) uint32

	// Exact reports whether the abstract lock is one concrete lock. [no]
	Exact func(lock LockID) bool

	// MaxSteps is the number of edges that one search may try before it is cut; zero means no limit.
	MaxSteps int
}

// A Graph is a lock-order graph. It is not safe for concurrent use; separate graphs are independent.
type Graph struct {
	opts   Options             // with no nil functions
	edges  []liveEdge          // by EdgeID; index 0 unused
	number map[string]EdgeID   // by contents
	out    map[LockID][]EdgeID // live edges that are no loops, by lock held
	loops  map[LockID][]EdgeID // live loops
	dirty  []EdgeID            // changed since the last ChangedCycles (L10), each once
	known  []Cycle             // as of the last ChangedCycles, sorted
	cut    bool                // whether the last ChangedCycles was cut (L12)
}

// A liveEdge is the contents of an edge and its state.
type liveEdge struct {
	Edge
	count int  // additions less deletions; live if positive
	dirty bool // whether it is in the list of dirty edges
}

// New returns an empty graph.
func New(opts Options) *Graph {
	if opts.Parallel == nil {
		opts.Parallel = func(a, b uint32) bool { return true }
	}
	if opts.Multiple == nil {
		opts.Multiple = func(uint32) bool { return false }
	}
	if opts.Writer == nil {
		opts.Writer = func(LockID, []uint32) uint32 { return 0 }
	}
	if opts.Exact == nil {
		opts.Exact = func(LockID) bool { return false }
	}
	return &Graph{opts: opts, edges: make([]liveEdge, 1), number: map[string]EdgeID{},
		out: map[LockID][]EdgeID{}, loops: map[LockID][]EdgeID{}}
}

// Add adds an edge, or counts it once more, and returns the id of its contents. The graph keeps a copy.
func (g *Graph) Add(e Edge) EdgeID {
	if e.Held == 0 || e.Wanted == 0 {
		panic(fmt.Sprintf("lockgraph: edge %d→%d has no lock", e.Held, e.Wanted))
	}
	id := g.intern(e)
	l := &g.edges[id]
	l.count++
	if l.count == 1 {
		list := g.list(&l.Edge)
		list[l.Held] = append(list[l.Held], id)
		g.touch(id)
	}
	return id
}

// Delete takes back one Add that returned the id.
func (g *Graph) Delete(id EdgeID) {
	l := &g.edges[id]
	if l.count == 0 {
		panic(fmt.Sprintf("lockgraph: edge %d deleted more often than added", id))
	}
	l.count--
	if l.count == 0 {
		list := g.list(&l.Edge)
		at := slices.Index(list[l.Held], id)
		list[l.Held] = slices.Delete(list[l.Held], at, at+1)
		g.touch(id)
	}
}

// Touch says that the client's answers about an edge, its locks or its place may have changed (L10).
func (g *Graph) Touch(id EdgeID) {
	if g.edges[id].count > 0 {
		g.touch(id)
	}
}

// Edge returns the contents that an id stands for, whether it is in the graph or not; gates are sorted. The result must
// not be changed.
func (g *Graph) Edge(id EdgeID) Edge { return g.edges[id].Edge }

// Len returns the number of different edges in the graph.
func (g *Graph) Len() int { return len(g.live()) }

// live returns the ids of all edges in the graph.
func (g *Graph) live() []EdgeID {
	var ids []EdgeID
	for id := range g.edges {
		if g.edges[id].count > 0 {
			ids = append(ids, EdgeID(id))
		}
	}
	return ids
}

// list returns the lists that an edge belongs into (I2).
func (g *Graph) list(e *Edge) map[LockID][]EdgeID {
	if e.loop() {
		return g.loops
	}
	return g.out
}

// touch makes an edge dirty.
func (g *Graph) touch(id EdgeID) {
	if l := &g.edges[id]; !l.dirty {
		l.dirty = true
		g.dirty = append(g.dirty, id)
	}
}

// intern returns the id of an edge's contents (L9).
func (g *Graph) intern(e Edge) EdgeID {
	e.Gates = slices.Clone(e.Gates)
	slices.SortFunc(e.Gates, Gate.compare)
	e.Gates = slices.Compact(e.Gates)
	key := contents(&e)
	id := g.number[key]
	if id == 0 {
		id = EdgeID(len(g.edges))
		g.number[key] = id
		g.edges = append(g.edges, liveEdge{Edge: e})
	}
	return id
}

// contents encodes an edge, so that it can be a map key in spite of its gates.
func contents(e *Edge) string {
	var b []byte
	for _, n := range []uint32{uint32(e.Held), uint32(e.Wanted), uint32(e.HeldMode), uint32(e.WantMode), e.Origin, e.Place,
		uint32(e.Relation), e.Order, e.HeldSite, e.WantSite} {
		b = binary.AppendUvarint(b, uint64(n))
	}
	for _, gate := range e.Gates {
		b = binary.AppendUvarint(b, uint64(gate.Lock))
		b = binary.AppendUvarint(b, uint64(gate.Mode))
	}
	return string(b)
}
