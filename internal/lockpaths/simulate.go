// This file runs a function's lock events along all ways through it (T3): states are told apart by what is held and by
// the outcomes of conditions that are tested again.

package lockpaths

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/branch"
	"github.com/syncvet/syncvet/internal/place"
	"github.com/syncvet/syncvet/passes/locks"
)

// conditions names the conditions, and finds those whose outcome matters: tested more than once, boolean parameters,
// phis, and what says how a returned value came about.
func (m *simulation) conditions() {
	m.conds = &conditions{spots: m.spots, ids: map[string]int{}, phis: map[*ssa.BasicBlock][]phiCondition{}}
	tests := map[int]int{}
	for _, b := range m.fn.Blocks {
		if c, ok := b.Instrs[len(b.Instrs)-1].(*ssa.If); ok && m.graph.Reached(b) {
			id, _ := m.conds.id(c.Cond)
			tests[id]++
		}
	}
	for _, b := range m.fn.Blocks {
		ret, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return)
		if !ok {
			continue
		}
		for _, v := range ret.Results {
			if id, ok := m.conds.ids[m.conds.isNil(v)]; ok {
				m.conds.tracked[id] = true
			}
			if place.IsBool(v.Type()) {
				id, _ := m.conds.id(v)
				m.conds.tracked[id] = tests[id] > 0 || m.conds.tracked[id]
			}
		}
	}
	for _, list := range m.blocks {
		for i := range list {
			for k := range list[i].acquires {
				if arg := list[i].acquires[k].arg; arg != nil {
					id, _ := m.conds.id(arg)
					m.conds.tracked[id] = true
				}
			}
		}
	}
	for id, n := range tests {
		if n > 1 || m.conds.param[id] != 0 {
			m.conds.tracked[id] = true
		}
	}
	m.trackConstants()
}

// trackConstants notes the comparisons of one value with several constants of which one is made behind another that
// holds (T61).
func (m *simulation) trackConstants() {
	tests := map[int][]*ssa.If{} // by id
	for _, b := range m.fn.Blocks {
		if c, ok := b.Instrs[len(b.Instrs)-1].(*ssa.If); ok && m.graph.Reached(b) {
			if id, _ := m.conds.id(c.Cond); m.conds.about[id] != "" {
				tests[id] = append(tests[id], c)
			}
		}
	}
	for id, list := range tests {
		others := m.conds.others(id)
		if len(others) == 0 {
			continue
		}
		for _, x := range list {
			_, sense := m.conds.id(x.Cond)
			behind := branch.Following(x.Block().Succs[side(sense)])
			for _, k := range others {
				if slices.ContainsFunc(tests[k], func(y *ssa.If) bool { return behind[y.Block().Index] }) {
					m.conds.tracked[id], m.conds.tracked[k] = true, true
				}
			}
		}
	}
}

// side is the successor for a truth value.
func side(holds bool) int {
	if holds {
		return 0
	}
	return 1
}

// A visit is a block in a state.
type visit struct {
	block *ssa.BasicBlock // to run
	state *pathState      // at its start; cloned before it is changed
}

// run goes along all ways.
func (m *simulation) run() {
	m.seen = make([]map[string]bool, len(m.fn.Blocks))
	m.exits, m.clashes, m.misused, m.invokes, m.invoked, m.panicked, m.visits = nil, nil, nil, nil, nil, nil, 0
	m.laps, m.entered = nil, map[*ssa.BasicBlock][]place.Path{}
	clear(m.visited)
	work := []visit{{m.fn.Blocks[0], &pathState{outcomes: map[int]outcome{}}}}
	for len(work) > 0 && !m.over {
		v := work[len(work)-1]
		work = work[:len(work)-1]
		if m.visits++; m.visits > maxVisits {
			m.over = true
			return
		}
		work = m.block(work, v)
	}
}

// again runs once more without telling outcomes apart.
func (m *simulation) again() {
	m.over = false
	for id := range m.conds.tracked {
		m.conds.tracked[id] = false
	}
	clear(m.conds.phis)
	m.run()
}

// enter puts a block in a state on the list, unless it has been there.
func (m *simulation) enter(work []visit, from, to *ssa.BasicBlock, s *pathState) []visit {
	s = s.clone()
	m.phis(from, to, s)
	m.lapped(from, to, s)
	if to.Dominates(from) {
		m.round(s, to)
	}
	i := to.Index
	if m.seen[i] == nil {
		m.seen[i] = map[string]bool{}
	}
	key := s.key()
	if m.seen[i][key] {
		return work
	}
	if len(m.seen[i]) >= maxWays {
		m.over = true
		return work
	}
	m.seen[i][key] = true
	return append(work, visit{to, s})
}

