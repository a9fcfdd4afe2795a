// This file is the difference between the packages that a program consists of and those it is told to consist of next:
// by content, not by position, and as coarse as what has to be done about it (U1, U2).

package relink

import (
	"slices"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/link"
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

// An Edit is what differs between two lists of packages, as far as the link has looked at it.
type Edit struct {
	Step     Step                     // what has to be done at least
	Cause    string                   // why the program must be linked anew
	steps    map[*link.Unit]Step      // units that differ in more than positions: what has to be done about each
	Lib      *link.Library            // of the packages to come
	moved    []*link.Unit             // units that are to be read elsewhere; their sections are still the old ones
	flows    map[*link.Unit]*revision // units whose pointer flow differs and can be matched with the former one
	replaced map[*link.Unit]bool      // units that differ in more than can be matched: all their instances are made anew
}

// A revision is a new version of a unit's pointer flow.
type revision struct {
	*matching
	old    link.FlowOf // the former version, as the link has it
	now    link.FlowOf // the new one
	stores bool        // all stores are stated anew, since whether there are iteration copies has changed
	copies bool        // the unit has iteration copies
}

// Compare finds out what differs between what links have looked at and new packages.
func Compare(l *link.Library, now []link.Package) *Edit {
	e := newEdit(link.NewLibrary(now))
	if len(l.Notes) > 0 {
		e.Cause = "damage"
		return e
	}
	for _, u := range l.Units[1:] {
		e.unit(l, u)
	}
	if !sameTypes(l, e.Lib) {
		e.Cause = "types"
	}
	return e
}

// newEdit is one that changes nothing.
func newEdit(lib *link.Library) *Edit {
	return &Edit{
		Lib:      lib,
		steps:    map[*link.Unit]Step{},
		flows:    map[*link.Unit]*revision{},
		replaced: map[*link.Unit]bool{},
	}
}

// Touched gives the part of an edit that a link has to do with: that of the functions that it has instances of or
// calls.
func (l *Live) Touched(e *Edit, groups []link.RootGroup, now []link.Package) *Edit {
	c := newEdit(e.Lib)
	add := func(u *link.Unit) {
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
		c.Step = max(c.Step, step)
	}
	if len(e.steps) > 0 {
		for _, i := range l.Insts[1:] {
			add(i.Unit)
		}
		for _, d := range l.Handled {
			if d.Unit != nil {
				add(d.Unit)
			}
		}
	}
	if !l.sameRoots(groups, now) {
		c.Step = max(c.Step, Rewired)
	}
	return c
}

// mark says what has to be done about a unit.
func (e *Edit) mark(u *link.Unit, step Step) {
	e.steps[u], e.Step = max(e.steps[u], step), max(e.Step, step)
}

// sameTypes reports whether the method tables that the link has asked for are the same. What is said of a type that
// nobody mentions any more does not matter.
func sameTypes(l *link.Library, now *link.Library) bool {
	for sym, t := range l.Types {
		if u := now.Types[sym]; l.TypeIDs[sym] != 0 && (u == nil && t.Interface || u != nil && !t.Same(u)) {
			return false
		}
	}
	for sym := range now.Types {
		if l.Types[sym] == nil && l.TypeIDs[sym] != 0 {
			return false
		}
	}
	return true
}

// unit compares a unit with its next version.
func (e *Edit) unit(l *link.Library, u *link.Unit) {
	at, known := e.Lib.Places[u.Sym]
	if known == (u.Pkg != nil) && at.Pkg == u.Pkg && (!known || at.Index == u.Index) {
		if d, asked := l.Widths[u.Sym]; asked && e.Lib.Degree(u.Sym) != d {
			e.replace(u)
		}
		return
	}
	e.moved = append(e.moved, u)
	if !known || u.Pkg == nil {
		e.replace(u)
		return
	}
	v := &at.Pkg.Source.Units[at.Index]
	d, asked := l.Widths[u.Sym]
	if u.Info.Flags&binding != v.Flags&binding || !sameSize(u.Info, v) || asked && e.Lib.Degree(u.Sym) != d {
		e.replace(u)
		return
	}
	same := func(s facts.Section) bool { return u.Pkg.Same(s, u.Index, at.Pkg, at.Index) }
	flow, spawn := same(facts.SectionFlow), same(facts.SectionSpawn)
	if !spawn || u.Info.Flags != v.Flags || !same(facts.SectionLocks) || !same(facts.SectionAccess) {
		e.mark(u, Reordered)
	}
	if flow && spawn {
		return
	}
	r, ok := revise(u, at)
	switch {
	case !ok:
		e.replace(u)
	case !flow || !r.sameAs(u.Flow):
		e.flows[u] = r
		e.mark(u, Resolved)
		if r.rewires() {
			e.mark(u, Rewired)
		}
	}
}

// binding are the flags that decide how a unit is linked.
const binding = facts.Cloneable | facts.Opaque | facts.Degraded | facts.EffectFree | facts.Client | facts.Synthetic

// sameSize reports whether two versions of a unit are on the same side of all bounds on weights.
func sameSize(x, y *facts.Unit) bool {
	for _, bound := range []uint32{link.MaxHelper, 2 * link.MaxHelper, link.MaxForced - 1} {
		if (x.Weight <= bound) != (y.Weight <= bound) {
			return false
		}
	}
	return true
}

// replace has all instances of a unit made anew.
func (e *Edit) replace(u *link.Unit) {
	e.replaced[u] = true
	e.mark(u, Rewired)
}

// revise matches a unit's pointer flow with its next version. It reports false if they have too little in common.
func revise(u *link.Unit, at link.Place) (*revision, bool) {
	f, names, err1 := at.Pkg.Flow(at.Index)
	s, _, err2 := at.Pkg.Spawn(at.Index)
	if err1 != nil || err2 != nil || f == nil || u.Flow == nil {
		return nil, false
	}
	now, old := link.FlowOf{Flow: f, Names: names}, link.FlowOf{Flow: u.Flow, Names: u.Names.Flow}
	next := link.Unit{Spawn: s}
	next.IndexSites()
	r := &revision{matching: match(old, now), old: old, now: now, copies: next.HasCopies()}
	r.stores = u.HasCopies() != r.copies
	if !r.sameOwners(u, &next) {
		return nil, false
	}
	sites, before := now.Sites(), old.Sites()
	for k, from := range r.calls {
		if from < 0 {
			continue
		}
		callee := names.Symbol(f.Calls[k].Callee)
		if u.Gives(uint32(from)) != next.Gives(uint32(k)) || link.RoundUp(sites[callee]) != link.RoundUp(before[callee]) {
			// what is passed is filtered, or is not any more; or it may get another context (U6)
			r.calls[k], r.lost = -1, append(r.lost, from)
		}
	}
	return r, true
}

// sameOwners reports whether what was there before belongs to the same spawn sites as before.
func (a *matching) sameOwners(old, now *link.Unit) bool {
	site := func(o uint32) bool { return a.objs[o] >= 0 }
	call := func(k uint32) bool { return a.calls[k] >= 0 }
	for k, s := range now.PerSpawn {
		from := a.calls[k]
		if from < 0 {
			if slices.ContainsFunc(s.Objs, site) || slices.ContainsFunc(s.Calls, call) {
				return false
			}
			continue
		}
		was := old.PerSpawn[uint32(from)]
		if was == nil {
			was = &facts.SpawnSite{}
		}
		if was.Alike != s.Alike || len(was.Same) != len(s.Same) ||
			!a.sameMembers(was.Objs, s.Objs, a.objs) || !a.sameMembers(was.Calls, s.Calls, a.calls) {
			return false
		}
	}
	for k, s := range old.PerSpawn {
		if to := slices.Index(a.calls, int(k)); to >= 0 && now.PerSpawn[uint32(to)] == nil || to < 0 {
			if slices.ContainsFunc(s.Objs, func(o uint32) bool { return slices.Contains(a.objs, int(o)) }) ||
				slices.ContainsFunc(s.Calls, func(c uint32) bool { return slices.Contains(a.calls, int(c)) }) {
				return false
			}
		}
	}
	return true
}

// sameMembers reports whether of what was there before a list has the same members as the old list.
func (a *matching) sameMembers(old, now []uint32, from []int) bool {
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

// fitsAll reports whether a link knows no other description of what a new version of a function mentions for the first
// time.
func (l *Live) fitsAll(r *revision) bool {
	for k, from := range r.objs {
		if from < 0 && !l.fits(r.now, &r.now.Objs[k]) {
			return false
		}
	}
	return true
}

// fits reports whether a new reference to something with static storage says the same of it as older ones.
func (l *Live) fits(f link.FlowOf, d *facts.Obj) bool {
	n, ok := l.Statics[f.Names.Symbol(d.Sym)]
	if !ok || d.Kind != facts.ObjGlobal && d.Kind != facts.ObjFunc {
		return true
	}
	o, _, _ := l.ObjectAt(n)
	return o.Decl.Kind == d.Kind && o.Decl.Size == d.Size && o.Decl.Flags == d.Flags
}
