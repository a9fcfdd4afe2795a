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
	Unchanged Step = iota // positions at most: races are worded again, to have the new positions
	Reordered             // accesses, locks or skeletons: shared memory and happens-before are computed again
	Resolved              // pointer flow inside functions: the points-to sets were changed by the difference
	Rewired               // calls, goroutines, functions: parts of the link were taken out, others put in
	Relinked              // anything else: from scratch
)

// String names the step.
func (s Step) String() string {
	return [...]string{"unchanged", "reordered", "resolved", "rewired", "relinked"}[s]
}

// An edit is what differs between two lists of packages, as far as the link has looked at it.
type edit struct {
	step     Step
	cause    string              // why the program must be linked anew
	steps    map[*unit]Step      // units that differ in more than positions: what has to be done about each
	lib      *library            // of the packages to come
	moved    []*unit             // units that are to be read elsewhere; their sections are still the old ones
	flows    map[*unit]*revision // units whose pointer flow differs and can be matched with the former one
	replaced map[*unit]bool      // units that differ in more than can be matched: all their instances are made anew
}

// A revision is a new version of a unit's pointer flow.
type revision struct {
	*alignment
	old    flowOf
	now    flowOf
	stores bool // all stores are stated anew, since whether there are iteration copies has changed
	copies bool // the unit has iteration copies
}

// compare finds out what differs between what links have looked at and new packages.
func compare(l *library, now []Package) *edit {
	e := newEdit(newLibrary(now))
	if len(l.notes) > 0 {
		e.cause = "damage"
		return e
	}
	for _, u := range l.units[1:] {
		e.unit(l, u)
	}
	if !sameTypes(l, e.lib) {
		e.cause = "types"
	}
	return e
}

// newEdit is one that changes nothing.
func newEdit(lib *library) *edit {
	return &edit{lib: lib, steps: map[*unit]Step{}, flows: map[*unit]*revision{}, replaced: map[*unit]bool{}}
}

// touched gives the part of an edit that a link has to do with: that of the functions that it has instances of or calls.
func (l *Live) touched(e *edit, groups []rootGroup, now []Package) *edit {
	c := newEdit(e.lib)
	add := func(u *unit) {
		step := e.steps[u]
		if step == Unchanged {
			return
		}
		if r := e.flows[u]; r != nil && l.fitsAll(r) {
			c.flows[u] = r
		} else if r != nil || e.replaced[u] {
			c.replaced[u] = true
			step = Rewired
		}
		c.step = max(c.step, step)
	}
	if len(e.steps) > 0 {
		for _, i := range l.insts[1:] {
			add(i.unit)
		}
		for _, d := range l.handled {
			if d.unit != nil {
				add(d.unit)
			}
		}
	}
	if !l.sameRoots(groups, now) {
		c.step = max(c.step, Rewired)
	}
	return c
}

// mark says what has to be done about a unit.
func (e *edit) mark(u *unit, step Step) {
	e.steps[u], e.step = max(e.steps[u], step), max(e.step, step)
}

// sameTypes tells whether the method tables that the link has asked for are the same. What is said of a type that nobody mentions any more
// does not matter.
func sameTypes(l *library, now *library) bool {
	for sym, t := range l.types {
		if u := now.types[sym]; l.typeIDs[sym] != 0 && (u == nil && t.Interface || u != nil && !t.Same(u)) {
			return false
		}
	}
	for sym := range now.types {
		if l.types[sym] == nil && l.typeIDs[sym] != 0 {
			return false
		}
	}
	return true
}

// unit compares a unit with its next version.
func (e *edit) unit(l *library, u *unit) {
	at, known := e.lib.places[u.sym]
	if known == (u.pkg != nil) && at.pkg == u.pkg && (!known || at.index == u.index) {
		if d, asked := l.widths[u.sym]; asked && e.lib.degree(u.sym) != d {
			e.replace(u)
		}
		return
	}
	e.moved = append(e.moved, u)
	if !known || u.pkg == nil {
		e.replace(u)
		return
	}
	v := &at.pkg.Source.Units[at.index]
	d, asked := l.widths[u.sym]
	if u.info.Flags&binding != v.Flags&binding || !sameSize(u.info, v) || asked && e.lib.degree(u.sym) != d {
		e.replace(u)
		return
	}
	same := func(s facts.Section) bool { return u.pkg.Same(s, u.index, at.pkg, at.index) }
	flow, spawn := same(facts.SectionFlow), same(facts.SectionSpawn)
	if !spawn || u.info.Flags != v.Flags || !same(facts.SectionLocks) || !same(facts.SectionAccess) {
		e.mark(u, Reordered)
	}
	if flow && spawn {
		return
	}
	r, ok := revise(u, at)
	switch {
	case !ok:
		e.replace(u)
	case !flow || !r.sameAs(u.flow):
		e.flows[u] = r
		e.mark(u, Resolved)
		if r.rewires() {
			e.mark(u, Rewired)
		}
	}
}

