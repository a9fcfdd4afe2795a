// This file is the solver as the linker sees it: the batch solver, which can be told to record what a live one needs to take
// over when the program is edited (U4).

package program

import (
	"github.com/syncvet/syncvet/internal/pointsto"
)

// A solver is the points-to sets of a link.
type solver struct {
	*pointsto.Graph
	rec  *recording     // nil: the link is not going to be edited
	live *pointsto.Live // holds the sets instead of Graph; nil before the first edit
}

// A recording is what the linker told the batch solver, and on what account.
type recording struct {
	made    []made                        // pointers and objects, in order
	cons    []pointsto.Constraint         // by ConID-1
	causes  []cause                       // by ConID-1: what has to hold for the constraint
	passing []callSite                    // by ConID-1: the call for which it passes something; zero if it is stated by a unit
	call    callSite                      // the call that is being made
	passed  map[callSite][]pointsto.ConID // the same, by call and live numbers; nil before there is a live solver
	why     []causeOf                     // by cause-1
	now     cause                         // what the linker is doing now has this cause
	watched []bool                        // by Node: calls are found by what it points to
	watches []watching                    // by watch number
	guards  []pointsto.Guard              // by cause-1, once the live solver exists; zero until asked for
	all     pointsto.Guard                // that the first joined causes hold
	joined  int                           // see all
	loose   bool                          // all is taken to hold: only for measuring, see System
	token   pointsto.Node                 // the address that guards of several causes are made of
}

// A callSite is a call of an instance.
type callSite struct {
	inst instID
	call uint32
}

// A made is a run of pointers, or an object.
type made struct {
	count uint32 // pointers; zero for an object
	size  uint32 // slots
	label pointsto.Label
}

// A cause numbers reasons for which the linker does something; zero is none needed.
type cause uint32

// A causeOf is a cause: that an object reached a call, in a function that was itself reached for a cause. If node is zero, it is all
// causes before it together.
type causeOf struct {
	node, addr pointsto.Node
	up         cause
}

// A watching is a node whose growth is reported, and the cause for which it is watched.
type watching struct {
	node pointsto.Node
	why  cause
}

// newSolver makes an empty solver.
func newSolver(opt pointsto.Options, record bool) *solver {
	s := &solver{Graph: pointsto.New(opt)}
	if record {
		s.rec = &recording{}
	}
	return s
}

// NewNode makes a pointer.
func (s *solver) NewNode() pointsto.Node {
	if s.live != nil {
		return s.live.NewNode()
	}
	if r := s.rec; r != nil {
		if k := len(r.made) - 1; k >= 0 && r.made[k].count > 0 {
			r.made[k].count++
		} else {
			r.made = append(r.made, made{count: 1})
		}
	}
	return s.Graph.NewNode()
}

// NewObject makes an object.
func (s *solver) NewObject(size uint32, label pointsto.Label) pointsto.Node {
	if s.live != nil {
		return s.live.NewObject(size, label)
	}
	if s.rec != nil {
		s.rec.made = append(s.rec.made, made{size: size, label: label})
	}
	return s.Graph.NewObject(size, label)
}

// Add states a constraint, for the present cause.
func (s *solver) Add(c pointsto.Constraint) pointsto.ConID {
	switch r := s.rec; {
	case s.live != nil:
		return s.live.Add(c, s.guard(r.now))
	case r != nil:
		r.cons = append(r.cons, c)
		r.causes = append(r.causes, r.now)
		r.passing = append(r.passing, r.call)
	}
	return s.Graph.Add(c)
}

// Watch has the growth of a set reported.
func (s *solver) Watch(n pointsto.Node, watch uint32) {
	if r := s.rec; r != nil {
		for int(n) >= len(r.watched) {
			r.watched = append(r.watched, false)
		}
		r.watched[n] = true
		for int(watch) >= len(r.watches) {
			r.watches = append(r.watches, watching{})
		}
		r.watches[watch] = watching{n, r.now}
	}
	s.Graph.Watch(n, watch)
}

// because has what follows recorded as a consequence of an object that reached a watched node.
func (s *solver) because(watch uint32, addr pointsto.Node) {
	if r := s.rec; r != nil {
		w := r.watches[watch]
		r.why = append(r.why, causeOf{w.node, addr, w.why})
		r.now = cause(len(r.why))
	}
}

// becauseOfAll has what follows recorded as a consequence of all that was found before.
func (s *solver) becauseOfAll() {
	if r := s.rec; r != nil && len(r.why) > 0 {
		r.why = append(r.why, causeOf{})
		r.now = cause(len(r.why))
	}
}

// becauseOfNothing has what follows recorded as a consequence of nothing.
func (s *solver) becauseOfNothing() {
	if s.rec != nil {
		s.rec.now = 0
	}
}

