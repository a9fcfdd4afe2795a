// This file is the table of doubts about cycles of locks. The theory behind each is in doc.go under its number.
// docs/doubts.md is made from it.

package lockorder

import (
	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/evidence"
	"github.com/syncvet/syncvet/internal/hb"
	"github.com/syncvet/syncvet/internal/link"
	"github.com/syncvet/syncvet/internal/lockgraph"
)

// A cycle is a cycle of locks that is graded, with what several rows ask of it.
type cycle struct {
	*lockgraph.Cycle
	s       *lockSearch         // in whose graph it lies
	exact   int                 // of its edges: how many hold a lock that is one object per run
	objects map[link.ObjID]bool // in which these locks lie
}

const (
	low    = evidence.Low
	medium = evidence.Medium
	apart  = "the locks may be those of different objects"
	path   = "a condition on the way there may exclude it"
	nearby = "some synchronisation near by may keep the goroutines apart"
)

// table is all rows, in the order in which they are asked.
var table = [...]evidence.Row[*cycle]{
	{ID: "D5a", Title: apart, To: low, Archive: "deadlocks/order/named_order_ok",
		When: "a lock is of one of many objects, or of unseen code; several are not exact; instances are not compared",
		Holds: func(c *cycle) bool {
			return c.any(c.unclear) || c.others() && c.exact < len(c.Edges)-1 && len(c.objects) > 1 ||
				c.loop() && c.Evidence != lockgraph.Unsorted
		}},
	{ID: "D7", Title: path, To: low, Archive: "deadlocks/order/lockorder_absent_ok",
		When:  "nobody in view lets it go on to the lock, or only a test makes the handler run",
		Holds: func(c *cycle) bool { return c.any(c.idle) }},
	{ID: "D5c", Title: nearby, To: low, Archive: "deadlocks/order/lockorder_gate_ok",
		When:  "both hold a third lock, which may be the same one",
		Holds: func(c *cycle) bool { return c.Gate != 0 }},
	{ID: "D6", Title: path, To: low, Archive: "deadlocks/order/lockorder_flag_ok",
		When: "the second lock is wanted only where a variable is unset",
		Holds: func(c *cycle) bool {
			return len(c.Edges) == 2 && (c.s.flagged(c.Cycle, 0, 1) || c.s.flagged(c.Cycle, 1, 0))
		}},
	{ID: "D5i", Title: apart, To: medium, Archive: "deadlocks/order/owner_and_owned_dead",
		When:  "a lock is one of a few",
		Holds: func(c *cycle) bool { return c.any(several) }},
	{ID: "D5j", Title: path, To: low, Archive: "deadlocks/self/alias_peer_dead",
		When:  "a goroutine's own lock, behind calls of values or by another pointer, and no run of it is blocked there",
		Holds: (*cycle).self},
	{ID: "D5l", Title: apart, To: medium, Archive: "deadlocks/order/least_first_dead",
		When:  "two instances of one lock in no known order",
		Holds: (*cycle).loop},
	{ID: "D5m", Title: apart, To: medium, Archive: "deadlocks/order/parent_child_dead",
		When:  "one lock is not exact, or all lie in one object",
		Holds: func(c *cycle) bool { return c.others() && c.exact < len(c.Edges) }},
	{ID: "D5n", Title: nearby, To: medium, Archive: "deadlocks/order/lockorder_near_dead",
		When:  "synchronisation near by is not known to order them",
		Holds: func(c *cycle) bool { return c.Gate == 0 && c.s.nearly(c.Cycle) }},
}

// Rows lists the table.
func Rows() []evidence.Heading { return evidence.Headings(table[:]) }

// grade says how certain a cycle is (D5).
func (s *lockSearch) grade(c *lockgraph.Cycle) (evidence.Confidence, []evidence.Doubt) {
	x := &cycle{Cycle: c, s: s, objects: map[link.ObjID]bool{}}
	for _, id := range c.Edges {
		held := hb.ObjID(s.graph.Edge(id).Held)
		if s.exact(lockgraph.LockID(held)) {
			x.exact++
		}
		x.objects[s.L.Syncs[held].Obj] = true
	}
	return evidence.Judge(table[:], x, s.off)
}

// any reports whether something holds of an edge, with the lock that it holds.
func (c *cycle) any(holds func(e lockEdge, held hb.ObjID) bool) bool {
	for _, id := range c.Edges {
		if holds(c.s.edges[id], hb.ObjID(c.s.graph.Edge(id).Held)) {
			return true
		}
	}
	return false
}

// self reports whether a goroutine waits for a lock that it holds, and no other lock may keep it from that.
func (c *cycle) self() bool { return c.Gate == 0 && c.Kind == lockgraph.SelfBlock }

// loop reports whether goroutines take two instances of one lock.
func (c *cycle) loop() bool { return c.Gate == 0 && c.Kind == lockgraph.InstanceLoop }

// others reports whether it is a cycle of different locks.
func (c *cycle) others() bool {
	return c.Gate == 0 && c.Kind != lockgraph.SelfBlock && c.Kind != lockgraph.InstanceLoop
}

// unclear reports whether the lock that an edge holds is vague, or of an object that unseen code makes.
func (c *cycle) unclear(e lockEdge, held hb.ObjID) bool {
	return e.vague || c.s.L.Objects[c.s.L.Syncs[held].Obj].Decl.Kind == facts.ObjUnknown
}

// idle reports whether an acquisition comes only where a test drives a handler, or nobody lets it go on (D7).
func (c *cycle) idle(e lockEdge, _ hb.ObjID) bool {
	return c.s.L.DrivenByTest(e.at.Origin) || c.s.unreached(e.at)
}

// several reports whether the lock that an edge holds, or wants, may be one of several.
func several(e lockEdge, _ hb.ObjID) bool {
	return len(e.at.objs) > 1 || len(e.at.held[e.held].Objs) > 1
}
