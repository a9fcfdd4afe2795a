// This file is the solver as the linker sees it: the batch solver, which can be told to record what a live one needs to
// take over when the program is edited (U4).

package link

import (
	"cmp"
	"slices"

	"github.com/syncvet/syncvet/internal/pointsto"
)

// A solver is the points-to sets of a link.
type solver struct {
	*pointsto.Graph
	Rec  *recording     // nil: the link is not going to be edited
	Live *pointsto.Live // holds the sets instead of Graph; nil before the first edit
}

// A recording is what the linker told the batch solver, and on whose account.
type recording struct {
	made   []made                      // pointers and objects, in order
	cons   []pointsto.Constraint       // by ConID-1
	guards []pointsto.Guard            // by ConID-1: what has to hold for the constraint
	in     *Liveness                   // what is being stated is stated on its account; nil: on nobody's
	Lives  map[pointsto.Node]*Liveness // the parts of the link
	Token  pointsto.Node               // what the nodes of parts that exist hold
	// the order of addresses that does not depend on how the link came about; nil: by number
	Rank func(pointsto.Node) (x uint64)
}

// A made is a run of pointers, or an object.
type made struct {
	count uint32         // pointers; zero for an object
	size  uint32         // slots
	label pointsto.Label // of an object: what filters ask about; zero for pointers
}

// newSolver makes an empty solver.
func newSolver(opt pointsto.Options, record bool) *solver {
	s := &solver{Graph: pointsto.New(opt)}
	if record {
		s.Rec = &recording{Lives: map[pointsto.Node]*Liveness{}}
		s.Rec.Token = s.NewObject(1, 0)
	}
	return s
}

// NewNode makes a pointer.
func (s *solver) NewNode() pointsto.Node {
	if s.Live != nil {
		return s.Live.NewNode()
	}
	if r := s.Rec; r != nil {
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
	if s.Live != nil {
		return s.Live.NewObject(size, label)
	}
	if s.Rec != nil {
		s.Rec.made = append(s.Rec.made, made{size: size, label: label})
	}
	return s.Graph.NewObject(size, label)
}

// Add states a constraint, on account of the present part of the link, which takes it back at its end.
func (s *solver) Add(c pointsto.Constraint) pointsto.ConID {
	id := s.state(c)
	if s.Rec != nil && s.Rec.in != nil {
		s.Rec.in.Cons = append(s.Rec.in.Cons, id)
	}
	return id
}

// state is Add for those who keep the number themselves.
func (s *solver) state(c pointsto.Constraint) pointsto.ConID {
	r := s.Rec
	if r == nil {
		return s.Graph.Add(c)
	}
	if s.Live == nil {
		s.Graph.Add(c)
	}
	return s.only(c, s.is(r.in))
}

// only records a constraint that says nothing to the batch solver, or has been told it.
func (s *solver) only(c pointsto.Constraint, why pointsto.Guard) pointsto.ConID {
	if s.Live != nil {
		return s.Live.Add(c, why)
	}
	s.Rec.cons, s.Rec.guards = append(s.Rec.cons, c), append(s.Rec.guards, why)
	return pointsto.ConID(len(s.Rec.cons))
}

// PointsTo appends the addresses in a set, in a fixed order.
func (s *solver) PointsTo(buf []pointsto.Node, n pointsto.Node) []pointsto.Node {
	start := len(buf)
	if s.Live != nil {
		buf = s.Live.PointsTo(buf, n)
	} else {
		buf = s.Graph.PointsTo(buf, n)
	}
	if s.Rec != nil && s.Rec.Rank != nil {
		slices.SortFunc(buf[start:], func(a, b pointsto.Node) int { return cmp.Compare(s.Rec.Rank(a), s.Rec.Rank(b)) })
	}
	return buf
}

// Has reports whether the address is in the points-to set of n.
func (s *solver) Has(n, addr pointsto.Node) bool {
	if s.Live != nil {
		return s.Live.Has(n, addr)
	}
	return s.Graph.Has(n, addr)
}

// Object returns the object that addr is a slot of, the slot's offset and the object's label.
func (s *solver) Object(addr pointsto.Node) (base pointsto.Node, off uint32, label pointsto.Label, ok bool) {
	if s.Live != nil {
		return s.Live.Object(addr)
	}
	return s.Graph.Object(addr)
}

// Base returns slot 0 of the object that addr is a slot of; 0 if addr is not a slot.
func (s *solver) Base(addr pointsto.Node) pointsto.Node {
	if s.Live != nil {
		return s.Live.Base(addr)
	}
	return s.Graph.Base(addr)
}

// Size returns the number of slots of an object.
func (s *solver) Size(base pointsto.Node) uint32 {
	if s.Live != nil {
		return s.Live.Size(base)
	}
	return s.Graph.Size(base)
}

// Stats returns sizes.
func (s *solver) Stats() pointsto.Stats {
	g := s.Graph.Stats()
	if s.Live != nil {
		l := s.Live.Stats()
		g.Nodes, g.Constraints, g.Facts = l.Nodes, l.Constraints, l.Facts // with those that stand for causes
	}
	return g
}

// GoLive hands the sets over to a live solver with the same nodes and constraints, numbered alike, in which each
// depends on the part of the link that it belongs to (U4). The batch solver is let go. The live one may take so many
// bytes (pointsto P21).
func (s *solver) GoLive(opt pointsto.Options) {
	r := s.Rec
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
	s.Live, s.Graph = live, pointsto.New(pointsto.Options{})
	r.made, r.cons, r.guards = nil, nil, nil
}
