// This file is the lock-order graph of one link as it is built: acquisitions, and edges between locks.

package lockorder

import (
	"fmt"
	"slices"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/explain"
	"github.com/syncvet/syncvet/internal/hb"
	"github.com/syncvet/syncvet/internal/link"
	"github.com/syncvet/syncvet/internal/lockgraph"
	"github.com/syncvet/syncvet/internal/order"
)

// An acquisition is a lock operation, or a call of a Once, in one state of one origin.
type acquisition struct {
	order.Candidate            // where; its access is unused
	site            uint32     // into the unit's lock sites; no site for a Once
	point           int        // of the unit's skeleton
	objs            []hb.ObjID // what is taken: one of these
	held            []hb.Held  // held just before
	read            bool       // it is taken for reading
	once            bool       // the point is a Once.Do, which waits for the function that runs
	alone           bool       // of users of a type that only holds a lock: it may only wait for its own goroutine
}

// A lockEdge is one edge of the graph with what it stands for.
type lockEdge struct {
	at    *acquisition // what is wanted, and in which state
	held  int          // index into at.held
	vague bool         // one of its two locks is known only as one of several
}

// A lockSearch builds the lock-order graph of one link.
type lockSearch struct {
	*explain.Paths
	graph   *lockgraph.Graph              // locks by hb.ObjID, places by index into list
	list    []*acquisition                // by place, which starts at 1
	edges   map[lockgraph.EdgeID]lockEdge // the first of each id
	writers map[hb.ObjID][]uint32         // places that want to write a lock
	off     []string                      // rows of the table that are not asked
	pairs   map[[2]*acquisition]bool      // memo of ours
}

func mode(read bool) lockgraph.Mode {
	if read {
		return lockgraph.Read
	}
	return lockgraph.Write
}

// gates lists what is held beside lock k.
func (a *acquisition) gates(k int) []lockgraph.Gate {
	var list []lockgraph.Gate
	for i, h := range a.held {
		if i != k && len(h.Objs) == 1 {
			list = append(list, lockgraph.Gate{Lock: lockgraph.LockID(h.Objs[0]), Mode: mode(h.Mode == hb.Read)})
		}
	}
	return list
}

// relation is what is known of two locks of one abstract object: two sites of one function whose bases differ are two
// instances. An order of all instances (D4) is order 1.
func (s *lockSearch) relation(a *acquisition, h *hb.Held) (lockgraph.Relation, uint32) {
	held, ok := s.siteOf(a, h)
	if !ok || a.once {
		return lockgraph.Unknown, 0
	}
	want := &s.L.Insts[a.Inst].Unit.Locks.Sites[a.site]
	switch {
	case held == nil || want.Base == 0 || held.Base == 0:
		return lockgraph.Unknown, 0
	case want.Base == held.Base && want.Off == held.Off:
		return lockgraph.Same, 0
	case want.Sort && held.Sort:
		return lockgraph.Distinct, 1
	}
	return lockgraph.Distinct, 0
}

// rank is the order in which a function takes two locks by what it compares, each order in a branch of its own: of two
// abstract objects it says which comes first. Zero: none. Order 1 is that of instances of one abstract object.
func (s *lockSearch) rank(a *acquisition, h *hb.Held) uint32 {
	held, ok := s.siteOf(a, h)
	want := &s.L.Insts[a.Inst].Unit.Locks.Sites[a.site]
	if !ok || held == nil || held.Rank != want.Rank {
		return 0
	}
	return 1 + uint32(want.Rank)
}

// taken looks along a path, innermost function first, for the event that took a lock held at an acquisition, which is
// not that event.
func (s *lockSearch) taken(a *acquisition, h *hb.Held, path []explain.ChainLink) explain.Taking {
	return s.TakenBut(*h, path, explain.Taking{Fn: a.Inst, Point: hb.PointID(a.point + 1)})
}

