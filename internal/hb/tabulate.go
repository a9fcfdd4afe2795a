// This file is the top-down half: the states in which each origin enters each function, and the state at any point
// (H8).

package hb

import "slices"

// A StateID numbers a state; zero is the state of what is never reached.
type StateID uint32

// A state is what is known at a point of an origin.
type state struct {
	released setID  // release sites that this instance may have passed, joins it may have pending
	acquired setID  // tokens it has acquired for sure, locks it holds for sure
	owned    uint64 // parameters of the function whose pointee is owned, as of its entry
}

// An Entry is one state in which an origin enters a function.
type Entry struct {
	State  StateID // what holds at the function's entry
	Caller FuncID  // who called in that state first; zero at the start of the origin
	Point  PointID // the call event in the caller
	Parent int     // the caller's entry: index into Entries(origin, Caller)
}

// entered is the states in which an origin enters a function.
type entered struct {
	by   OriginID // the origin
	list []Entry  // in order of discovery
}

// table is the tabulated states.
type table struct {
	flow
	max     int                   // entries kept apart per origin and function
	states  []state               // by StateID
	ids     map[state]StateID     // numbers of states
	moved   map[[2]uint32]StateID // a state moved along an effect
	entries [][]entered           // by function: who enters it, as a rule one origin
	live    []bool                // by function: an event or a wanted function is reachable
	given   [][]uint32            // by origin: locks that it is handed at its start (H28); nil for none
}

// tabulate finds all entry states.
func (t *table) tabulate(wanted []FuncID) {
	t.states = make([]state, 1)
	t.ids = map[state]StateID{}
	t.moved = map[[2]uint32]StateID{}
	t.entries = make([][]entered, len(t.p.Funcs))
	t.findLive(wanted)
	for o := 1; o < len(t.p.Origins); o++ {
		t.origin(OriginID(o))
	}
}

// findLive marks the functions from which an event or a wanted function is reachable.
func (t *table) findLive(wanted []FuncID) {
	t.live = make([]bool, len(t.p.Funcs))
	for _, f := range wanted {
		t.live[f] = true
	}
	for _, component := range callOrder(t.p) {
		live := false
		for _, f := range component {
			live = live || t.live[f] || t.hasEvent(&t.p.Funcs[f])
			eachCallee(&t.p.Funcs[f], func(c FuncID) { live = live || t.live[c] })
		}
		for _, f := range component {
			t.live[f] = live
		}
	}
}

func (t *table) hasEvent(fn *Func) bool {
	for k := 1; k < len(fn.Points); k++ {
		if op := fn.Points[k].Event.Op; op != OpNone && op != OpCall && op != OpOutcome {
			return true
		}
	}
	return false
}

// A visit is an entry whose calls have to be looked at.
type visit struct {
	fn    FuncID // the function
	entry int    // index into Entries(origin, fn)
}

// origin tabulates one origin from its start.
func (t *table) origin(o OriginID) {
	var work []visit
	for k, f := range t.p.Origins[o].Entry {
		work = t.enter(work, o, f, Entry{State: t.start(o, k)})
	}
	for k := 0; k < len(work) && !t.work.over; k++ {
		work = t.calls(work, o, work[k])
	}
}

// start is the state in which an origin begins its k-th entry function: nothing has happened, except that the other
// entry functions may have run.
func (t *table) start(o OriginID, k int) StateID {
	var s state
	for i, f := range t.p.Origins[o].Entry {
		if i != k {
			s.released = t.union(s.released, t.list[t.net[f]].releasedGen)
		}
	}
	if t.given != nil {
		s.acquired = t.make(t.given[o]...)
	}
	return t.state(s)
}

// calls passes an entry's state on to what the function calls.
func (t *table) calls(work []visit, o OriginID, v visit) []visit {
	fn := &t.p.Funcs[v.fn]
	entry := t.entriesOf(o, v.fn)[v.entry]
	for k := 1; k < len(fn.Points); k++ {
		pt := &fn.Points[k]
		if pt.Event.Op != OpCall || len(pt.Event.Callees) == 0 {
			continue
		}
		s := t.move(entry.State, t.points[v.fn][pt.Preds[0]])
		if s == 0 {
			continue
		}
		at := t.states[s]
		at.owned = owned(&pt.Event, at.owned)
		next := Entry{State: t.state(at), Caller: v.fn, Point: PointID(k), Parent: v.entry}
		for _, c := range pt.Event.Callees {
			if t.live[c] {
				work = t.enter(work, o, c, next)
			}
		}
	}
	return work
}

