// This file is flags: booleans and the like that goroutines of a scope set and test, under a lock or atomically (W19).

package waits

import (
	"cmp"
	"slices"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/blocking"
	"github.com/syncvet/syncvet/internal/link"
	"github.com/syncvet/syncvet/internal/order"
)

// A flags is a scope asked about its flags.
type flags struct{ *scope }

// find chooses the flags of the scope: those that live in one run of it, and are used by a function that matters,
// or that one asks. Whoever uses them matters then, too. Open are the objects that others may come to.
func (s flags) find(open []bool) {
	var keys []order.SyncKey
	for k, x := range s.w.flags {
		out := func(i link.InstID) bool { return !s.tree[i] }
		if x.vague || x.cells() == 0 || len(x.writes) == 0 || open[k.Obj] || slices.ContainsFunc(x.users, out) {
			continue
		}
		if slices.ContainsFunc(x.users, s.asked) && s.livesHere(k) {
			keys = append(keys, k)
		}
	}
	slices.SortFunc(keys, func(a, b order.SyncKey) int {
		return cmp.Or(cmp.Compare(a.Obj, b.Obj), cmp.Compare(a.Off, b.Off))
	})
	for _, k := range keys[:min(len(keys), maxFlags)] {
		x := s.w.flags[k]
		affect(s.scope, slices.Clone(x.users))
		s.scope.flags[k] = blocking.Cell(-s.sys.Cells - 1)
		s.sys.Cells += x.cells()
	}
	s.flagged = s.sys.Cells
}

// asked reports whether a function matters, or tells one that does by its result what a flag is.
func (s flags) asked(i link.InstID) bool {
	return s.relevant[i] || slices.ContainsFunc(s.w.l.Insts[i].In, func(e link.Edge) bool {
		return !e.Spawn && s.relevant[e.From]
	})
}

// taking puts the test that a CompareAndSwap is before what may come next at a place: whoever finds the flag unset sets
// it, in one step, and goes one way, all others go another way.
func (b flagged) taking(k nodeKey, i *link.Instance, next []facts.PointID, rest []blocking.PointID) []blocking.PointID {
	for _, n := range next {
		e := &i.Unit.Spawn.Points[n].Event
		if !takes(e) {
			continue
		}
		if c, _ := b.flag(k.frame, e); c != 0 {
			if len(rest) == 0 { // it tries again and again
				return []blocking.PointID{b.do(k, i, n)}
			}
			counters := b.s.w.shape(i.Unit).Entered(k.rounds, k.frame, k.point, n)
			to := nodeKey{frame: k.frame, point: n, rounds: b.passed(counters, k.frame, i)}
			p := blocking.Point{Op: blocking.Take, Cell: c, Value: blocking.True, Next: b.at(to), Alt: b.any(rest)}
			return []blocking.PointID{b.add(p)}
		}
	}
	return rest
}

// takes reports whether an event is that of a CompareAndSwap, or a Swap, which has found a flag unset.
func takes(e *facts.Event) bool {
	return e.Op == facts.EventAtomicWrite && e.Flags&(facts.EventTaken|facts.EventGuarded) == facts.EventTaken
}

// between counts the flags that are tested on the way to a finding where locks are not modelled: it may need that
// another goroutine comes between a test and what follows from it.
func (s flags) between(f *blocking.Finding) int {
	tested := map[blocking.Cell]bool{}
	for k := range f.Steps {
		st := &f.Steps[k]
		if p := &s.sys.Procs[st.Proc].Points[st.Point]; s.dropped && p.Op == blocking.Test && isFlag(s.scope, p.Cell) {
			tested[p.Cell] = true
		}
	}
	return len(tested)
}

// livesHere reports whether an object is made in each run of the scope's function, once; or there is one run of that,
// and one object, which is only used in it.
func (s flags) livesHere(k order.SyncKey) bool {
	if runsOnce(s.w.l, s.root) && sole(s.w.l, &s.w.l.Objects[k.Obj]) {
		return true
	}
	for _, h := range s.w.onceScopes(k) {
		if h.inst == s.root.ID {
			return !h.loop && s.w.private(k, s.root, s.tree)
		}
	}
	return false
}