// within divides the way to where a lock is wanted: up to the function that has taken the one that is held, and behind.
func (s *lockSearch) within(e lockEdge, chain []explain.ChainLink) (before, behind []explain.ChainLink) {
	taker := s.L.Insts[s.taken(e.at, &e.at.held[e.held], chain).Fn].Unit
	last := len(chain) - 1
	for k := last; k >= 0; k-- {
		if s.L.Insts[chain[k].Inst].Unit == taker && (k < last || !slices.ContainsFunc(chain[:last], s.enters(taker))) {
			return chain[:k+1], chain[k+1:]
		}
	}
	return nil, chain
}

// enters tells of a call whether it enters a function.
func (s *lockSearch) enters(u *link.Unit) func(explain.ChainLink) bool {
	return func(k explain.ChainLink) bool { return s.L.Insts[k.Inst].Unit == u }
}

// siteOf is the site of the same function that took a lock held; false if it was taken elsewhere.
func (s *lockSearch) siteOf(a *acquisition, h *hb.Held) (*facts.LockSite, bool) {
	i := s.L.Insts[a.Inst]
	at := s.taken(a, h, []explain.ChainLink{{Inst: a.Inst}})
	if at.Fn != a.Inst || int(at.Point) < 1 || int(at.Point) > len(i.Unit.Spawn.Points) {
		return nil, false
	}
	e := &i.Unit.Spawn.Points[at.Point-1].Event
	if e.Op != facts.EventLock || e.Index == a.site {
		return nil, false
	}
	return &i.Unit.Locks.Sites[e.Index], true
}

// exact reports whether an abstract lock is one concrete lock.
func (s *lockSearch) exact(l lockgraph.LockID) bool {
	o := &s.L.Ordered.Objs[l]
	return (o.Single || o.PerInstance) && !o.External
}

// several reports whether locks are more than one, those of the two goroutines that stand for many taken for one.
func (s *lockSearch) several(locks []hb.ObjID) bool {
	type made struct {
		unit        link.UnitID   // the function that makes it
		origin      link.OriginID // whose goroutine runs that; for one that stands for many the first of the two
		heapContext uint32        // the iteration copy
		site        uint32        // where it is made there
		off         uint32        // the slot
		path        string        // calls that lead to the function, as far as its context says
	}
	first := made{}
	for n, k := range locks {
		key := s.L.Syncs[k]
		o := &s.L.Objects[key.Obj]
		if o.Inst == 0 {
			return len(locks) > 1
		}
		i := s.L.Insts[o.Inst]
		m := made{unit: i.Unit.ID, origin: i.Origin, heapContext: uint32(i.HeapContext), site: uint32(o.Site), off: key.Off}
		if x := s.L.Origins[i.Origin]; x.IterationClone {
			m.origin = x.Twin
		}
		for x := i; x.Chain != nil; x = s.L.Insts[x.Chain.Caller] {
			m.path += fmt.Sprintln(x.Unit.ID, x.Chain.Call)
		}
		if n > 0 && m != first {
			return true
		}
		first = m
	}
	return false
}

func (s *lockSearch) at(place uint32) hb.Place { return s.L.Place(&s.list[place].Candidate) }

// parallel reports whether two acquisitions may be under way at once.
func (s *lockSearch) parallel(x, y uint32) bool {
	a, b := s.list[x], s.list[y]
	if a.Origin == b.Origin || !s.L.Comparable(a.Origin, b.Origin) {
		return false
	}
	if s.L.Origins[a.Origin].Twin == b.Origin &&
		(s.L.Solved.Serial(hb.OriginID(a.Origin)) || s.L.Solved.Serial(hb.OriginID(b.Origin))) {
		return false
	}
	if !s.L.Solved.Parallel(s.at(x), s.at(y)) {
		return false
	}
	prot := s.L.Solved.CommonLock(s.at(x), s.at(y))
	return prot != hb.Must
}

// writer finds a place where a further goroutine wants to write a lock while others are at some places.
func (s *lockSearch) writer(l lockgraph.LockID, places []uint32) uint32 {
	for _, w := range s.writers[hb.ObjID(l)] {
		if !slices.ContainsFunc(places, func(p uint32) bool { return !s.parallel(w, p) && !s.parallel(p, w) }) {
			return w
		}
	}
	return 0
}
