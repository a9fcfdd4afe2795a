// This file is the solver as the linker sees it: the batch solver, which can be told to record what a live one needs to take
// over when the program is edited (U4).

package program

import (
	"cmp"
	"slices"

	"github.com/syncvet/syncvet/internal/pointsto"
)

// A solver is the points-to sets of a link.
type solver struct {
	*pointsto.Graph
	rec  *recording     // nil: the link is not going to be edited
	live *pointsto.Live // holds the sets instead of Graph; nil before the first edit
}

// A recording is what the linker told the batch solver, and on whose account.
type recording struct {
	made   []made                         // pointers and objects, in order
	cons   []pointsto.Constraint          // by ConID-1
	guards []pointsto.Guard               // by ConID-1: what has to hold for the constraint
	in     *life                          // what is being stated is stated on its account; nil: on nobody's
	lives  map[pointsto.Node]*life        // the parts of the link
	token  pointsto.Node                  // what the nodes of parts that exist hold
	rank   func(pointsto.Node) (x uint64) // the order of addresses that does not depend on how the link came about; nil: by number
}

// A made is a run of pointers, or an object.
type made struct {
	count uint32 // pointers; zero for an object
	size  uint32 // slots
	label pointsto.Label
}

// newSolver makes an empty solver.
func newSolver(opt pointsto.Options, record bool) *solver {
	s := &solver{Graph: pointsto.New(opt)}
	if record {
		s.rec = &recording{lives: map[pointsto.Node]*life{}}
		s.rec.token = s.NewObject(1, 0)
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

// Add states a constraint, on account of the present part of the link, which takes it back at its end.
func (s *solver) Add(c pointsto.Constraint) pointsto.ConID {
	id := s.state(c)
	if s.rec != nil && s.rec.in != nil {
		s.rec.in.cons = append(s.rec.in.cons, id)
	}
	return id
}

// state is Add for those who keep the number themselves.
func (s *solver) state(c pointsto.Constraint) pointsto.ConID {
	r := s.rec
	if r == nil {
		return s.Graph.Add(c)
	}
	if s.live == nil {
		s.Graph.Add(c)
	}
	return s.only(c, s.is(r.in))
}

// only records a constraint that says nothing to the batch solver, or has been told it.
func (s *solver) only(c pointsto.Constraint, why pointsto.Guard) pointsto.ConID {
	if s.live != nil {
		return s.live.Add(c, why)
	}
	s.rec.cons, s.rec.guards = append(s.rec.cons, c), append(s.rec.guards, why)
	return pointsto.ConID(len(s.rec.cons))
}

// PointsTo appends the addresses in a set, in a fixed order.
func (s *solver) PointsTo(buf []pointsto.Node, n pointsto.Node) []pointsto.Node {
	start := len(buf)
	if s.live != nil {
		buf = s.live.PointsTo(buf, n)
	} else {
		buf = s.Graph.PointsTo(buf, n)
	}
	if s.rec != nil && s.rec.rank != nil {
		slices.SortFunc(buf[start:], func(a, b pointsto.Node) int { return cmp.Compare(s.rec.rank(a), s.rec.rank(b)) })
	}
	return buf
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

// goLive hands the sets over to a live solver with the same nodes and constraints, numbered alike, in which each depends on the part of the
// link that it belongs to (U4). The batch solver is let go. The live one may take so many bytes (pointsto P21).
func (s *solver) goLive(opt pointsto.Options) {
	r := s.rec
	live := pointsto.NewLive(opt)
	for _, m := range r.made {
		for range m.count {
			live.NewNode()
		}
		if m.count == 0 {
			live.NewObject(m.size, m.label)
		}
	}
	for k, c := range r.cons {
		live.Add(c, r.guards[k])
	}
	s.live, s.Graph = live, pointsto.New(pointsto.Options{})
	r.made, r.cons, r.guards = nil, nil, nil
}
