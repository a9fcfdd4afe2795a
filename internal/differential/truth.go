// This file finds out which pairs of a plan's accesses can race, by executing it once with vector clocks (D1).

package differential

import "slices"

// A clock is a vector clock by instance of a thread.
type clock []int

func (c clock) join(d clock) clock {
	for len(c) < len(d) {
		c = append(c, 0)
	}
	for k, v := range d {
		c[k] = max(c[k], v)
	}
	return c
}

// covers reports whether a clock includes another one, which must be known.
func (c clock) covers(d clock) bool {
	for k, v := range d {
		if c.at(k) < v {
			return false
		}
	}
	return d != nil
}

func (c clock) copy() clock { return slices.Clone(c) }

// at is the clock's component.
func (c clock) at(k int) int {
	if k < len(c) {
		return c[k]
	}
	return 0
}

// A hold is a lock that is held.
type hold struct {
	sync int  // number in plan.Syncs
	read bool // held for reading
}

// An event is an access that was executed.
type event struct {
	act   *action // of the plan
	part  int     // which part of the place
	who   int     // instance
	tick  int     // of the instance, at the access
	now   clock   // what had happened before it, by instance, the access itself included
	locks []hold  // held at it
}

// A step is one entry of a thread's list of things to do.
type step struct {
	act   *action // of the plan
	leave bool    // the end of a guard: what it has acquired counts no longer
	end   bool    // opDrain: the close, not a message
	inst  int     // opGo, Serial: the copy to start; opWait of it
	join  bool    // opGo, Serial: wait for the copy
	locks []hold  // held at it
}

// An instance is a copy of a thread that runs.
type instance struct {
	id      int     // number, which clocks go by
	copy    int     // which copy
	steps   []step  // all that it does, bodies laid out flat
	at      int     // index of the step that comes next
	now     clock   // what has happened before that step
	saved   []clock // clocks around open guards
	offered bool    // the send at hand is in the channel
	left    bool    // it has ended
}

// A channelState is what happened on a channel.
type channelState struct {
	sent, taken []clock // clocks of those who sent and received, in the order of messages
	closed      clock   // nil if it is not
}

// A machine executes a plan.
type machine struct {
	p       *plan          // what is executed
	running []*instance    // in the order in which they were started, those that have ended included
	events  []event        // accesses so far, in the order of execution
	chans   []channelState // by number in plan.Syncs
	started []int          // by group
	done    []int          // by group
	joined  []clock        // by group: of those that are done
	set     []clock        // by flag: when it was set, nil if it was not
	dos     [][]clock      // by Once: the clocks of those who called Do
	body    []int          // by Once: its own instance number, 0 none yet
	next    int            // instance numbers
	born    map[int]clock  // by thread: when its last copy was started
	early   bool           // an object of a copy was used before it was known to exist
}

// A pair is two actions that can race, in the order of execution.
type pair struct {
	a *action // executed first
	b *action // executed later, or at another time in another copy
}

// A truth is what a plan can do.
type truth struct {
	stuck bool   // some thread never ends
	races []pair // each once
	hot   int    // places that two threads access, one of them writing
}

// judge executes a plan.
func judge(p *plan) truth {
	n := len(p.Syncs)
	m := &machine{
		p:       p,
		chans:   make([]channelState, n),
		started: make([]int, n),
		done:    make([]int, n),
		joined:  make([]clock, n),
		set:     make([]clock, n),
		dos:     make([][]clock, n),
		body:    make([]int, n),
		born:    map[int]clock{},
	}
	m.start(0, 0, nil)
	for moved := true; moved; {
		moved = false
		for k := 0; k < len(m.running); k++ {
			for m.step(m.running[k]) {
				moved = true
			}
		}
	}
	stuck := slices.ContainsFunc(m.running, func(x *instance) bool { return !x.left })
	m.bodies()
	return m.compare(stuck || m.early)
}

