// This file says what a cycle is in the form that all engines return, and whether it is this package's affair.

package lockorder

import (
	"slices"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/evidence"
	"github.com/syncvet/syncvet/internal/explain"
	"github.com/syncvet/syncvet/internal/link"
	"github.com/syncvet/syncvet/internal/lockgraph"
)

// problem words one cycle, if it is this package's affair.
func (s *lockSearch) problem(c *lockgraph.Cycle) (evidence.Evidence, bool) {
	if !s.own(c) {
		return evidence.Evidence{}, false
	}
	p := evidence.Evidence{Kind: evidence.LockCycle, Engine: evidence.InView}
	p.Definite = c.Evidence == lockgraph.Definite
	p.Grade, p.Doubts = s.grade(c)
	if c.Kind == lockgraph.SelfBlock {
		p.Kind = evidence.SelfDeadlock
	}
	touches := s.View.Deps
	for k, n := 0, s.first(c); k < len(c.Edges); k++ {
		n := (n + k) % len(c.Edges)
		e := s.edges[c.Edges[n]]
		chain := s.Chain(&e.at.Candidate)
		t := s.thread(e, chain)
		touches = touches || s.touches(t.Steps) || len(c.Edges) == 1 && s.callsUs(e, chain)
		for i := range t.Steps {
			t.Steps[i].Thread = k
		}
		p.Ends = append(p.Ends, t)
		p.Cycle = append(p.Cycle, t.Steps[0].Name)
		w := evidence.Step{}
		if n < len(c.Writers) && c.Writers[n] != 0 {
			w = s.want(s.list[c.Writers[n]], false, nil)
		}
		p.Writer = append(p.Writer, w)
	}
	if !slices.ContainsFunc(p.Writer, func(w evidence.Step) bool { return w.Act != 0 }) {
		p.Writer = nil
	}
	p.Name = p.Cycle[0]
	return p, touches
}

// callsUs reports whether a call of a function value or interface method enters our module, on the way from a lock that
// a goroutine holds itself to where it wants it again: if neither is taken by our module, it is the affair of who takes
// them.
func (s *lockSearch) callsUs(e lockEdge, chain []explain.ChainLink) bool {
	_, behind := s.within(e, chain)
	return slices.ContainsFunc(behind, func(k explain.ChainLink) bool {
		return s.byValue(k) && s.L.OfModule(k.Inst)
	})
}

// touches reports whether our module takes one of the locks of a cycle's steps. If none does, the cycle is another
// module's, whoever starts its goroutines.
func (s *lockSearch) touches(steps []evidence.Step) bool {
	return slices.ContainsFunc(steps, func(x evidence.Step) bool { return s.L.InModule(x.Func.Pkg) })
}

// first is the edge of a cycle whose acquisition comes first in the source: reports do not depend on numbers.
func (s *lockSearch) first(c *lockgraph.Cycle) int {
	best := 0
	at := func(k int) link.Position { return s.want(s.edges[c.Edges[k]].at, false, nil).Pos }
	for k := range c.Edges {
		if facts.ComparePos(at(k), at(best)) < 0 {
			best = k
		}
	}
	return best
}

// own decides where a cycle is reported: as for races, one of its ways must pass through this package behind what all
// have in common, and each must pass through our module. What one package does by itself, from taking the lock to
// wanting it again, is its own affair, whoever calls it.
func (s *lockSearch) own(c *lockgraph.Cycle) bool {
	if len(c.Edges) == 1 {
		e := s.edges[c.Edges[0]]
		chain := s.Chain(&e.at.Candidate)
		before, behind := s.within(e, chain)
		ours := func(k explain.ChainLink) bool { return s.L.Insts[k.Inst].Unit.Sym.Pkg == s.L.Cfg.Own }
		return s.View.Deps || s.Reaches(chain) &&
			(slices.ContainsFunc(behind, ours) || len(before) > 0 && ours(before[len(before)-1]))
	}
	for k, e := range c.Edges {
		if s.ours(s.edges[e].at, s.edges[c.Edges[(k+1)%len(c.Edges)]].at) {
			return true
		}
	}
	return false
}

// ours decides so for two of its acquisitions, in either order.
func (s *lockSearch) ours(a, b *acquisition) bool {
	key := [2]*acquisition{a, b}
	ours, ok := s.pairs[key]
	if !ok {
		ours = s.Ours(s.Chain(&a.Candidate), s.Chain(&b.Candidate), nil, nil)
		s.pairs[key], s.pairs[[2]*acquisition{b, a}] = ours, ours
	}
	return ours
}

// thread is one goroutine of a cycle.
func (s *lockSearch) thread(e lockEdge, chain []explain.ChainLink) evidence.End {
	start := len(chain) - 1
	for start > 0 && !chain[start].Start {
		start--
	}
	t := evidence.End{Goroutine: s.Goroutine(e.at.Origin, chain[:start])}
	for _, k := range chain[start:] {
		t.Path = append(t.Path, s.Frame(k, k.Start))
	}
	if k := start + 1; k < len(chain) && t.Path[0].Synthetic {
		t.Goroutine.Entry = t.Path[1].Func
	}
	if u := s.L.Insts[e.at.Inst].Unit; u.Info != nil {
		t.Flags = u.Info.Flags
	}
	t.Steps = s.steps(e, chain)
	return t
}

// steps are where a goroutine takes the lock it holds and where it wants the other one.
func (s *lockSearch) steps(e lockEdge, chain []explain.ChainLink) []evidence.Step {
	h := e.at.held[e.held]
	at := s.taken(e.at, &h, chain)
	held := s.HeldAt(h, at, chain)
	first := evidence.Step{Act: evidence.ActLocks, Name: held.Name, Pos: held.Pos, Func: s.L.Insts[at.Fn].Unit.Sym}
	if fn, _, ok := s.CalledAt(at.Fn, chain); ok {
		first.Func = fn
	}
	switch {
	case held.Read:
		first.Act = evidence.ActRLocks
	case held.Once:
		first.Act = evidence.ActRunsOnce
	}
	return []evidence.Step{first, s.want(e.at, e.at.read, chain)}
}

// want is the step that waits, on one of the ways that lead to it.
func (s *lockSearch) want(a *acquisition, read bool, chain []explain.ChainLink) evidence.Step {
	u := s.L.Insts[a.Inst].Unit
	step := evidence.Step{Act: evidence.ActWantsLock, Func: u.Sym}
	if e := &u.Spawn.Points[a.point].Event; a.once {
		step.Act = evidence.ActWaitsOnce
		step.Name, step.Pos = u.Names.Spawn.Symbol(e.Name), link.PositionOf(u.Names.Spawn, e.Pos)
	} else {
		site := &u.Locks.Sites[a.site]
		step.Name, step.Pos = u.Names.Locks.Symbol(site.Name), link.PositionOf(u.Names.Locks, site.Pos)
	}
	if fn, pos, ok := s.CalledAt(a.Inst, chain); ok {
		step.Func, step.Pos = fn, pos
	}
	if read {
		step.Act = evidence.ActWantsRLock
	}
	return step
}

// byValue reports whether a function is entered by a call of a function value or interface method.
func (s *lockSearch) byValue(k explain.ChainLink) bool {
	return k.From != 0 && !k.Start &&
		s.L.Insts[k.From].Unit.Flow.Calls[k.Call].Flags&(facts.CallDynamic|facts.CallInvoke) != 0
}