// owned gives the callee's owned parameters.
func owned(e *Event, caller uint64) uint64 {
	mask := e.Owned
	for _, c := range e.OwnedIf {
		if c.Mask&^caller == 0 {
			mask |= 1 << c.Param
		}
	}
	return mask
}

// enter records an entry state if it is new; the last place is for the meet of all that do not fit.
func (t *table) enter(work []visit, o OriginID, f FuncID, e Entry) []visit {
	t.work.add(1)
	at := slices.IndexFunc(t.entries[f], func(x entered) bool { return x.by == o })
	if at < 0 {
		at = len(t.entries[f])
		t.entries[f] = append(t.entries[f], entered{by: o})
	}
	list := t.entries[f][at].list
	for _, x := range list {
		if x.State == e.State {
			return work
		}
	}
	if t.drop&dropContexts != 0 && len(list) > 0 {
		return work
	}
	last := t.max - 1
	if len(list) <= last {
		t.entries[f][at].list = append(list, e)
		return append(work, visit{f, len(list)})
	}
	met := t.meet(list[last].State, e.State)
	if met == list[last].State {
		return work
	}
	list[last].State = met
	return append(work, visit{f, last})
}

// entriesOf are the states in which an origin enters a function.
func (t *table) entriesOf(o OriginID, f FuncID) []Entry {
	for k := range t.entries[f] {
		if x := &t.entries[f][k]; x.by == o {
			return x.list
		}
	}
	return nil
}

// meet is what holds in both states.
func (t *table) meet(x, y StateID) StateID {
	a, b := t.states[x], t.states[y]
	return t.state(state{t.union(a.released, b.released), t.intersect(a.acquired, b.acquired), a.owned & b.owned})
}

func (t *table) state(s state) StateID {
	id, ok := t.ids[s]
	if !ok {
		id = StateID(len(t.states))
		t.states = append(t.states, s)
		t.ids[s] = id
	}
	return id
}

// move is the state after an effect.
func (t *table) move(s StateID, e effectID) StateID {
	switch {
	case s == 0 || e == unreached:
		return 0
	case e == identity:
		return s
	}
	key := [2]uint32{uint32(s), uint32(e)}
	id, ok := t.moved[key]
	if !ok {
		x, from := t.list[e], t.states[s]
		id = t.state(state{
			released: t.union(x.releasedGen, t.minus(from.released, x.releasedKill)),
			acquired: t.union(x.acquiredGen, t.minus(from.acquired, x.acquiredKill)),
			owned:    from.owned,
		})
		t.moved[key] = id
	}
	return id
}

// before is the meet of the states in which an origin reaches an event, over all entries; zero if it never does.
func (t *table) before(o OriginID, at site) StateID {
	return t.over(o, at.fn, t.p.Funcs[at.fn].Points[at.pt].Preds)
}

// atExit is the meet of the states in which an origin ends; zero if it never does.
func (t *table) atExit(o OriginID) StateID {
	var met StateID
	for _, f := range t.p.Origins[o].Entry {
		s := t.exit(o, f)
		if s == 0 {
			return 0
		}
		met = t.meetReached(met, s)
	}
	return met
}

// exit is the state in which an entry function of an origin returns.
func (t *table) exit(o OriginID, f FuncID) StateID {
	if len(t.entriesOf(o, f)) == 0 {
		return t.move(t.state(state{}), t.net[f]) // it does nothing
	}
	return t.over(o, f, t.p.Funcs[f].Exits)
}

// over is the meet of the states at some points of a function, over all entries.
func (t *table) over(o OriginID, f FuncID, points []PointID) StateID {
	var met StateID
	for _, e := range t.entriesOf(o, f) {
		for _, x := range points {
			met = t.meetReached(met, t.move(e.State, t.points[f][x]))
		}
	}
	return met
}

// meetReached is meet where zero is "not reached".
func (t *table) meetReached(x, y StateID) StateID {
	switch {
	case x == 0:
		return y
	case y == 0:
		return x
	}
	return t.meet(x, y)
}
