// This file is the difference between the packages that a program consists of and those it is told to consist of next: by
// content, not by position, and as coarse as what has to be done about it (U1, U2).

package program

import (
	"slices"

	"github.com/syncvet/syncvet/facts"
)

// A Step says how much of a program an update had to redo.
type Step uint8

// The steps, cheapest first.
const (
	Unchanged Step = iota // positions at most: pairs are looked at again, to have the new positions
	Reordered             // accesses, locks or skeletons: shared memory and happens-before are computed again
	Resolved              // pointer flow inside functions: the points-to sets were changed by the difference
	Relinked              // anything else: from scratch
)

// String names the step.
func (s Step) String() string {
	return [...]string{"unchanged", "reordered", "resolved", "relinked"}[s]
}

// An edit is what differs between two lists of packages, as far as the link has looked at it.
type edit struct {
	step  Step
	moved map[*facts.Package]*facts.Package // old packages that were replaced
	flows []*unit                           // units whose pointer flow differs; their sections are still the old ones
}

// compare finds out what differs between the linked packages and others.
func (l *linker) compare(old, now []Package) *edit {
	e := &edit{step: Relinked, moved: map[*facts.Package]*facts.Package{}}
	if len(old) != len(now) || l.capped || len(l.over) > 0 || len(l.notes) > 0 {
		return e
	}
	for i := range old {
		if old[i].Roots != now[i].Roots || !sameSource(old[i].Facts, now[i].Facts) {
			return e
		}
		if old[i].Facts != now[i].Facts {
			e.moved[old[i].Facts] = now[i].Facts
		}
	}
	e.step = Unchanged
	for _, u := range l.units[1:] {
		if q := e.moved[u.pkg]; q != nil {
			e.unit(u, q)
		}
	}
	return e
}

// sameSource compares what packages declare.
func sameSource(p, q *facts.Package) bool {
	return p == q || p.Source.SameShape(q.Source) && slices.EqualFunc(p.Source.Units, q.Source.Units, sameSize)
}

// sameSize tells whether two versions of a unit are on the same side of all bounds on weights.
func sameSize(x, y facts.Unit) bool {
	for _, bound := range []uint32{maxHelper, 2 * maxHelper, maxForced - 1} {
		if (x.Weight <= bound) != (y.Weight <= bound) {
			return false
		}
	}
	return true
}

// unit compares a unit with its next version.
func (e *edit) unit(u *unit, q *facts.Package) {
	same := func(s facts.Section) bool { return u.pkg.Same(s, u.index, q, u.index) }
	flow, spawn := same(facts.SectionFlow), same(facts.SectionSpawn)
	if !flow {
		e.flows = append(e.flows, u)
		e.step = max(e.step, Resolved)
	}
	if !spawn {
		e.step = max(e.step, Reordered)
	}
	if !spawn && flow {
		if s, _, err := q.Spawn(u.index); err != nil || !sameSites(u.spawn, s, slices.Equal) {
			e.step = Relinked
		}
	}
	if !same(facts.SectionLocks) || !same(facts.SectionAccess) {
		e.step = max(e.step, Reordered)
	}
}

// sameSites tells whether two versions of a unit start the same goroutines with the same things of their own; objs compares
// lists of allocation sites.
func sameSites(old, now *facts.Spawn, objs func(old, now []uint32) bool) bool {
	return slices.EqualFunc(sites(old), sites(now), func(x, y facts.SpawnSite) bool {
		return x.Call == y.Call && objs(x.Objs, y.Objs) && slices.Equal(x.Calls, y.Calls)
	})
}

// sites gives a skeleton's spawn sites; a missing one has none.
func sites(s *facts.Spawn) []facts.SpawnSite {
	if s == nil {
		return nil
	}
	return s.Sites
}

// sameSites compares versions whose flows are aligned.
func (a *alignment) sameSites(old, now *facts.Spawn) bool {
	return sameSites(old, now, func(x, y []uint32) bool {
		return slices.EqualFunc(x, y, func(o, n uint32) bool { return a.objs[n] == int(o) })
	})
}