// A flagged is an automaton that sets and tests flags.
type flagged struct{ *automaton }

// flag is the cell by which an event sets or tests a flag, and whether it is true after it; zero if it is no flag of
// the scope. If the flag has several values, it is the cell of the event's.
func (b flagged) flag(f frameID, e *facts.Event) (c blocking.Cell, holds bool) {
	x, c := b.used(f, e)
	if c == 0 {
		return 0, false
	}
	other := e.Op == facts.EventAtomicRead && e.Flags&facts.EventTaken != 0
	if x.cells() == 1 {
		return c, e.N != 0 != other
	}
	if at, ok := slices.BinarySearch(x.values, e.N); ok {
		c -= blocking.Cell(at + 1)
	}
	return c, !other
}

// used is the flag of the scope that an event is about, and its first cell.
func (b flagged) used(f frameID, e *facts.Event) (x *flagUse, c blocking.Cell) {
	if len(b.s.flags) == 0 || e.Addr == 0 {
		return nil, 0
	}
	keys, _ := b.s.w.objects(b.inst(f), e.Addr, e.Off)
	if len(keys) != 1 {
		return nil, 0
	}
	return b.s.w.flags[keys[0]], b.s.flags[keys[0]]
}

// known reports whether an event is about a flag of the scope.
func (b flagged) known(f frameID, e *facts.Event) bool {
	_, c := b.used(f, e)
	return c != 0
}

// atomically is an event that sets a flag, or tests it; others are not followed, and decide as they like. A lock is
// held where a flag has several cells, so nobody sees these one by one.
func (b flagged) atomically(to nodeKey, e *facts.Event) blocking.PointID {
	write := e.Op == facts.EventAtomicWrite
	x, first := b.used(to.frame, e)
	if first == 0 {
		if e.Flags&facts.EventGuarded == 0 && (e.Flags&facts.EventTaken != 0 || !write && e.N != 0) {
			loosen(b.s, to.frame) // it is tested
		}
	}
	if first == 0 || !write {
		return b.at(to)
	}
	is, holds := b.flag(to.frame, e)
	next := b.at(to)
	for k := range x.cells() {
		cell := first - blocking.Cell(k)
		next = b.add(blocking.Point{Op: blocking.Set, Cell: cell, Value: truth(holds && cell == is), Next: next})
	}
	return next
}

// truth is what a cell holds.
func truth(holds bool) blocking.Value {
	if holds {
		return blocking.True
	}
	return blocking.False
}

// clear makes points that give the flags their first value, zero.
func (b flagged) clear() {
	zero := map[blocking.Cell]bool{}
	for k, c := range b.s.flags {
		zero[c] = b.s.w.flags[k].cells() > 1
	}
	for n := range b.s.flagged {
		cell := blocking.Cell(-n - 1) // they are the first shared ones
		id := b.add(blocking.Point{Op: blocking.Set, Cell: cell, Value: truth(zero[cell])})
		b.points[id].Next = id + 1
	}
}

// tests makes one test of the two sides of each flag that is read at a place, and joins these with the rest.
func (b flagged) tests(k nodeKey, i *link.Instance, read []facts.PointID, rest []blocking.PointID) []blocking.PointID {
	cells, groups := split(read, func(p facts.PointID) (blocking.Cell, bool, blocking.PointID) {
		c, holds := b.flag(k.frame, &i.Unit.Spawn.Points[p].Event)
		return c, holds, b.do(k, i, p)
	})
	for _, c := range cells {
		g := groups[c]
		if c == 0 || len(g.holds) == 0 || len(g.fails) == 0 {
			rest = union(rest, g.holds, g.fails)
			continue
		}
		test := blocking.Point{Op: blocking.Test, Cell: c, Next: b.any(g.holds), Alt: b.any(g.fails), Site: b.s.decision(k)}
		rest = union(rest, []blocking.PointID{b.add(test)})
	}
	return rest
}
