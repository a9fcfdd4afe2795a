// This file is what is known before an instruction: who knows which object, and what it holds.

package ownership

import (
	"math/bits"

	"golang.org/x/tools/go/ssa"
)

// A state is what is known at a point of the function.
type state struct {
	published uint64    // roots that others may know
	released  uint64    // roots that were sent, stored where others see them, or given to a goroutine (W9)
	unclean   uint64    // roots whose memory may hold what the function did not store (W4)
	held      []uint64  // by root: the roots that its memory may hold
	given     uint64    // names of which others may have what they hold (W11)
	of        *analysis // the function
}

func (s *state) clone() *state {
	c := *s
	c.held = append([]uint64(nil), s.held...)
	return &c
}

// join adds what holds on another path and reports whether that changed anything.
func (s *state) join(t *state) bool {
	changed := t.published&^s.published|t.released&^s.released|t.unclean&^s.unclean != 0
	changed = changed || t.given&^s.given != 0
	s.given |= t.given
	s.published |= t.published
	s.released |= t.released
	s.unclean |= t.unclean
	for i, h := range t.held {
		changed = changed || h&^s.held[i] != 0
		s.held[i] |= h
	}
	return changed
}

// reach is the roots given and all that their memory holds, directly or not.
func (s *state) reach(roots uint64) uint64 {
	for work := roots; work != 0; {
		i := bits.TrailingZeros64(work)
		work &^= 1 << i
		work |= s.held[i] &^ roots
		roots |= s.held[i]
	}
	return roots
}

// publish makes roots and what they hold reachable for others.
func (s *state) publish(roots uint64) {
	if roots&^s.published != 0 {
		s.published |= s.reach(roots)
	}
	s.give(roots)
}

// release passes roots on to others, with what they hold.
func (s *state) release(roots uint64) {
	s.publish(roots)
	s.released |= s.reach(roots)
}

// contents is what the memory of roots holds.
func (s *state) contents(roots uint64) uint64 {
	var c uint64
	for ; roots != 0; roots &= roots - 1 {
		c |= s.held[bits.TrailingZeros64(roots)]
	}
	return c
}

// enter is the state on the way from a block to a successor: names there get what they are set to.
func (s *state) enter(from, to *ssa.BasicBlock) *state {
	next := s.clone()
	for i, p := range s.of.names {
		if p.Block() != to {
			continue
		}
		next.given &^= 1 << i
		known := false
		for k, pred := range to.Preds {
			if pred != from {
				continue
			}
			known = true
			if !s.alone(p.Edges[k]) {
				next.given |= 1 << i
			}
		}
		if !known {
			next.given |= 1 << i
		}
	}
	return next
}

// give notes that others have some roots, with what they hold: what names hold may be among them.
func (s *state) give(roots uint64) {
	if roots == 0 || len(s.of.names) == 0 {
		return
	}
	roots = s.reach(roots)
	for i, p := range s.of.names {
		if s.of.values[p].roots&roots != 0 {
			s.given |= 1 << i
		}
	}
}
