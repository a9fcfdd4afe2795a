// This file is what the table of doubts asks of a cycle: what may keep its goroutines apart (D5n, D6, D7).

package lockorder

import (
	"slices"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/hb"
	"github.com/syncvet/syncvet/internal/link"
	"github.com/syncvet/syncvet/internal/lockgraph"
	"github.com/syncvet/syncvet/internal/order"
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
