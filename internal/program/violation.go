// This file finds violations of order that are no data races: nil stored by one event and used by another (V2), and what is used before the
// goroutine that sets it has done so (V3).

package program

import (
	"cmp"
	"slices"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/hb"
)

// A ViolationKind says what is out of order.
type ViolationKind uint8

// The kinds of violations.
const (
	NilBeforeUse ViolationKind = iota + 1 // one event stores nil, another one uses what is there
	UseBeforeSet                          // nobody has set it before a goroutine that may come later
)

// A Violation is a use and a store of one variable that exclude each other but come in any order: the first end is the use.
type Violation struct {
	Kind ViolationKind
	Race
}

// A usage is what is done to one location, as far as it matters whether something is there.
type usage struct {
	uses []candidate // reads that need it to be there
	nils []candidate // stores of nil
	sets []candidate // all other writes
}

// violations looks at all locations, if the reader wants to know.
func (d *detector) violations() []Violation {
	if !d.view.Order || len(d.l.shared) == 0 {
		return nil
	}
	d.l.solve()
	found := map[raceKey]int{}
	var list []Violation
	for _, loc := range d.l.keys {
		x, ok := d.violation(loc)
		if !ok || x.Confidence > d.view.Weakest {
			continue
		}
		key := raceKey{name: x.Ends[0].Name, alloc: x.Alloc}
		k, ok := found[key]
		switch {
		case !ok:
			found[key] = len(list)
			list = append(list, x)
		case x.Confidence < list[k].Confidence:
			x.Others = list[k].Others + 1
			list[k] = x
		default:
			list[k].Others++
		}
	}
	slices.SortStableFunc(list, func(a, b Violation) int {
		return cmp.Or(cmp.Compare(a.Confidence, b.Confidence), comparePos(a.Ends[0].Pos, b.Ends[0].Pos), comparePos(a.Ends[1].Pos, b.Ends[1].Pos))
	})
	return list
}

// violation looks at one location.
func (d *detector) violation(loc location) (Violation, bool) {
	u := d.usage(loc)
	if len(u.uses) == 0 || len(u.nils)+len(u.sets) == 0 {
		return Violation{}, false
	}
	best := Violation{}
	better := func(kind ViolationKind, use, store *candidate) {
		if conf := d.doubt(loc, use, store); best.Kind == 0 || conf < best.Confidence {
			if d.ours(d.chain(use), d.chain(store), use, store) {
				best = d.explain(loc, kind, use, store, conf)
			}
		}
	}
	stored := d.storedIn(loc)
	for k := range u.uses {
		use := &u.uses[k]
		if d.testedOn(use) {
			continue
		}
		if store := d.laterSet(use, u, stored); store != nil {
			better(UseBeforeSet, use, store)
		}
		for j := range u.nils {
			if store := &u.nils[j]; len(stored) > 0 && !stored[store.inst] && !stored[use.inst] && d.anyOrder(use, store) {
				better(NilBeforeUse, use, store)
			}
		}
	}
	return best, best.Kind != 0
}

// usage sorts the accesses of a location.
func (d *detector) usage(loc location) usage {
	var u usage
	if len(d.l.shared[loc]) > maxTouches {
		return u
	}
	for _, t := range d.l.shared[loc] {
		i := d.l.insts[t.inst]
		a := &i.unit.accesses.List[t.index]
		to := &u.sets
		if v := a.Var; v != facts.VarField && v != facts.VarGlobal && v != facts.VarCaptured {
			return usage{} // an element: which one, and whether it is there, is told in other ways
		}
		switch {
		case !a.Kind.Writes() && a.Flags&facts.AccessUsed != 0 && a.Len <= 1:
			to = &u.uses
		case !a.Kind.Writes():
			continue
		case a.Flags&facts.AccessNil != 0:
			to = &u.nils
		}
		*to = d.expand(*to, i, t.index, a, map[signature]bool{})
	}
	return u
}

