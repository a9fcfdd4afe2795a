// This file finds which choices of branches a finding needs: those that, taken otherwise, would avoid it (B17).

package blocking

// A choicePoint is where something is decided that is not known: a branch of a process, or a condition.
type choicePoint struct {
	proc  ProcID  // zero for shared cells
	point PointID // of a branch; zero for cells
	cell  Cell    // of a test; zero for branches
}

// decides gives the choice that a thread has in a state; false if it has none.
func (g *graph) decides(st state, slot int) (choicePoint, bool) {
	p := g.at(st, slot)
	switch {
	case p.Op == Branch && len(p.Choices) > 1:
		return choicePoint{proc: st.proc(slot), point: st.point(slot)}, true
	case p.Op == Test, p.Op == Take:
		word, shift := st.cellWord(slot, p.Cell, len(g.Objects))
		if Value(*word>>shift&3) != Forgotten {
			return choicePoint{}, false
		}
		if p.Cell < 0 {
			return choicePoint{cell: p.Cell}, true
		}
		return choicePoint{proc: st.proc(slot), cell: p.Cell}, true
	}
	return choicePoint{}, false
}

// A contest asks whether some states are reached although somebody else makes some of the choices: the choices of
// threads against the order of their steps.
type contest struct {
	*graph
	before  [][]int       // by state: those with an edge to it
	choices []choicePoint // by edge: what it decides; zero if nothing
}

// newContest prepares the graph.
func newContest(g *graph) *contest {
	c := &contest{graph: g, before: make([][]int, len(g.states)), choices: make([]choicePoint, len(g.edges))}
	for from := range g.states {
		st := decode(g.states[from])
		for k := g.first[from]; k < g.first[from+1]; k++ {
			e := g.edges[k]
			if list := c.before[e.to]; len(list) == 0 || list[len(list)-1] != from {
				c.before[e.to] = append(list, from)
			}
			c.choices[k], _ = g.decides(st, int(e.slot))
		}
	}
	return c
}

// wins reports whether targets are reached from the start, in any order of steps that suits, when only the choices of
// some points are made to suit, and all others are made otherwise wherever that helps.
func (c *contest) wins(targets []int, ours map[choicePoint]bool) bool {
	won := make([]bool, len(c.states))
	work := make([]int, 0, len(targets))
	add := func(s int) {
		if !won[s] {
			won[s] = true
			work = append(work, s)
		}
	}
	for _, s := range targets {
		add(s)
	}
	for len(work) > 0 && !won[0] {
		s := work[len(work)-1]
		work = work[:len(work)-1]
		for _, p := range c.before[s] {
			if !won[p] && c.leads(p, won, ours) {
				add(p)
			}
		}
	}
	return won[0]
}

// leads reports whether some thread's step leads from a state to states that are won: whatever it chooses, if the
// choice is not ours.
func (c *contest) leads(from int, won []bool, ours map[choicePoint]bool) bool {
	for k := c.first[from]; k < c.first[from+1]; {
		slot, all, none := c.edges[k].slot, true, true
		free := c.choices[k] == choicePoint{} || ours[c.choices[k]]
		for ; k < c.first[from+1] && c.edges[k].slot == slot; k++ {
			all, none = all && won[c.edges[k].to], none && !won[c.edges[k].to]
		}
		if all || free && !none {
			return true
		}
	}
	return false
}

// free marks the steps of a way to some states whose choices need not be as they are.
func (c *contest) free(steps []Step, targets []int) {
	ours := map[choicePoint]bool{}
	var order []choicePoint
	at := make([]choicePoint, len(steps))
	for k := range steps {
		p := &c.Procs[steps[k].Proc].Points[steps[k].Point]
		switch {
		case p.Op == Branch:
			at[k] = choicePoint{proc: steps[k].Proc, point: steps[k].Point}
		case (p.Op == Test || p.Op == Take) && p.Cell < 0:
			at[k] = choicePoint{cell: p.Cell}
		case p.Op == Test, p.Op == Take:
			at[k] = choicePoint{proc: steps[k].Proc, cell: p.Cell}
		default:
			continue
		}
		if !ours[at[k]] {
			ours[at[k]] = true
			order = append(order, at[k])
		}
	}
	if len(order) < 2 || len(order) > maxNeeded || !c.wins(targets, ours) {
		return
	}
	for _, x := range order {
		if delete(ours, x); !c.wins(targets, ours) {
			ours[x] = true
		}
	}
	for k := range steps {
		steps[k].Free = at[k] != choicePoint{} && !ours[at[k]]
	}
}