// binding are the flags that decide how a unit is linked.
const binding = facts.Cloneable | facts.Opaque | facts.Degraded | facts.Inert | facts.Client | facts.Synthetic

// sameSize tells whether two versions of a unit are on the same side of all bounds on weights.
func sameSize(x, y *facts.Unit) bool {
	for _, bound := range []uint32{maxHelper, 2 * maxHelper, maxForced - 1} {
		if (x.Weight <= bound) != (y.Weight <= bound) {
			return false
		}
	}
	return true
}

// replace has all instances of a unit made anew.
func (e *edit) replace(u *unit) {
	e.replaced[u] = true
	e.mark(u, Rewired)
}

// revise matches a unit's pointer flow with its next version. It reports false if they have too little in common.
func revise(u *unit, at place) (*revision, bool) {
	f, names, err1 := at.pkg.Flow(at.index)
	s, _, err2 := at.pkg.Spawn(at.index)
	if err1 != nil || err2 != nil || f == nil || u.flow == nil {
		return nil, false
	}
	now, old := flowOf{Flow: f, names: names}, flowOf{Flow: u.flow, names: u.names.flow}
	next := unit{spawn: s}
	next.indexSites()
	r := &revision{alignment: align(old, now), old: old, now: now, copies: next.hasCopies()}
	r.stores = u.hasCopies() != r.copies
	if !r.sameOwners(u, &next) {
		return nil, false
	}
	sites, before := now.sites(), old.sites()
	for k, from := range r.calls {
		if from < 0 {
			continue
		}
		callee := names.Symbol(f.Calls[k].Callee)
		if u.gives(uint32(from)) != next.gives(uint32(k)) || roundUp(sites[callee]) != roundUp(before[callee]) {
			r.calls[k], r.lost = -1, append(r.lost, from) // what is passed is filtered, or is not any more; or it may get another context (U6)
		}
	}
	return r, true
}

// sameOwners tells whether what was there before belongs to the same spawn sites as before.
func (a *alignment) sameOwners(old, now *unit) bool {
	site := func(o uint32) bool { return a.objs[o] >= 0 }
	call := func(k uint32) bool { return a.calls[k] >= 0 }
	for k, s := range now.perSpawn {
		from := a.calls[k]
		if from < 0 {
			if slices.ContainsFunc(s.Objs, site) || slices.ContainsFunc(s.Calls, call) {
				return false
			}
			continue
		}
		was := old.perSpawn[uint32(from)]
		if was == nil {
			was = &facts.SpawnSite{}
		}
		if !a.sameMembers(was.Objs, s.Objs, a.objs) || !a.sameMembers(was.Calls, s.Calls, a.calls) {
			return false
		}
	}
	for k, s := range old.perSpawn {
		if to := slices.Index(a.calls, int(k)); to >= 0 && now.perSpawn[uint32(to)] == nil || to < 0 {
			if slices.ContainsFunc(s.Objs, func(o uint32) bool { return slices.Contains(a.objs, int(o)) }) ||
				slices.ContainsFunc(s.Calls, func(c uint32) bool { return slices.Contains(a.calls, int(c)) }) {
				return false
			}
		}
	}
	return true
}

// sameMembers tells whether of what was there before a list has the same members as the old list.
func (a *alignment) sameMembers(old, now []uint32, from []int) bool {
	count := 0
	for _, x := range now {
		if f := from[x]; f >= 0 {
			if !slices.Contains(old, uint32(f)) {
				return false
			}
			count++
		}
	}
	for _, x := range old {
		if slices.Contains(from, int(x)) {
			count--
		}
	}
	return count == 0
}

// fitsAll tells whether a link knows no other description of what a new version of a function mentions for the first time.
func (l *Live) fitsAll(r *revision) bool {
	for k, from := range r.objs {
		if from < 0 && !l.fits(r.now, &r.now.Objs[k]) {
			return false
		}
	}
	return true
}

// fits tells whether a new reference to something with static storage says the same of it as older ones.
func (l *Live) fits(f flowOf, d *facts.Obj) bool {
	n, ok := l.statics[f.names.Symbol(d.Sym)]
	if !ok || d.Kind != facts.ObjGlobal && d.Kind != facts.ObjFunc {
		return true
	}
	o, _, _ := l.objectAt(n)
	return o.decl.Kind == d.Kind && o.decl.Size == d.Size && o.decl.Flags == d.Flags
}
