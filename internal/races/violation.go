// This file finds violations of order that are no data races: nil stored by one event and used by another (V2), and
// what is used before the goroutine that sets it has done so (V3).

package races

import (
	"cmp"
	"slices"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/ends"
	"github.com/syncvet/syncvet/internal/evidence"
	"github.com/syncvet/syncvet/internal/explain"
	"github.com/syncvet/syncvet/internal/hb"
	"github.com/syncvet/syncvet/internal/link"
	"github.com/syncvet/syncvet/internal/order"
)

// A usage is what is done to one location, as far as it matters whether something is there.
type usage struct {
	uses []ends.End // reads that need it to be there
	nils []ends.End // stores of nil
	sets []ends.End // all other writes
}

// A violations room looks for them among the accesses that a detector knows.
type violations struct {
	*Detector
}

// Violations looks at all locations, if the reader wants to know.
func (d *Detector) Violations() []evidence.Evidence { return (&violations{d}).find() }

// find looks at all locations, if the reader wants to know.
func (vs *violations) find() []evidence.Evidence {
	if !vs.View.Order || len(vs.L.Shared) == 0 {
		return nil
	}
	vs.L.Solve()
	found := map[RaceKey]int{}
	var list []evidence.Evidence
	for _, loc := range vs.L.Keys {
		x, ok := vs.violation(loc)
		if !ok || x.Grade > vs.View.Weakest {
			continue
		}
		key := RaceKey{name: x.Ends[0].Last().Name, alloc: x.Alloc}
		k, ok := found[key]
		switch {
		case !ok:
			found[key] = len(list)
			list = append(list, x)
		case x.Grade < list[k].Grade:
			x.Absorb(&list[k])
			list[k] = x
		default:
			list[k].Absorb(&x)
		}
	}
	slices.SortStableFunc(list, func(a, b evidence.Evidence) int {
		return cmp.Or(
			cmp.Compare(a.Grade, b.Grade),
			facts.ComparePos(a.Ends[0].Last().Pos, b.Ends[0].Last().Pos),
			facts.ComparePos(a.Ends[1].Last().Pos, b.Ends[1].Last().Pos),
		)
	})
	return list
}

// violation looks at one location.
func (vs *violations) violation(loc order.Location) (evidence.Evidence, bool) {
	u := vs.usage(loc)
	if len(u.uses) == 0 || len(u.nils)+len(u.sets) == 0 {
		return evidence.Evidence{}, false
	}
	best := evidence.Evidence{}
	better := func(kind evidence.Kind, use, store *ends.End) {
		if conf := vs.doubt(loc, use, store); best.Kind == 0 || conf < best.Grade {
			if vs.Ours(use.Chain(), store.Chain(), &use.Candidate, &store.Candidate) {
				best = vs.explain(loc, kind, use, store, conf)
			}
		}
	}
	stored := vs.storedIn(loc)
	for k := range u.uses {
		use := &u.uses[k]
		if vs.testedOn(use) {
			continue
		}
		if store := vs.laterSet(use, u, stored); store != nil {
			better(evidence.UseBeforeSet, use, store)
		}
		for j := range u.nils {
			if store := &u.nils[j]; len(stored) > 0 && !stored[store.Inst] && !stored[use.Inst] && vs.anyOrder(use, store) {
				better(evidence.NilBeforeUse, use, store)
			}
		}
	}
	return best, best.Kind != 0
}

// usage sorts the accesses of a location.
func (vs *violations) usage(loc order.Location) usage {
	var u usage
	if len(vs.L.Shared[loc]) > ends.MaxTouches {
		return u
	}
	for _, t := range vs.L.Shared[loc] {
		i := vs.L.Insts[t.Inst]
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
		for _, c := range order.InstancesOf(vs.L).Expand(nil, i, t.Index, a) {
			*to = append(*to, ends.NewEnd(vs.Paths, loc, &c))
		}
	}
	return u
}