// start makes an instance of a thread.
func (m *machine) start(t, copy int, now clock) {
	m.next++
	x := &instance{id: m.next, copy: copy, now: now.copy()}
	x.steps = m.flatten(nil, m.p.Threads[t].Actions, nil)
	m.running = append(m.running, x)
}

// flatten lists what actions do one after the other.
func (m *machine) flatten(to []step, list []*action, locks []hold) []step {
	for _, a := range list {
		switch a.Op {
		case opLock:
			to = m.flatten(to, a.Body, append(slices.Clone(locks), hold{a.Sync, a.Read}))
		case opBlock:
			to = m.flatten(to, a.Body, locks)
		case opGuard:
			to = append(m.flatten(append(to, step{act: a, locks: locks}), a.Body, locks), step{act: a, leave: true})
		case opDrain:
			for range m.p.sends(a.Sync) {
				to = m.flatten(append(to, step{act: a, locks: locks}), a.Body, locks)
			}
			to = append(to, step{act: a, end: true})
		case opGo:
			t := m.p.Threads[a.Thread]
			for k := range t.Copies {
				to = append(to, step{act: a, inst: k})
				if t.Serial {
					to = append(to, step{act: a, inst: k, join: true})
				}
			}
		default:
			to = append(to, step{act: a, locks: locks})
		}
	}
	return to
}

// step executes one step of an instance if it can happen.
func (m *machine) step(x *instance) bool {
	if x.at == len(x.steps) {
		x.left = true
		return false
	}
	s := &x.steps[x.at]
	x.now = x.now.join(make(clock, x.id+1))
	x.now[x.id]++
	if !m.act(x, s) {
		return false
	}
	x.at++
	x.left = x.at == len(x.steps)
	return true
}

// act executes a step; false: it cannot happen yet.
func (m *machine) act(x *instance, s *step) bool {
	a := s.act
	switch a.Op {
	case opAccess:
		m.events = append(
			m.events,
			event{act: a, part: m.part(x, a), who: x.id, tick: x.now[x.id], now: x.now.copy(), locks: s.locks},
		)
	case opGo:
		return m.spawn(x, s)
	case opDone:
		m.done[a.Sync]++
		m.joined[a.Sync] = m.joined[a.Sync].join(x.now)
	case opWait:
		if m.done[a.Sync] < m.started[a.Sync] {
			return false
		}
		x.now = x.now.join(m.joined[a.Sync])
	case opSend:
		return m.send(x, a)
	case opRecv:
		return m.receive(x, &m.chans[a.Sync])
	case opClose:
		m.chans[a.Sync].closed = x.now.copy()
	case opRecvClosed:
		return x.sees(m.chans[a.Sync].closed)
	case opDrain:
		return m.drain(x, s)
	case opOnce:
		m.do(x, a)
	case opStore:
		m.set[a.Sync] = x.now.copy()
	case opSpin:
		return x.sees(m.set[a.Sync])
	case opGuard:
		return m.guard(x, s)
	}
	return true
}

// sees joins a clock that must be known.
func (x *instance) sees(c clock) bool {
	if c != nil {
		x.now = x.now.join(c)
	}
	return c != nil
}

// part tells which part of a place an access touches.
func (m *machine) part(x *instance, a *action) int {
	switch pl := &m.p.Places[a.Place]; pl.Kind {
	case placeSlots, placeOwn:
		if a.Off || !m.inCopy(a) {
			m.early = m.early || pl.Kind == placeOwn && !x.now.covers(m.born[pl.Thread])
			return a.At
		}
		return x.copy
	}
	return 0
}

// inCopy reports whether an action is written in a thread that has copies.
func (m *machine) inCopy(a *action) bool {
	found := false
	m.p.bodies(func(t int, list *[]*action) {
		if t >= 0 && m.p.Threads[t].Copies > 1 && slices.Contains(*list, a) {
			found = true
		}
	})
	return found
}

