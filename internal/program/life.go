// This file is what keeps parts of a link alive (U4): each exists as long as something that leads to it does. That is a question about
// facts, so the live solver answers it: a part has a node, which holds the token while the part is needed.

package program

import (
	"slices"

	"github.com/syncvet/syncvet/internal/pointsto"
)

// A life is the existence of a part of the link: an instance, a call on one object, a goroutine, a go statement's running more than once. The
// zero life is that of a part of a link that is never edited.
type life struct {
	node  pointsto.Node    // has the token while the part is needed; zero unless the link is recorded
	keeps []pointsto.ConID // what gives it the token
	cons  []pointsto.ConID // what was stated on account of it, and is taken back with it
	given []keeping        // what keeps it, to be found again
}

// A keeping is one reason for a part to exist: another part, and a fact, if any.
type keeping struct {
	by  pointsto.Node
	why pointsto.Guard
}

// born gives a part of a recorded link its node.
func (s *solver) born(x *life) {
	if s.rec != nil && x.node == 0 {
		x.node = s.NewNode()
		s.rec.lives[x.node] = x
	}
}

// keepOnce is keep for those who may say so again.
func (s *solver) keepOnce(x, by *life, why pointsto.Guard) {
	if k := (keeping{by.node, why}); s.rec != nil && !slices.Contains(x.given, k) {
		x.given = append(x.given, k)
		s.keep(x, by, why)
	}
}

// keep lets a part exist while another one does and a fact holds; the zero fact always does.
func (s *solver) keep(x, by *life, why pointsto.Guard) {
	if s.rec == nil {
		return
	}
	s.born(x)
	x.keeps = append(x.keeps, s.only(pointsto.Constraint{Op: pointsto.Copy, Dst: x.node, Src: by.node}, why))
}

// root lets a part exist by itself.
func (s *solver) root(x *life) {
	if s.rec == nil {
		return
	}
	s.born(x)
	x.keeps = append(x.keeps, s.only(pointsto.Constraint{Op: pointsto.Addr, Dst: x.node, Src: s.rec.token}, pointsto.Guard{}))
}

// kill takes away all that keeps a part alive.
func (s *solver) kill(x *life) {
	s.takeBack(x.keeps)
	x.keeps, x.given = nil, nil
}

// takeBack deletes constraints from the live solver, if there is one yet.
func (s *solver) takeBack(ids []pointsto.ConID) {
	for _, id := range ids {
		if s.live != nil && id != 0 {
			s.live.Delete(id)
		}
	}
}

// bury takes back all that was stated on account of a part.
func (s *solver) bury(x *life) {
	s.kill(x)
	s.takeBack(x.cons)
	x.cons = nil
	delete(s.rec.lives, x.node)
}

// is is the fact that a part exists.
func (s *solver) is(x *life) pointsto.Guard {
	if s.rec == nil || x == nil || x.node == 0 {
		return pointsto.Guard{}
	}
	return pointsto.Guard{Node: x.node, Addr: s.rec.token}
}

// lives tells whether a part exists. In a link that is not edited all do.
func (s *solver) lives(x *life) bool {
	return s.live == nil || x.node != 0 && s.live.Has(x.node, s.rec.token)
}

// in has what follows stated on account of a part, and returns the one before.
func (s *solver) in(x *life) (before *life) {
	if s.rec == nil {
		return nil
	}
	before, s.rec.in = s.rec.in, x
	return before
}