// storedIn are the functions that store something to a location which is not nil, owned objects included.
func (vs *violations) storedIn(loc order.Location) map[link.InstID]bool {
	in := map[link.InstID]bool{}
	for _, i := range vs.L.Insts[1:] {
		if i.Unit.Flow == nil {
			continue
		}
		for k := range i.Unit.Flow.Cons {
			c := &i.Unit.Flow.Cons[k]
			if c.Op != facts.ConStore || in[i.ID] {
				continue
			}
			for _, addr := range vs.L.Sets.PointsTo(nil, i.Node(c.Dst)) {
				if o, id, off := vs.L.ObjectAt(addr); o != nil && id == loc.Obj && off+c.Off == loc.Off {
					in[i.ID] = true
				}
			}
		}
	}
	return in
}

// laterSet is a store that excludes a use and may come after it, if no store is known to come before (V3).
func (vs *violations) laterSet(use *ends.End, u usage, stored map[link.InstID]bool) *ends.End {
	for i := range stored {
		if !slices.ContainsFunc(u.sets, func(s ends.End) bool { return s.Inst == i }) {
			return nil // set while its maker owned the object
		}
	}
	var later *ends.End
	for k := range u.sets {
		s := &u.sets[k]
		switch {
		case s.Origin == use.Origin:
			return nil
		case !vs.L.Comparable(s.Origin, use.Origin) && !vs.L.Comparable(use.Origin, s.Origin):
			if vs.L.Origins[s.Origin].Kind == link.RootInit {
				return nil
			}
		case vs.L.Solved.Ordered(s.Place(), use.Place()) == hb.Before:
			return nil
		case vs.L.Solved.Ordered(s.Place(), use.Place()) == hb.None && vs.excluded(use, s):
			later = s
		}
	}
	return later
}

// excluded reports whether two accesses do not race: a lock is held at both, both are atomic, or one loop runs them.
func (vs *violations) excluded(x, y *ends.End) bool {
	if x.Kind.Atomic() && y.Kind.Atomic() || order.InstancesOf(vs.L).SameGuard(&x.Candidate, &y.Candidate) ||
		vs.L.SameLoop(vs.L.Origins[x.Origin], vs.L.Origins[y.Origin]) {
		return true
	}
	prot := vs.L.Solved.CommonLock(x.Place(), y.Place())
	return prot == hb.Must
}

// anyOrder reports whether two accesses exclude each other and nothing orders them: two goroutines, or two events of
// one loop (V2).
func (vs *violations) anyOrder(use, store *ends.End) bool {
	if use.Origin == store.Origin {
		return vs.Loops.TwoEvents(use, store)
	}
	if !vs.L.Comparable(use.Origin, store.Origin) && !vs.L.Comparable(store.Origin, use.Origin) {
		return false
	}
	return vs.L.Solved.Ordered(use.Place(), store.Place()) == hb.None && vs.excluded(use, store)
}

// testedOn reports whether a call on the way to an access stands behind a test of a variable (passes/flow L17).
func (vs *violations) testedOn(c *ends.End) bool {
	return slices.ContainsFunc(c.Chain(), func(k explain.ChainLink) bool {
		return k.From != 0 && vs.L.Insts[k.From].Unit.Flow.Calls[k.Call].Flags&facts.CallTested != 0
	})
}

// doubt grades a violation: medium at best.
func (vs *violations) doubt(loc order.Location, use, store *ends.End) evidence.Confidence {
	if use.Origin == store.Origin {
		if o := &vs.L.Objects[loc.Obj]; o.Inst == 0 || vs.L.Single(o) {
			return evidence.Medium
		}
		return evidence.Low
	}
	p := vs.pair(loc, use, store)
	p.unlocked()
	p.asked = true // that a lock orders them in runs is no answer: it may do so the other way round
	return max(evidence.Medium, vs.grade(p))
}

// explain gives a violation the form of a race.
func (vs *violations) explain(
	loc order.Location,
	kind evidence.Kind,
	use, store *ends.End,
	conf evidence.Confidence,
) evidence.Evidence {
	o := &vs.L.Objects[loc.Obj]
	x := evidence.Evidence{Kind: kind, Engine: evidence.InView, Grade: conf, Racing: evidence.Racing{
		Object: o.Decl.Kind, Alloc: vs.L.AllocPos(o),
	}}
	x.Ends = []evidence.End{vs.End(&use.Candidate, use.Chain()), vs.End(&store.Candidate, store.Chain())}
	x.Name = x.Ends[0].Last().Name
	x.Places = []evidence.Places{inOrder(x.Ends[0].Last().Pos, x.Ends[1].Last().Pos)}
	return x
}
