// This file finds violations of order that are no data races: nil stored by one event and used by another (V2), and what is used before the
// goroutine that sets it has done so (V3).

package races

import (
	"cmp"
	"slices"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/explain"
	"github.com/syncvet/syncvet/internal/hb"
	"github.com/syncvet/syncvet/internal/link"
	"github.com/syncvet/syncvet/internal/order"
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
	uses []end // reads that need it to be there
	nils []end // stores of nil
	sets []end // all other writes
}

// Violations looks at all locations, if the reader wants to know.
func (d *Detector) Violations() []Violation {
	if !d.View.Order || len(d.L.Shared) == 0 {
		return nil
	}
	d.L.Solve()
	found := map[RaceKey]int{}
	var list []Violation
	for _, loc := range d.L.Keys {
		x, ok := d.violation(loc)
		if !ok || x.Confidence > d.View.Weakest {
			continue
		}
		key := RaceKey{name: x.Ends[0].Name, alloc: x.Alloc}
		k, ok := found[key]
		switch {
		case !ok:
			found[key] = len(list)
			list = append(list, x)
		case x.Confidence < list[k].Confidence:
			x.Absorb(&list[k].Race)
			list[k] = x
		default:
			list[k].Absorb(&x.Race)
		}
	}
	slices.SortStableFunc(list, func(a, b Violation) int {
		return cmp.Or(cmp.Compare(a.Confidence, b.Confidence), link.ComparePos(a.Ends[0].Pos, b.Ends[0].Pos), link.ComparePos(a.Ends[1].Pos, b.Ends[1].Pos))
	})
	return list
}

// violation looks at one location.
func (d *Detector) violation(loc order.Location) (Violation, bool) {
	u := d.usage(loc)
	if len(u.uses) == 0 || len(u.nils)+len(u.sets) == 0 {
		return Violation{}, false
	}
	best := Violation{}
	better := func(kind ViolationKind, use, store *end) {
		if conf := d.doubt(loc, use, store); best.Kind == 0 || conf < best.Confidence {
			if d.Ours(use.chain(), store.chain(), &use.Candidate, &store.Candidate) {
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
			if store := &u.nils[j]; len(stored) > 0 && !stored[store.Inst] && !stored[use.Inst] && d.anyOrder(use, store) {
				better(NilBeforeUse, use, store)
			}
		}
	}
	return best, best.Kind != 0
}

// usage sorts the accesses of a location.
func (d *Detector) usage(loc order.Location) usage {
	var u usage
	if len(d.L.Shared[loc]) > maxTouches {
		return u
	}
	for _, t := range d.L.Shared[loc] {
		i := d.L.Insts[t.Inst]
		a := &i.Unit.Accesses.List[t.Index]
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
		for _, c := range d.Expand(nil, i, t.Index, a, map[order.Signature]bool{}) {
			*to = append(*to, d.end(loc, &c))
		}
	}
	return u
}

// storedIn are the functions that store something to a location which is not nil, owned objects included.
func (d *Detector) storedIn(loc order.Location) map[link.InstID]bool {
	in := map[link.InstID]bool{}
	for _, i := range d.L.Insts[1:] {
		if i.Unit.Flow == nil {
			continue
		}
		for k := range i.Unit.Flow.Cons {
			c := &i.Unit.Flow.Cons[k]
			if c.Op != facts.ConStore || in[i.ID] {
				continue
			}
			for _, addr := range d.L.Sets.PointsTo(nil, i.Node(c.Dst)) {
				if o, id, off := d.L.ObjectAt(addr); o != nil && id == loc.Obj && off+c.Off == loc.Off {
					in[i.ID] = true
				}
			}
		}
	}
	return in
}

// laterSet is a store that excludes a use and may come after it, if no store is known to come before (V3).
func (d *Detector) laterSet(use *end, u usage, stored map[link.InstID]bool) *end {
	for i := range stored {
		if !slices.ContainsFunc(u.sets, func(s end) bool { return s.Inst == i }) {
			return nil // set while its maker owned the object
		}
	}
	var later *end
	for k := range u.sets {
		s := &u.sets[k]
		switch {
		case s.Origin == use.Origin:
			return nil
		case !d.L.Comparable(s.Origin, use.Origin) && !d.L.Comparable(use.Origin, s.Origin):
			if d.L.Origins[s.Origin].Kind == link.RootInit {
				return nil
			}
		case d.L.Solved.Ordered(s.place(), use.place()) == hb.Before:
			return nil
		case d.L.Solved.Ordered(s.place(), use.place()) == hb.None && d.excluded(use, s):
			later = s
		}
	}
	return later
}

// excluded reports whether two accesses do not race: a lock is held at both, both are atomic, or one loop runs them.
func (d *Detector) excluded(x, y *end) bool {
	if x.Kind.Atomic() && y.Kind.Atomic() || d.SameGuard(&x.Candidate, &y.Candidate) || d.L.SameLoop(d.L.Origins[x.Origin], d.L.Origins[y.Origin]) {
		return true
	}
	prot, _ := d.L.Solved.CommonLock(x.place(), y.place())
	return prot == hb.Must
}

// anyOrder reports whether two accesses exclude each other and nothing orders them: two goroutines, or two events of one loop (V2).
func (d *Detector) anyOrder(use, store *end) bool {
	if use.Origin == store.Origin {
		return d.twoEvents(use, store)
	}
	if !d.L.Comparable(use.Origin, store.Origin) && !d.L.Comparable(store.Origin, use.Origin) {
		return false
	}
	return d.L.Solved.Ordered(use.place(), store.place()) == hb.None && d.excluded(use, store)
}

// testedOn reports whether a call on the way to an access stands behind a test of a variable (passes/flow L17).
func (d *Detector) testedOn(c *end) bool {
	return slices.ContainsFunc(c.chain(), func(k explain.ChainLink) bool {
		return k.From != 0 && d.L.Insts[k.From].Unit.Flow.Calls[k.Call].Flags&facts.CallTested != 0
	})
}

// doubt grades a violation: medium at best.
func (d *Detector) doubt(loc order.Location, use, store *end) explain.Confidence {
	if use.Origin == store.Origin {
		if o := &d.L.Objects[loc.Obj]; o.Inst == 0 || d.L.Single(o) {
			return explain.Medium
		}
		return explain.Low
	}
	p := d.pair(loc, use, store)
	p.unlocked()
	return max(explain.Medium, d.grade(p))
}

// explain gives a violation the form of a race.
func (d *Detector) explain(loc order.Location, kind ViolationKind, use, store *end, conf explain.Confidence) Violation {
	o := &d.L.Objects[loc.Obj]
	x := Violation{Kind: kind, Race: Race{Confidence: conf, Object: o.Decl.Kind, Alloc: d.L.AllocPos(o)}}
	x.Ends = [2]explain.End{d.End(&use.Candidate, use.chain()), d.End(&store.Candidate, store.chain())}
	x.Places = []RacePlaces{inOrder(x.Ends[0].Pos, x.Ends[1].Pos)}
	return x
}
