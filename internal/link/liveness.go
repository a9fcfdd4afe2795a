// This file is what keeps parts of a link alive (U4): each exists as long as something that leads to it does. That is a
// question about facts, so the live solver answers it: a part has a node, which holds the token while the part is
// needed.

package link

import (
	"slices"

	"github.com/syncvet/syncvet/internal/pointsto"
)

// A Liveness is the existence of a part of the link: an instance, a call on one object, a goroutine, a go statement's
// running more than once. The zero life is that of a part of a link that is never edited.
type Liveness struct {
	Node  pointsto.Node    // has the token while the part is needed; zero unless the link is recorded
	keeps []pointsto.ConID // what gives it the token
	Cons  []pointsto.ConID // what was stated on account of it, and is taken back with it
	given []keeping        // what keeps it, to be found again
}

// A keeping is one reason for a part to exist: another part, and a fact, if any.
type keeping struct {
	by  pointsto.Node  // the node of that other part
	why pointsto.Guard // the zero Guard if it needs no fact
}

// born gives a part of a recorded link its node.
func (s *solver) born(x *Liveness) {
	if s.Rec != nil && x.Node == 0 {
		x.Node = s.NewNode()
		s.Rec.Lives[x.Node] = x
	}
}

// keepOnce is keep for those who may say so again.
func (s *solver) keepOnce(x, by *Liveness, why pointsto.Guard) {
	if k := (keeping{by.Node, why}); s.Rec != nil && !slices.Contains(x.given, k) {
		x.given = append(x.given, k)
		s.keep(x, by, why)
	}
}

// keep lets a part exist while another one does and a fact holds; the zero fact always does.
func (s *solver) keep(x, by *Liveness, why pointsto.Guard) {
	if s.Rec == nil {
		return
	}
	s.born(x)
	x.keeps = append(x.keeps, s.only(pointsto.Constraint{Op: pointsto.Copy, Dst: x.Node, Src: by.Node}, why))
}

// Root lets a part exist by itself.
func (s *solver) Root(x *Liveness) {
	if s.Rec == nil {
		return
	}
	s.born(x)
	x.keeps = append(
		x.keeps,
		s.only(pointsto.Constraint{Op: pointsto.Addr, Dst: x.Node, Src: s.Rec.Token}, pointsto.Guard{}),
	)
}

// Kill takes away all that keeps a part alive.
func (s *solver) Kill(x *Liveness) {
	s.TakeBack(x.keeps)
	x.keeps, x.given = nil, nil
}

// TakeBack deletes constraints from the live solver, if there is one yet.
func (s *solver) TakeBack(ids []pointsto.ConID) {
	for _, id := range ids {
		if s.Live != nil && id != 0 {
			s.Live.Delete(id)
		}
	}
}

// Bury takes back all that was stated on account of a part.
func (s *solver) Bury(x *Liveness) {
	s.Kill(x)
	s.TakeBack(x.Cons)
	x.Cons = nil
	delete(s.Rec.Lives, x.Node)
}

// is is the fact that a part exists.
func (s *solver) is(x *Liveness) pointsto.Guard {
	if s.Rec == nil || x == nil || x.Node == 0 {
		return pointsto.Guard{}
	}
	return pointsto.Guard{Node: x.Node, Addr: s.Rec.Token}
}

// Lives reports whether a part exists. In a link that is not edited all do.
func (s *solver) Lives(x *Liveness) bool {
	return s.Live == nil || x.Node != 0 && s.Live.Has(x.Node, s.Rec.Token)
}

// In has what follows stated on account of a part, and returns the one before.
func (s *solver) In(x *Liveness) (before *Liveness) {
	if s.Rec == nil {
		return nil
	}
	before, s.Rec.in = s.Rec.in, x
	return before
}
