// This file is the bottom-up half of the analysis: what lies between a function's entry and each of its points, as gen
// and kill sets, and the net effect of a call (H8).

package hb

import "slices"

// An effect maps the state at a function's entry to the state at a point. Released is a may set: a site is in it if
// some path passes it. Acquired is a must set: a token is in it if every path acquires it. In both, for one member, the
// later of gen and kill wins; gen and kill sets are disjoint.
type effect struct {
	releasedGen, releasedKill setID // sites that some path passes and does not remove, and sites that every path removes
	acquiredGen, acquiredKill setID // tokens that every path acquires and keeps, and tokens that some path loses
}

// An effectID numbers an effect.
type effectID uint32

// The two effects everybody knows.
const (
	unreached effectID = iota // no path leads here
	identity                  // nothing happens on the way
)

// effects holds all effects of one solution, with memoised operations.
type effects struct {
	*sets
	list []effect                 // by number; list[unreached] is meaningless
	ids  map[effect]effectID      // numbers of effects
	meet map[[2]effectID]effectID // of alternative paths
	then map[[2]effectID]effectID // of consecutive paths
	pair setID                    // locks that an unlock leaves held if they were locked before, too (H29)
}

func newEffects(s *sets) *effects {
	return &effects{sets: s, list: make([]effect, 2), ids: map[effect]effectID{{}: identity},
		meet: map[[2]effectID]effectID{}, then: map[[2]effectID]effectID{}}
}

func (t *effects) of(e effect) effectID {
	id, ok := t.ids[e]
	if !ok {
		id = effectID(len(t.list))
		t.list = append(t.list, e)
		t.ids[e] = id
	}
	return id
}

// either is the effect of two alternative paths.
func (t *effects) either(x, y effectID) effectID {
	switch {
	case x == y || y == unreached:
		return x
	case x == unreached:
		return y
	}
	key := [2]effectID{min(x, y), max(x, y)}
	id, ok := t.meet[key]
	if !ok {
		a, b := t.list[x], t.list[y]
		id = t.of(effect{
			releasedGen:  t.union(a.releasedGen, b.releasedGen),
			releasedKill: t.intersect(a.releasedKill, b.releasedKill),
			acquiredGen:  t.intersect(a.acquiredGen, b.acquiredGen),
			acquiredKill: t.union(a.acquiredKill, b.acquiredKill),
		})
		t.meet[key] = id
	}
	return id
}

// both is the effect of x followed by y.
func (t *effects) both(x, y effectID) effectID {
	switch {
	case x == unreached || y == unreached:
		return unreached
	case x == identity:
		return y
	case y == identity:
		return x
	}
	key := [2]effectID{x, y}
	id, ok := t.then[key]
	if !ok {
		a, b := t.list[x], t.list[y]
		id = t.of(effect{
			releasedGen:  t.union(b.releasedGen, t.minus(a.releasedGen, b.releasedKill)),
			releasedKill: t.union(b.releasedKill, t.minus(a.releasedKill, b.releasedGen)),
			acquiredGen:  t.union(b.acquiredGen, t.minus(a.acquiredGen, b.acquiredKill)),
			acquiredKill: t.union(t.lost(a, b), t.minus(a.acquiredKill, b.acquiredGen)),
		})
		t.then[key] = id
	}
	return id
}

// lost is what is not held after a and then b whatever was held before: what b releases, but for locks that a takes
// (H29).
func (t *effects) lost(a, b effect) setID {
	return t.minus(b.acquiredKill, t.intersect(t.pair, a.acquiredGen))
}

// A flow is the solved bottom-up half: one effect per point, one net effect per function.
type flow struct {
	*effects
	p      *Program     // what is solved
	events [][]effectID // by function and point: what the event does; calls are looked up in net
	points [][]effectID // by function and point: from the entry to there
	net    []effectID   // by function: from entry to return
	told   [][]effectID // by function and outcome: from entry to where it is about to return so
	drop   mutation     // side conditions not checked
}