func (m *machine) spawn(x *instance, s *step) bool {
	a := s.act
	if s.join {
		x.now = x.now.join(m.joined[a.Sync])
		return m.done[a.Sync] == m.started[a.Sync]
	}
	if a.Sync >= 0 {
		m.started[a.Sync]++
	}
	m.start(a.Thread, s.inst, x.now)
	m.born[a.Thread] = x.now.copy()
	return true
}

// send completes when the buffer has room, or with the receive if there is no buffer.
func (m *machine) send(x *instance, a *action) bool {
	c := &m.chans[a.Sync]
	if !x.offered {
		c.sent, x.offered = append(c.sent, x.now.copy()), true
	}
	k := len(c.sent) - 1 - m.p.Syncs[a.Sync].Cap
	if k >= len(c.taken) {
		return false
	}
	if k >= 0 {
		x.now = x.now.join(c.taken[k])
	}
	x.offered = false
	return true
}

func (m *machine) receive(x *instance, c *channelState) bool {
	k := len(c.taken)
	if k >= len(c.sent) {
		return false
	}
	c.taken = append(c.taken, x.now.copy())
	x.now = x.now.join(c.sent[k])
	return true
}

// drain receives a message or learns that there are no more.
func (m *machine) drain(x *instance, s *step) bool {
	c := &m.chans[s.act.Sync]
	if !s.end {
		return m.receive(x, c)
	}
	return x.sees(c.closed)
}

// do calls a Once: what its function did is known afterwards, whoever called it.
func (m *machine) do(x *instance, a *action) {
	if m.body[a.Sync] == 0 {
		m.next++
		m.body[a.Sync] = m.next
	}
	m.dos[a.Sync] = append(m.dos[a.Sync], x.now.copy())
	seen := make(clock, m.body[a.Sync]+1)
	seen[m.body[a.Sync]] = 1
	x.now = x.now.join(seen)
}

// bodies adds the accesses of the Onces' functions: they follow what precedes every call.
func (m *machine) bodies() {
	for s, id := range m.body {
		if id == 0 {
			continue
		}
		least := m.dos[s][0].copy()
		for _, c := range m.dos[s][1:] {
			for k := range least {
				least[k] = min(least[k], c.at(k))
			}
		}
		least = least.join(make(clock, id+1))
		least[id] = 1
		for _, st := range m.flatten(nil, m.p.Syncs[s].Body, nil) {
			m.events = append(m.events, event{act: st.act, part: st.act.At, who: id, tick: 1, now: least, locks: st.locks})
		}
	}
}

func (m *machine) guard(x *instance, s *step) bool {
	if s.leave {
		n := len(x.saved) - 1
		own := x.now[x.id]
		x.now, x.saved = x.saved[n], x.saved[:n]
		x.now = x.now.join(make(clock, x.id+1))
		x.now[x.id] = own
		return true
	}
	before := x.now.copy()
	if !x.sees(m.set[s.act.Sync]) {
		return false
	}
	x.saved = append(x.saved, before)
	return true
}

// compare lists the pairs of accesses that nothing keeps apart.
func (m *machine) compare(stuck bool) truth {
	t := truth{stuck: stuck}
	hot := map[int]bool{}
	for i := range m.events {
		for j := range i {
			a, b := &m.events[j], &m.events[i]
			if a.who == b.who || a.act.Place != b.act.Place || a.part != b.part || !a.act.Write && !b.act.Write {
				continue
			}
			hot[a.act.Place] = true
			if b.now.at(a.who) >= a.tick || a.now.at(b.who) >= b.tick || common(a.locks, b.locks) {
				continue
			}
			if p := (pair{a.act, b.act}); !slices.Contains(t.races, p) {
				t.races = append(t.races, p)
			}
		}
	}
	t.hot = len(hot)
	return t
}

// common reports whether a lock keeps two accesses apart.
func common(a, b []hold) bool {
	for _, x := range a {
		for _, y := range b {
			if x.sync == y.sync && !(x.read && y.read) {
				return true
			}
		}
	}
	return false
}
