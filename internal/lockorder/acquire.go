// This file finds the acquisitions of a link (D1), and adds each one's edges to the graph (D2).

package lockorder

import (
	"sync"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/explain"
	"github.com/syncvet/syncvet/internal/hb"
	"github.com/syncvet/syncvet/internal/link"
	"github.com/syncvet/syncvet/internal/lockgraph"
	"github.com/syncvet/syncvet/internal/order"
)

// newLockSearch makes an empty graph.
func newLockSearch(d *explain.Paths) *lockSearch {
	s := &lockSearch{
		Paths:   d,
		list:    make([]*acquisition, 1),
		edges:   map[lockgraph.EdgeID]lockEdge{},
		writers: map[hb.ObjID][]uint32{},
		pairs:   map[[2]*acquisition]bool{},
	}
	s.graph = lockgraph.New(
		lockgraph.Options{Parallel: s.parallel, Writer: s.writer, Exact: s.exact, MaxSteps: maxCycleSteps},
	)
	return s
}

// nests reports whether there are two lock operations at all, or a Once.
func nests(d *explain.Paths) bool {
	n := 0
	for _, i := range d.L.Insts[1:] {
		if i.Unit.Spawn == nil {
			continue
		}
		for p := range i.Unit.Spawn.Points {
			e := &i.Unit.Spawn.Points[p].Event
			if !acquires(i.Unit, e) {
				continue
			}
			// the function of a Once may come to the same call again
			if n++; n > 1 || e.Op == facts.EventOnceBegin {
				return true
			}
		}
	}
	return false
}

// acquires reports whether an event takes a lock, or runs the function of a Once, waiting for it if need be.
func acquires(u *link.Unit, e *facts.Event) bool {
	if e.Op != facts.EventLock || u.Locks == nil {
		return e.Op == facts.EventOnceBegin
	}
	site := &u.Locks.Sites[e.Index]
	return !site.Try && (site.Op == facts.Lock || site.Op == facts.RLock)
}

// collect finds the acquisitions.
func (s *lockSearch) collect() {
	for _, i := range s.L.Insts[1:] {
		if i.Unit.Spawn == nil {
			continue
		}
		for p := range i.Unit.Spawn.Points {
			if acquires(i.Unit, &i.Unit.Spawn.Points[p].Event) {
				s.acquisitions(i, p)
			}
		}
	}
}

// acquisitions adds a lock operation, or a call of a Once, in each state in which its function is entered.
func (s *lockSearch) acquisitions(i *link.Instance, p int) {
	event := &i.Unit.Spawn.Points[p].Event
	once := event.Op == facts.EventOnceBegin
	point := &s.L.Ordered.Funcs[i.ID].Points[p+1]
	if len(point.Event.Objs) == 0 || len(point.Preds) == 0 {
		return
	}
	read := !once && i.Unit.Locks.Sites[event.Index].Op == facts.RLock
	// internal/lockpaths finds the orders of a library's functions, whoever calls them
	alone := s.L.ClientOf(i.Origin) > link.ByGoroutine
	for _, e := range s.L.Solved.Entries(hb.OriginID(i.Origin), hb.FuncID(i.ID)) {
		st := s.L.Solved.At(hb.OriginID(i.Origin), hb.FuncID(i.ID), e, point.Preds[0])
		if st == 0 {
			continue
		}
		if len(s.list) > maxAcquisitions {
			s.L.Exceeded("acquisitions")
			return
		}
		a := &acquisition{
			Candidate: order.Candidate{Signature: order.Signature{Origin: i.Origin, State: st}, Inst: i.ID, Entry: e},
			site:      event.Index,
			point:     p,
			objs:      point.Event.Objs,
			held:      s.L.Solved.Held(st),
			read:      read,
			once:      once,
			alone:     alone,
		}
		s.list = append(s.list, a)
		if !read && !alone && !once {
			for _, o := range a.objs {
				s.writers[o] = append(s.writers[o], uint32(len(s.list)-1))
			}
		}
	}
}

// add makes the edges of an acquisition: one from each lock held.
func (s *lockSearch) add(place uint32) {
	a := s.list[place]
	if len(a.objs) > maxObjects {
		return
	}
	for k, h := range a.held {
		if len(h.Objs) > maxObjects {
			continue
		}
		relation := sync.OnceValues(func() (lockgraph.Relation, uint32) { return s.relation(a, &h) })
		ranked := !a.once && s.L.Insts[a.Inst].Unit.Locks.Sites[a.site].Rank != 0
		for _, from := range h.Objs {
			for _, to := range a.objs {
				if a.alone && from != to {
					continue
				}
				e := lockgraph.Edge{
					Held:     lockgraph.LockID(from),
					Wanted:   lockgraph.LockID(to),
					HeldMode: mode(h.Mode == hb.Read),
					WantMode: mode(a.read),
					Origin:   uint32(a.Origin),
					Place:    place,
					Gates:    a.gates(k),
				}
				switch {
				case from == to:
					e.Relation, e.Order = relation()
				case ranked:
					e.Order = s.rank(a, &h)
				}
				if a.alone && e.Relation == lockgraph.Distinct {
					continue
				}
				id := s.graph.Add(e)
				if _, ok := s.edges[id]; !ok {
					s.edges[id] = lockEdge{at: a, held: k, vague: s.several(h.Objs) || s.several(a.objs)}
				}
			}
		}
	}
}
