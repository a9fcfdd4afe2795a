// This file tells how a state came about: the moves from the start, with threads under names that last.

package blocking

import "slices"

// trace returns the steps that lead to a state, and by slot the number of the thread that is there. Branches with one
// choice are left out.
func (g *graph) trace(to int) (steps []Step, names []int) {
	var path []int
	for at := to; at >= 0; at = g.parents[at].from {
		path = append(path, at)
	}
	slices.Reverse(path)
	names = make([]int, maxThreads)
	count := len(g.Roots)
	for slot := range g.Roots {
		names[slot] = slot + 1
	}
	for _, at := range path[1:] {
		p := g.parents[at]
		st := decode(g.states[p.from])
		if p.label.outcome == Spawned {
			count++
			names[p.label.with] = count
		}
		if q := g.at(st, int(p.label.slot)); q.Op != Branch || len(q.Choices) > 1 {
			steps = append(steps, g.describe(st, p.label, names))
		}
	}
	return steps, names
}

// describe makes a step of a label, given the state before and the names of threads.
func (g *graph) describe(st state, l label, names []int) Step {
	slot := int(l.slot)
	s := Step{
		Thread:     names[slot],
		Proc:       st.proc(slot),
		Point:      st.point(slot),
		Choice:     int(l.choice),
		Outcome:    l.outcome,
		WithChoice: int(l.answer),
	}
	if l.with >= 0 {
		s.With, s.WithProc, s.WithPoint = names[l.with], st.proc(int(l.with)), st.point(int(l.with))
	}
	if l.outcome == Spawned {
		s.WithProc, s.WithPoint = g.at(st, slot).Proc, 1
	}
	return s
}
