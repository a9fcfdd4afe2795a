// This file is a state on a way through a function: what is held, and the outcomes of conditions that are tested again.

package lockpaths

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/place"
)

// An outcome is what is known of a condition.
type outcome uint8

const (
	unknownOutcome outcome = iota
	isTrue
	isFalse
)

func truth(b bool) outcome {
	if b {
		return isTrue
	}
	return isFalse
}

// A pathState is what is known at a point of one way through a function. States are copied before they are changed.
type pathState struct {
	holds    []hold            // in order of acquisition
	defers   []*lockEvent      // what is deferred, in order
	outcomes map[int]outcome   // by condition
	taken    uint64            // which takes of the summary have happened
	called   uint64            // which invokes of the summary have happened
	open     []place.Path      // unlocked though not locked here
	done     []place.Path      // locked and unlocked here
	marks    []ssa.Instruction // stores that may say what is held
	lost     []place.Path      // nothing is known of them any more
	freed    []freed           // where locks of done were unlocked; states do not differ by that

	slots     []hold       // of semaphores, taken here
	back      []place.Path // slots taken and given back here
	given     []place.Path // slots given back though not taken here
	lostSlots []place.Path // nothing is known of them any more
	handed    []place.Path // of these, slots taken here that a goroutine or function value may give back
}

// freed says where a lock was unlocked last.
type freed struct {
	lock place.Path     // of the lock
	at   facts.Position // of the unlock
}

func (s *pathState) outcome(id int) outcome { return s.outcomes[id] }

// clone copies a state.
func (s *pathState) clone() *pathState {
	c := *s
	c.holds, c.defers = slices.Clone(s.holds), slices.Clone(s.defers)
	c.marks = slices.Clone(s.marks)
	c.slots, c.back = slices.Clone(s.slots), slices.Clone(s.back)
	c.given, c.lostSlots = slices.Clone(s.given), slices.Clone(s.lostSlots)
	c.handed = slices.Clone(s.handed)
	c.open, c.done = slices.Clone(s.open), slices.Clone(s.done)
	c.lost, c.freed = slices.Clone(s.lost), slices.Clone(s.freed)
	c.outcomes = make(map[int]outcome, len(s.outcomes))
	for k, v := range s.outcomes {
		c.outcomes[k] = v
	}
	return &c
}

// key spells a state, for telling states apart.
func (s *pathState) key() string {
	var b strings.Builder
	for _, h := range s.holds {
		fmt.Fprintf(&b, "%v %d %v;", h.spot, h.mode, h.at)
	}
	for _, d := range s.defers {
		fmt.Fprintf(&b, "d%p", d)
	}
	ids := make([]int, 0, len(s.outcomes))
	for id := range s.outcomes {
		ids = append(ids, id)
	}
	slices.Sort(ids)
	for _, id := range ids {
		fmt.Fprintf(&b, "c%d=%d", id, s.outcomes[id])
	}
	for _, x := range s.marks {
		fmt.Fprintf(&b, "m%p", x)
	}
	fmt.Fprintf(&b, "t%x i%x o%v d%v l%v", s.taken, s.called, s.open, s.done, s.lost)
	if len(s.slots)+len(s.back)+len(s.given)+len(s.lostSlots) > 0 {
		fmt.Fprintf(&b, "s%v b%v g%v l%v", s.slots, s.back, s.given, s.lostSlots)
	}
	return b.String()
}

func (s *pathState) holding(p place.Path) int {
	return slices.IndexFunc(s.holds, func(h hold) bool { return h.spot == p })
}

func addSpot(list []place.Path, p place.Path) []place.Path {
	if slices.Contains(list, p) {
		return list
	}
	return append(list, p)
}

func dropSpot(list []place.Path, p place.Path) []place.Path {
	return slices.DeleteFunc(list, func(x place.Path) bool { return x == p })
}

// free notes that a lock that was taken here is unlocked.
func (s *pathState) free(p place.Path, at facts.Position) {
	s.done = addSpot(s.done, p)
	s.freed = append(slices.DeleteFunc(s.freed, func(f freed) bool { return f.lock == p }), freed{p, at})
}

// lose forgets everything about a lock.
func (s *pathState) lose(p place.Path) {
	s.holds = slices.DeleteFunc(s.holds, func(h hold) bool { return h.spot == p })
	s.open, s.done, s.lost = dropSpot(s.open, p), dropSpot(s.done, p), addSpot(s.lost, p)
}

// loseLike gives up the locks held that lie at the same place in their struct as one that is released though it is not
// held: that may be one of them, by another pointer (T17).
func (s *pathState) loseLike(p place.Path) {
	to, _ := utf8.DecodeLastRuneInString(p.Steps)
	for _, h := range slices.Clone(s.holds) {
		if from, n := utf8.DecodeLastRuneInString(h.spot.Steps); n > 0 && from == to {
			s.lose(h.spot)
		}
	}
}