// phis finds the outcomes of conditions on phis when a block is entered.
func (m *simulation) phis(from, to *ssa.BasicBlock, s *pathState) {
	list := m.conds.phis[to]
	if len(list) == 0 {
		return
	}
	k := slices.Index(to.Preds, from)
	if k < 0 {
		return
	}
	news := make([]outcome, len(list))
	for i, x := range list {
		news[i] = m.phi(x, x.phi.Edges[k], s)
	}
	for i, x := range list {
		if news[i] == unknownOutcome {
			delete(s.outcomes, x.id)
		} else {
			s.outcomes[x.id] = news[i]
		}
	}
}

// phi is the outcome of a condition on a phi that has a value.
func (m *simulation) phi(x phiCondition, v ssa.Value, s *pathState) outcome {
	c := m.conds.class(v, s)
	if c == "" {
		return unknownOutcome
	}
	if x.to == nil {
		return truth(c == "true")
	}
	want := m.conds.class(x.to, s)
	if c == "set" && want != "nil" {
		return unknownOutcome
	}
	return truth(c == want)
}

// round forgets what another round of a loop makes anew.
func (m *simulation) round(s *pathState, head *ssa.BasicBlock) {
	in := m.loopOf(head)
	moves := func(p place.Path) bool { return m.movesIn(p, in) }
	for id := range s.outcomes {
		if m.conds.variant[id] {
			delete(s.outcomes, id)
		}
	}
	s.holds = slices.DeleteFunc(s.holds, func(h hold) bool { return moves(h.spot) })
	s.open = slices.DeleteFunc(s.open, moves)
	s.done = slices.DeleteFunc(s.done, moves)
	s.lost = slices.DeleteFunc(s.lost, moves)
	s.slots = slices.DeleteFunc(s.slots, func(h hold) bool { return moves(h.spot) })
}

// block goes through a block and on to what follows.
func (m *simulation) block(work []visit, v visit) []visit {
	s := v.state.clone()
	for i := range m.blocks[v.block.Index] {
		if !m.step(s, &m.blocks[v.block.Index][i]) {
			return work
		}
	}
	last, ok := v.block.Instrs[len(v.block.Instrs)-1].(*ssa.If)
	for k := range v.block.Succs {
		to := m.graph.Next(v.block, k)
		if to == nil {
			continue
		}
		next := s
		if ok {
			if next = m.decide(s, last, k == 0); next == nil {
				continue
			}
		}
		work = m.enter(work, v.block, to, next)
	}
	return work
}

// decide is the state on one side of a condition, nil where it cannot be.
func (m *simulation) decide(s *pathState, c *ssa.If, side bool) *pathState {
	if call, sense := locks.TryResult(c.Cond); call != nil {
		if h := m.tried(call); h != nil {
			if sense != side {
				return s
			}
			if s.holding(h.path) >= 0 && h.op == facts.Lock {
				return nil
			}
			s = s.clone()
			m.hold(s, h)
			return s
		}
	}
	if h, ok := m.selectedSlot(c.Cond, side); ok {
		s = s.clone()
		m.useSlot(s, h.path, h.slot, h.name, h.at)
	}
	id, sense := m.conds.id(c.Cond)
	want := truth(side == sense)
	if old := s.outcome(id); old != unknownOutcome && old != want {
		return nil
	}
	if m.conds.tracked[id] {
		s = s.clone()
		s.outcomes[id] = want
		if want == isTrue {
			for _, k := range m.conds.others(id) {
				s.outcomes[k] = isFalse
			}
		}
	}
	return s
}

// tried is the TryLock that a call is.
func (m *simulation) tried(call *ssa.Call) *lockEvent {
	for i := range m.blocks[call.Block().Index] {
		if h := &m.blocks[call.Block().Index][i]; h.instr == ssa.Instruction(call) && h.try {
			return h
		}
	}
	return nil
}

// simulate runs a function and gives its summary.
func (r *Result) simulate(fn *ssa.Function) *summary {
	if len(fn.Blocks) == 0 {
		return nil
	}
	read := r.read(fn)
	if !read.some && !read.selects() {
		return nil
	}
	m := &simulation{reader: read, takeAt: map[string]int{}, visited: map[*lockEvent]int{}}
	m.conditions()
	m.run()
	if m.over {
		m.again()
	}
	v := &verdict{m}
	r.judge(v)
	return v.summary()
}
