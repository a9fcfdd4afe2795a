// This file is what the table of doubts asks of a cycle: which locks are surely the ones meant, and what may keep its
// goroutines apart (D5 to D8).

package lockorder

import (
	"slices"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/explain"
	"github.com/syncvet/syncvet/internal/hb"
	"github.com/syncvet/syncvet/internal/link"
	"github.com/syncvet/syncvet/internal/lockgraph"
	"github.com/syncvet/syncvet/internal/order"
	"github.com/syncvet/syncvet/internal/pointsto"
)

// unreached reports whether an acquisition comes, on every way through its function, after a send on a channel that
// nobody in view has made (D7).
func (s *lockSearch) unreached(a *acquisition) bool {
	f, at := &s.L.Ordered.Funcs[a.Inst], hb.PointID(a.point+1)
	for p := range f.Points {
		e := &f.Points[p].Event
		if e.Op == hb.OpSend && len(e.Objs) == 0 && f.Dominates(hb.PointID(p), at) {
			return true
		}
	}
	return false
}

// flagged reports whether one goroutine of a cycle wants its second lock only after it has found a variable unset under
// the first one; the variable is only written by who holds both; and the other goroutine may have tested it before: it
// comes to hold its first lock when the variable has been set, and then it is not unset any more (D6).
func (s *lockSearch) flagged(c *lockgraph.Cycle, one, other int) bool {
	e, f := s.edges[c.Edges[one]], s.edges[c.Edges[other]]
	i := s.L.Insts[e.at.Inst]
	return !e.at.once && slices.ContainsFunc(s.clear(i, &i.Unit.Locks.Sites[e.at.site]), func(v order.Location) bool {
		u := s.L.Insts[f.at.Inst].Unit
		at := u.Spawn.Points[f.at.point].Preds[0]
		return s.writtenUnder(v, e.at.held[e.held].Objs, e.at.objs) &&
			s.L.MayHaveTested(v, f.at.Origin, s.L.StepsTo(&f.at.Candidate, at))
	})
}

// clear are the variables that have been found unset, under a lock that is still held, wherever a function locks what a
// site does (passes/access A20).
func (s *lockSearch) clear(i *link.Instance, site *facts.LockSite) []order.Location {
	if i.Unit.Accesses == nil {
		return nil
	}
	var list []order.Location
	for k := range i.Unit.Accesses.List {
		if a := &i.Unit.Accesses.List[k]; a.Addr != site.Addr || a.Off != site.Off || a.Kind != facts.AtomicRead {
			continue
		}
		at := slices.IndexFunc(
			i.Unit.Accesses.Conds,
			func(c facts.Cond) bool { return !c.Call && int(c.Index) == k && c.Kind == facts.CondClear },
		)
		if at < 0 {
			return nil
		}
		list = append(list, s.L.Places(i, i.Unit.Accesses.Conds[at].Addr, i.Unit.Accesses.Conds[at].Off)...)
	}
	return list
}

// writtenUnder reports whether a variable is written at all, and only while two locks are held.
func (s *lockSearch) writtenUnder(v order.Location, locks ...[]hb.ObjID) bool {
	some := false
	for _, t := range s.L.Shared[v] {
		if !s.L.Writes(t) {
			continue
		}
		i := s.L.Insts[t.Inst]
		for _, e := range s.L.Solved.Entries(hb.OriginID(i.Origin), hb.FuncID(i.ID)) {
			st := s.L.Solved.At(hb.OriginID(i.Origin), hb.FuncID(i.ID), e, hb.PointID(i.Unit.Accesses.List[t.Index].Point)+1)
			if st == 0 {
				continue
			}
			for _, objs := range locks {
				if !slices.ContainsFunc(
					s.L.HeldIn(st),
					func(h hb.Held) bool { return h.Mode == hb.Write && slices.Equal(h.Objs, objs) },
				) {
					return false
				}
			}
			some = true
		}
	}
	return some
}

// dynamic reports whether a goroutine's way from the lock that it has passes a call of a function value or interface
// method. A Once that runs a literal of the function that has it calls that by name.
func (s *lockSearch) dynamic(e lockEdge) bool {
	_, behind := s.within(e, s.Chain(&e.at.Candidate))
	return slices.ContainsFunc(behind, func(k explain.ChainLink) bool {
		from := s.L.Insts[k.From]
		return s.byValue(k) &&
			(from.Unit.RunsInOnce(k.Call) == nil || from.Unit.Sym != s.L.Insts[k.Inst].Unit.Sym.Declared())
	})
}

// byValue reports whether a function is entered by a call of a function value or interface method.
func (s *lockSearch) byValue(k explain.ChainLink) bool {
	return k.From != 0 && !k.Start &&
		s.L.Insts[k.From].Unit.Flow.Calls[k.Call].Flags&(facts.CallDynamic|facts.CallInvoke) != 0
}