// summarise computes all effects, callees first; functions that call each other are iterated together.
func (f *flow) summarise() {
	f.points = make([][]effectID, len(f.p.Funcs))
	f.net = make([]effectID, len(f.p.Funcs))
	f.told = make([][]effectID, len(f.p.Funcs))
	for id := range f.p.Funcs {
		f.points[id] = make([]effectID, len(f.p.Funcs[id].Points))
		f.told[id] = make([]effectID, len(f.p.Funcs[id].Outcomes))
	}
	for _, component := range callOrder(f.p) {
		for changed := true; changed && !f.work.over; {
			changed = false
			for _, id := range component {
				changed = f.function(id) || changed
			}
		}
	}
}

// function brings one function's effects up to date with its callees' and reports whether its net effect changed.
func (f *flow) function(id FuncID) bool {
	fn := &f.p.Funcs[id]
	at := f.points[id]
	for changed := true; changed && !f.work.over; {
		changed = false
		for k := 1; k < len(fn.Points); k++ {
			if e := f.point(id, PointID(k)); e != at[k] {
				at[k], changed = e, true
			}
		}
		f.work.add(1 + len(fn.Points)/8)
	}
	net := f.across(at, fn.Exits)
	changed := net != f.net[id]
	f.net[id] = net
	for k := range fn.Outcomes {
		told := f.across(at, fn.Outcomes[k].Points)
		for _, p := range fn.Outcomes[k].Passed {
			told = f.either(told, f.both(at[p.Point], f.outcome(fn.Points[p.Point].Event.Callees, p.Number)))
		}
		changed = changed || told != f.told[id][k]
		f.told[id][k] = told
	}
	return changed
}

// across is what all of some points have in common.
func (f *flow) across(at []effectID, points []PointID) effectID {
	met := unreached
	for _, x := range points {
		met = f.either(met, at[x])
	}
	return met
}

// outcome is what a call of some functions has done once it is known how it has ended (H26).
func (f *flow) outcome(callees []FuncID, number int) effectID {
	if len(callees) == 0 {
		return identity
	}
	met := unreached
	for _, c := range callees {
		told := f.net[c]
		for k, o := range f.p.Funcs[c].Outcomes {
			if o.Number == number {
				told = f.told[c][k]
			}
		}
		met = f.either(met, told)
	}
	return met
}

// into is the effect of what comes before a point's event.
func (f *flow) into(id FuncID, k PointID) effectID {
	in := unreached
	for _, x := range f.p.Funcs[id].Points[k].Preds {
		in = f.either(in, f.points[id][x])
	}
	return in
}

// callOf is the call that a point, which comes right behind it, says the outcome of; zero: there is none.
func (f *flow) callOf(id FuncID, pt *Point) PointID {
	if pt.Event.Op != OpOutcome || pt.Event.Deferred || len(pt.Preds) != 1 || pt.Preds[0] == 1 {
		return 0
	}
	q := pt.Preds[0]
	if e := &f.p.Funcs[id].Points[q].Event; e.Op != OpCall || !slices.Equal(e.Callees, pt.Event.Callees) {
		return 0
	}
	return q
}

// learned is what holds for sure of what a call has done, if others have happened since (H26).
func (f *flow) learned(told effectID, deferred bool) effectID {
	if told == unreached {
		return unreached
	}
	x := effect{acquiredGen: f.list[told].acquiredGen, releasedKill: f.list[told].releasedKill}
	if deferred {
		x.releasedKill = 0
	}
	return f.of(x)
}

// point computes a point's effect from its predecessors'.
func (f *flow) point(id FuncID, k PointID) effectID {
	pt := &f.p.Funcs[id].Points[k]
	if k == 1 {
		return identity
	}
	if q := f.callOf(id, pt); q != 0 {
		return f.both(f.into(id, q), f.outcome(pt.Event.Callees, pt.Event.N))
	}
	return f.both(f.into(id, k), f.transfer(id, k))
}

// transfer is the effect of the event at a point.
func (f *flow) transfer(id FuncID, k PointID) effectID {
	e := &f.p.Funcs[id].Points[k].Event
	switch {
	case len(e.Callees) == 0 || e.Op != OpCall && e.Op != OpOutcome:
		return f.events[id][k]
	case e.Op == OpOutcome:
		return f.learned(f.outcome(e.Callees, e.N), e.Deferred)
	}
	net := unreached
	for _, c := range e.Callees {
		net = f.either(net, f.net[c])
	}
	if f.drop&dropCallee != 0 && net != unreached {
		x := f.list[net]
		x.releasedGen = 0
		net = f.of(x)
	}
	return net
}