// during has what follows recorded as done for a call, or for none, and returns what was so before.
func (s *solver) during(c callSite) (before callSite) {
	if s.rec == nil {
		return callSite{}
	}
	before, s.rec.call = s.rec.call, c
	return before
}

// PointsTo appends the addresses in a set, in increasing order.
func (s *solver) PointsTo(buf []pointsto.Node, n pointsto.Node) []pointsto.Node {
	if s.live != nil {
		return s.live.PointsTo(buf, n)
	}
	return s.Graph.PointsTo(buf, n)
}

// Has tells whether the address is in the points-to set of n.
func (s *solver) Has(n, addr pointsto.Node) bool {
	if s.live != nil {
		return s.live.Has(n, addr)
	}
	return s.Graph.Has(n, addr)
}

// Object returns the object that addr is a slot of, the slot's offset and the object's label.
func (s *solver) Object(addr pointsto.Node) (base pointsto.Node, off uint32, label pointsto.Label, ok bool) {
	if s.live != nil {
		return s.live.Object(addr)
	}
	return s.Graph.Object(addr)
}

// Size returns the number of slots of an object.
func (s *solver) Size(base pointsto.Node) uint32 {
	if s.live != nil {
		return s.live.Size(base)
	}
	return s.Graph.Size(base)
}

// Stats returns sizes.
func (s *solver) Stats() pointsto.Stats {
	g := s.Graph.Stats()
	if s.live != nil {
		l := s.live.Stats()
		g.Nodes, g.Constraints, g.Facts = l.Nodes, l.Constraints, l.Facts // with those that stand for causes
	}
	return g
}

// goLive hands the sets over to a live solver with the same nodes and constraints, in which what was done for a cause depends on
// it (U4). The batch solver is let go. It returns the constraints' numbers in the live solver, by their recorded ones.
func (s *solver) goLive(match func(pointsto.Class, pointsto.Label) bool) (ids []pointsto.ConID) {
	r := s.rec
	live := pointsto.NewLive(pointsto.Options{Match: match})
	for _, m := range r.made {
		for range m.count {
			live.NewNode()
		}
		if m.count == 0 {
			live.NewObject(m.size, m.label)
		}
	}
	s.live = live
	r.token = live.NewObject(1, 0)
	ids = make([]pointsto.ConID, len(r.cons)+1)
	for k, c := range r.cons {
		ids[k+1] = live.Add(c, s.guard(r.causes[k]))
	}
	live.Settle()
	r.passed = map[callSite][]pointsto.ConID{}
	for k, c := range r.passing {
		if c.inst != 0 {
			r.passed[c] = append(r.passed[c], ids[k+1])
		}
	}
	s.Graph = pointsto.New(pointsto.Options{})
	r.made, r.cons, r.causes, r.passing = nil, nil, nil, nil
	return ids
}

// guard is the fact that stands for a cause; it is made when first asked for.
func (s *solver) guard(c cause) pointsto.Guard {
	r := s.rec
	if c == 0 {
		return pointsto.Guard{}
	}
	for len(r.guards) < len(r.why) {
		r.guards = append(r.guards, pointsto.Guard{})
	}
	if r.guards[c-1] == (pointsto.Guard{}) {
		w := &r.why[c-1]
		if w.node == 0 {
			r.guards[c-1] = s.guardAll(int(c) - 1)
		} else {
			r.guards[c-1] = s.both(s.guard(w.up), pointsto.Guard{Node: w.node, Addr: w.addr})
		}
	}
	return r.guards[c-1]
}

// guardAll is the fact that the first n causes hold, each of which includes those for which it came to be looked at.
func (s *solver) guardAll(n int) pointsto.Guard {
	r := s.rec
	for ; r.joined < n && !r.loose; r.joined++ {
		if w := &r.why[r.joined]; w.node != 0 {
			r.all = s.both(r.all, pointsto.Guard{Node: w.node, Addr: w.addr})
		}
	}
	return r.all
}

// both is the fact that two facts hold: a node has the token if another one that stands for the first fact has it, and the second
// fact holds.
func (s *solver) both(a, b pointsto.Guard) pointsto.Guard {
	if a == (pointsto.Guard{}) {
		return b
	}
	if a.Addr != s.rec.token {
		n := s.live.NewNode()
		s.live.Add(pointsto.Constraint{Op: pointsto.Addr, Dst: n, Src: s.rec.token}, a)
		a = pointsto.Guard{Node: n, Addr: s.rec.token}
	}
	n := s.live.NewNode()
	s.live.Add(pointsto.Constraint{Op: pointsto.Copy, Dst: n, Src: a.Node}, b)
	return pointsto.Guard{Node: n, Addr: s.rec.token}
}