// aliased reports whether one function takes both locks, by different pointers: that they are one only shows who knows
// what they point to.
func (s *lockSearch) aliased(e lockEdge) bool {
	held, ok := s.siteOf(e.at, &e.at.held[e.held])
	if !ok || e.at.once {
		return false
	}
	want := &s.L.Insts[e.at.Inst].Unit.Locks.Sites[e.at.site]
	names := s.L.Insts[e.at.Inst].Unit.Names.Locks
	return names.Symbol(want.Name).Kind == facts.SymField && want.Base != 0 && held.Base != 0 &&
		want.Base != held.Base &&
		!want.Unlike &&
		!e.vague
}

// returned reports whether a lock was taken by a function that is not in progress any more where another one is wanted.
func (s *lockSearch) returned(e lockEdge) bool {
	chain := s.Chain(&e.at.Candidate)
	at := s.taken(e.at, &e.at.held[e.held], chain)
	return !slices.ContainsFunc(chain, func(k explain.ChainLink) bool { return k.Inst == link.InstID(at.Fn) })
}

// merged reports whether a goroutine's way passes a call of another package's function that enters one of several
// functions: which one depends on what the caller gave it, and all callers' things flow together there. Whoever calls
// under the lock itself, and there is one such lock, does so for all callers; so does the function that a Once runs.
func (s *lockSearch) merged(e lockEdge) bool {
	chain := s.Chain(&e.at.Candidate)
	taker := link.InstID(0) // who calls under one lock that all its callers share
	if s.single(e.at.objs) {
		taker = s.taken(e.at, &e.at.held[e.held], chain).Fn
	}
	run := link.InstID(0) // the function of the Once that it runs
	return slices.ContainsFunc(chain, func(k explain.ChainLink) bool {
		if k.From == 0 || k.Start {
			return false
		}
		from := s.L.Insts[k.From]
		if k.From == taker || k.From == run {
			if from.Unit.RunsInOnce(k.Call) != nil && !from.Unit.Synthetic || from.Unit.Flag(facts.Synthetic) {
				run = k.Inst
			}
			return false
		}
		if from.Unit.Sym.Pkg == s.L.Cfg.Own || from.Unit.Flow.Calls[k.Call].Flags&(facts.CallDynamic|facts.CallInvoke) == 0 {
			return false
		}
		to := s.L.Insts[k.Inst].Unit
		return slices.ContainsFunc(from.Out, func(x link.Edge) bool { return x.Call == k.Call && s.L.Insts[x.To].Unit != to })
	})
}

// recurs reports whether a function comes to its own acquisition, or to itself on the way there, again through a call
// of a function value or interface method: with another object, as a rule, such as the one that its own wraps. There is
// no other one of a lock that is one object per run.
func (s *lockSearch) recurs(e lockEdge) bool {
	if s.single(e.at.objs) {
		return false
	}
	chain := s.Chain(&e.at.Candidate)
	at := s.taken(e.at, &e.at.held[e.held], chain)
	seen := map[*link.Unit]bool{}
	for _, k := range chain {
		u := s.L.Insts[k.Inst].Unit
		if seen[u] {
			return true
		}
		seen[u] = true
	}
	return s.L.Insts[at.Fn].Unit == s.L.Insts[e.at.Inst].Unit
}

// wrapped reports whether the lock that a goroutine wants lies in what it has found in a field of the object whose lock
// it holds, or cannot be that lock by the calls that lead there (D8).
func (s *lockSearch) wrapped(e lockEdge) bool {
	if e.at.once || len(e.at.objs) != 1 {
		return false
	}
	lock := s.L.Syncs[e.at.objs[0]]
	site := &s.L.Insts[e.at.Inst].Unit.Locks.Sites[e.at.site]
	at := s.L.Objects[lock.Obj].Base + pointsto.Node(lock.Off-site.Off)
	from := link.ReachingDef{Inst: e.at.Inst, Node: site.Addr, Target: at}
	for _, k := range s.Chain(&e.at.Candidate) {
		from.Ctx = &link.Context{Inst: k.Inst, From: k.From, Call: k.Call, Start: k.Start, Up: from.Ctx}
	}
	list := s.L.Traced().Trace(from)
	return !slices.ContainsFunc(list, func(x link.Source) bool {
		_, id, _ := s.L.ObjectAt(x.Slot)
		return x.Slot == 0 || id != lock.Obj
	})
}

// nearly reports whether synchronisation comes close to ordering two of the acquisitions (as R10 does for races).
func (s *lockSearch) nearly(c *lockgraph.Cycle) bool {
	for i, x := range c.Edges {
		for _, y := range c.Edges[i+1:] {
			for _, e := range s.L.Solved.Why(s.L.Place(&s.edges[x].at.Candidate), s.L.Place(&s.edges[y].at.Candidate)) {
				if e.Late && !e.Holds && e.Kind != hb.Started && e.Kind != hb.Follows && e.Kind != hb.Excluded {
					return true
				}
			}
		}
	}
	return false
}
