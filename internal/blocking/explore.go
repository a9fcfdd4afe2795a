// This file is the search: all reachable states, breadth first, with the moves between them.

package blocking

import "slices"

// A graph is the states found so far and the moves between them.
type graph struct {
	*System
	number  map[string]int // of states, by key
	states  []string       // keys, in the order in which they were found
	parents []parent       // by state: how it was found first
	first   []int          // by expanded state: index of its first edge; one more at the end
	edges   []edge         // moves, by the state they start from
	crashes []crash        // moves that panic, in the order in which they were found
	limit   Limit          // the first limit that was hit
	whole   []bool         // by state: all its moves are known
	fixed   []bool         // by number of a shared cell: nothing sets it
}

// A parent is the move by which a state was found.
type parent struct {
	from  int   // the state before; -1 of the start
	label label // the move
}

// An edge is a move between states.
type edge struct {
	to     int   // the state it leads to
	movers uint8 // the slots that move, as bits
	slot   uint8 // whose step it is
}

// A crash is a move that panics.
type crash struct {
	from  int   // the state in which it happens
	label label // the move
	why   Panic // the reason
}

// search explores the system until all is known or a limit is hit.
func (s *System) search(budget int) *graph {
	start := s.newState()
	for slot, root := range s.Roots {
		start.enter(slot, root)
	}
	return s.searchFrom(start, budget, true)
}

// searchFrom explores what comes after a state. Where a limit of a state is hit, it goes on elsewhere if it is told to
// (B14).
func (s *System) searchFrom(start state, budget int, goOn bool) *graph {
	g := &graph{System: s, number: map[string]int{}, fixed: s.fixed()}
	g.visit(start, parent{from: -1})
	for from := 0; from < len(g.states) && (g.limit == NoLimit || goOn && g.limit != StateLimit); from++ {
		g.first = append(g.first, len(g.edges))
		g.expand(from)
		if len(g.states) > budget {
			g.limit = StateLimit
		}
	}
	for len(g.first) <= len(g.states) {
		g.first = append(g.first, len(g.edges))
	}
	return g
}

// visit returns the number of a state, which may be new.
func (g *graph) visit(st state, p parent) int {
	key := st.key(make([]byte, 0, 2*len(st)))
	id, ok := g.number[string(key)]
	if !ok {
		id = len(g.states)
		g.states = append(g.states, string(key))
		g.number[g.states[id]] = id
		g.parents = append(g.parents, p)
		g.whole = append(g.whole, false)
	}
	return id
}

// isAhead reports whether a state is looked at later than another one: it has not been found yet, or it waits for its
// turn.
func (g *graph) isAhead(st state, of int) bool {
	id, ok := g.number[string(st.key(make([]byte, 0, 2*len(st))))]
	return !ok || id > of
}

// expand visits all states one move away.
func (g *graph) expand(from int) {
	st := decode(g.states[from])
	moves, limit := g.ample(st, from), NoLimit
	if moves == nil {
		moves, limit = g.moves(st, -1)
	}
	g.whole[from] = limit == NoLimit
	if g.limit == NoLimit {
		g.limit = limit
	}
	for _, m := range moves {
		if m.why != NoPanic {
			g.crashes = append(g.crashes, crash{from, m.label, m.why})
		}
		movers := uint8(1) << m.label.slot
		if m.label.with >= 0 && m.label.outcome != Woke { // who is woken moves when it gets the mutex
			movers |= 1 << m.label.with
		}
		g.edges = append(g.edges, edge{g.visit(m.to, parent{from, m.label}), movers, uint8(m.label.slot)})
	}
}

// ample returns the moves of one thread that stand for all others', or nil if there is no such thread (B16).
func (g *graph) ample(st state, from int) []move {
	for slot := range maxThreads {
		if !st.live(slot) || !g.private(g.at(st, slot)) {
			continue
		}
		moves, _ := g.System.moves(st, slot)
		if slices.ContainsFunc(moves, func(m move) bool { return g.isAhead(m.to, from) }) {
			return moves
		}
	}
	return nil
}

// private reports whether a point's operation is seen by its own thread only, or only finds out what was settled before
// the start.
func (g *graph) private(p *Point) bool {
	switch p.Op {
	case Branch:
		return true
	case Test:
		return p.Cell > 0 || g.fixed[-p.Cell]
	case Set, Take:
		return p.Cell > 0
	case Select:
		return p.outside()
	}
	return false
}

// outside reports whether a select waits for nothing but what may always come: then it is a branch. Case and default
// may be taken alike.
func (p *Point) outside() bool {
	free := p.HasDefault
	for _, c := range p.Cases {
		switch {
		case c.Dir == Environment:
			free = true
		case c.Obj != 0:
			return false
		}
	}
	return free
}

// fixed finds the shared cells that nothing sets: each has its value from the start, though nobody knows it yet.
func (s *System) fixed() []bool {
	fixed := slices.Repeat([]bool{true}, s.Cells+1)
	for _, proc := range s.Procs {
		for k := range proc.Points {
			if p := &proc.Points[k]; (p.Op == Set || p.Op == Take) && p.Cell < 0 {
				fixed[-p.Cell] = false
			}
		}
	}
	return fixed
}

// out returns the moves from a state.
func (g *graph) out(from int) []edge { return g.edges[g.first[from]:g.first[from+1]] }