// storedIn are the functions that store something to a location which is not nil, owned objects included.
func (d *detector) storedIn(loc location) map[instID]bool {
	in := map[instID]bool{}
	for _, i := range d.l.insts[1:] {
		if i.unit.flow == nil {
			continue
		}
		for k := range i.unit.flow.Cons {
			c := &i.unit.flow.Cons[k]
			if c.Op != facts.ConStore || in[i.id] {
				continue
			}
			for _, addr := range d.l.g.PointsTo(nil, i.node(c.Dst)) {
				if o, id, off := d.l.objectAt(addr); o != nil && id == loc.obj && off+c.Off == loc.off {
					in[i.id] = true
				}
			}
		}
	}
	return in
}

// laterSet is a store that excludes a use and may come after it, if no store is known to come before (V3).
func (d *detector) laterSet(use *candidate, u usage, stored map[instID]bool) *candidate {
	for i := range stored {
		if !slices.ContainsFunc(u.sets, func(s candidate) bool { return s.inst == i }) {
			return nil // set while its maker owned the object
		}
	}
	var later *candidate
	for k := range u.sets {
		s := &u.sets[k]
		switch {
		case s.origin == use.origin:
			return nil
		case !d.l.comparable(s.origin, use.origin) && !d.l.comparable(use.origin, s.origin):
			if d.l.origins[s.origin].kind == RootInit {
				return nil
			}
		case d.l.solved.Ordered(d.l.place(s), d.l.place(use)) == hb.Before:
			return nil
		case d.l.solved.Ordered(d.l.place(s), d.l.place(use)) == hb.None && d.excluded(use, s):
			later = s
		}
	}
	return later
}

// excluded tells whether two accesses do not race: a lock is held at both, both are atomic, or one loop runs them.
func (d *detector) excluded(x, y *candidate) bool {
	if x.kind.Atomic() && y.kind.Atomic() || d.sameGuard(x, y) || d.l.sameLoop(d.l.origins[x.origin], d.l.origins[y.origin]) {
		return true
	}
	prot, _ := d.l.solved.CommonLock(d.l.place(x), d.l.place(y))
	return prot == hb.Must
}

// anyOrder tells whether two accesses exclude each other and nothing orders them: two goroutines, or two events of one loop (V2).
func (d *detector) anyOrder(use, store *candidate) bool {
	if use.origin == store.origin {
		return d.twoEvents(use, store)
	}
	if !d.l.comparable(use.origin, store.origin) && !d.l.comparable(store.origin, use.origin) {
		return false
	}
	return d.l.solved.Ordered(d.l.place(use), d.l.place(store)) == hb.None && d.excluded(use, store)
}

// testedOn tells whether a call on the way to an access stands behind a test of a variable (passes/flow L17).
func (d *detector) testedOn(c *candidate) bool {
	return slices.ContainsFunc(d.chain(c), func(k chainLink) bool {
		return k.from != 0 && d.l.insts[k.from].unit.flow.Calls[k.call].Flags&facts.CallTested != 0
	})
}

// doubt grades a violation: medium at best.
func (d *detector) doubt(loc location, use, store *candidate) Confidence {
	if use.origin == store.origin {
		if o := &d.l.objects[loc.obj]; o.inst == 0 || d.l.single(o) {
			return Medium
		}
		return Low
	}
	return max(Medium, d.confidence(loc, use, store, hb.NoLock))
}

// explain gives a violation the form of a race.
func (d *detector) explain(loc location, kind ViolationKind, use, store *candidate, conf Confidence) Violation {
	o := &d.l.objects[loc.obj]
	x := Violation{Kind: kind, Race: Race{Confidence: conf, Object: o.decl.Kind, Alloc: d.l.allocPos(o)}}
	x.Ends = [2]End{d.end(use, d.chain(use)), d.end(store, d.chain(store))}
	return x
}
