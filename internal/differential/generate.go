// This file makes random plans: first threads and what synchronises them, in an order in which they can happen; then
// accesses anywhere, each kept only if no pair can race (D1); then, for a racy plan, one defect.

package differential

import (
	"math/rand/v2"
	"slices"
)

// A generator makes one plan.
type generator struct {
	*rand.Rand
	*plan
	waited []bool  // by group: some thread waits for it
	member [][]int // by group: threads that call Done for it
	solo   []int   // threads that have one copy and are not below one that has several
}

// generate makes the plan of a seed. About half of all plans are safe.
func generate(seed uint64) *plan {
	for k := uint64(0); ; k++ {
		g := &generator{Rand: rand.New(rand.NewPCG(seed, k)), plan: &plan{Seed: seed, Safe: seed%2 == 0}}
		g.skeleton()
		g.fill()
		if t := judge(g.plan); t.stuck || len(t.races) > 0 || t.hot == 0 {
			continue
		}
		if g.Safe || g.spoil() {
			g.number()
			return g.plan
		}
	}
}

// number gives each action its number.
func (p *plan) number() {
	n := 0
	p.each(func(a *action) {
		n++
		a.ID = n
	})
}

func (g *generator) form() uint8 { return uint8(g.IntN(256)) }

// store draws where something is kept. A program that runs more than once has no package-level variables.
func (g *generator) store() storage {
	if g.Again != runOnce {
		return storage(g.IntN(2))
	}
	return storage(g.IntN(int(numStores)))
}

// skeleton makes the threads and their synchronisation.
func (g *generator) skeleton() {
	if g.IntN(3) == 0 {
		g.Again = uint8(1 + g.IntN(int(numRuns)-1))
	}
	g.Threads = []*thread{{Copies: 1, Form: g.form()}}
	g.solo = []int{0}
	g.fork()
	for range 2 + g.IntN(7) {
		switch r := g.IntN(20); {
		case r < 6:
			g.fork()
		case r < 9:
			g.wait()
		case r < 12:
			g.message()
		case r < 14:
			g.close()
		case r < 15:
			g.stream()
		case r < 17:
			g.flag()
		case r < 18:
			g.once()
		}
	}
	for s := range g.Syncs {
		if g.Syncs[s].Kind == syncGroup && !g.waited[s] {
			g.finish(s, g.IntN(3) > 0)
		}
	}
}

// append adds an action at the end of a thread.
func (g *generator) append(t int, a *action) {
	a.Form = g.form()
	g.Threads[t].Actions = append(g.Threads[t].Actions, a)
}

// sync adds a synchronisation object.
func (g *generator) sync(s syncObject) int {
	s.Store, s.Form = g.store(), g.form()
	if s.Kind != syncLock {
		s.In = -1
	}
	g.Syncs = append(g.Syncs, s)
	g.waited, g.member = append(g.waited, false), append(g.member, nil)
	return len(g.Syncs) - 1
}

// fork starts a thread in one that has a single copy.
func (g *generator) fork() {
	if len(g.Threads) > 6 {
		return
	}
	t := &thread{Copies: 1, Form: g.form()}
	by := 0
	if g.IntN(4) == 0 {
		by = g.solo[g.IntN(len(g.solo))]
	}
	k := len(g.Threads)
	g.Threads = append(g.Threads, t)
	if g.IntN(4) == 0 {
		t.Copies = 2 + g.IntN(2)
		t.Serial = g.IntN(4) == 0
	} else {
		g.solo = append(g.solo, k)
	}
	group := -1
	if g.IntN(4) > 0 || t.Serial {
		if group = g.open(by); group < 0 || t.Serial {
			group = g.sync(syncObject{Kind: syncGroup, Cap: g.IntN(2) * 8})
		}
		g.member[group] = append(g.member[group], k)
	}
	g.append(by, &action{Op: opGo, Thread: k, Sync: group})
	if t.Serial {
		g.waited[group] = true
		g.append(k, &action{Op: opDone, Sync: group})
	}
}

// open finds a group that threads of one thread may still join.
func (g *generator) open(by int) int {
	for s := range g.Syncs {
		if g.Syncs[s].Kind == syncGroup && !g.waited[s] && len(g.member[s]) < 4 && g.starts(by, g.member[s]) &&
			g.IntN(3) > 0 {
			return s
		}
	}
	return -1
}

// starts reports whether all of some threads are started by one thread.
func (g *generator) starts(by int, threads []int) bool {
	for _, k := range threads {
		if !slices.ContainsFunc(g.Threads[by].Actions, func(a *action) bool { return a.Op == opGo && a.Thread == k }) {
			return false
		}
	}
	return true
}

// wait lets a thread wait for a group.
func (g *generator) wait() {
	for s := range g.Syncs {
		if g.Syncs[s].Kind == syncGroup && !g.waited[s] && len(g.member[s]) > 0 {
			g.finish(s, true)
			return
		}
	}
}

// finish ends the members of a group. The waiter is the thread that started them, mostly.
func (g *generator) finish(s int, wait bool) {
	g.waited[s] = true
	for _, k := range g.member[s] {
		g.append(k, &action{Op: opDone, Sync: s})
	}
	if !wait {
		return
	}
	by := 0
	for t := range g.Threads {
		if g.starts(t, g.member[s]) {
			by = t
		}
	}
	if t := g.solo[g.IntN(len(g.solo))]; g.IntN(6) == 0 && !slices.Contains(g.member[s], t) && g.after(t, by) {
		by = t
	}
	g.append(by, &action{Op: opWait, Sync: s})
}

// after reports whether a thread was started by another one's last action, directly, so that all the other had started
// before is known.
func (g *generator) after(t, by int) bool {
	list := g.Threads[by].Actions
	return len(list) > 0 && list[len(list)-1].Op == opGo && list[len(list)-1].Thread == t
}

// two draws two threads that have one copy each.
func (g *generator) two() (int, int, bool) {
	a, b := g.solo[g.IntN(len(g.solo))], g.solo[g.IntN(len(g.solo))]
	return a, b, a != b
}

// message sends once, on a channel of its own or on one that these threads use already.
func (g *generator) message() {
	a, b, ok := g.two()
	if !ok {
		return
	}
	c := -1
	for s := range g.Syncs {
		if g.Syncs[s].Kind == syncChan && g.used(a, opSend, s) && g.used(b, opRecv, s) && g.IntN(2) == 0 {
			c = s
		}
	}
	if c < 0 {
		c = g.sync(syncObject{Kind: syncChan, Cap: g.IntN(3)})
	}
	g.append(a, &action{Op: opSend, Sync: c})
	g.append(b, &action{Op: opRecv, Sync: c})
}

// used reports whether a thread does an operation on an object.
func (g *generator) used(t int, o op, s int) bool {
	return slices.ContainsFunc(g.Threads[t].Actions, func(a *action) bool { return a.Op == o && a.Sync == s })
}

// close closes a channel that several threads wait for.
func (g *generator) close() {
	a, b, ok := g.two()
	if !ok {
		return
	}
	c := g.sync(syncObject{Kind: syncDone})
	g.append(a, &action{Op: opClose, Sync: c})
	g.append(b, &action{Op: opRecvClosed, Sync: c})
	if d := g.IntN(len(g.Threads)); d != a && d != b {
		g.append(d, &action{Op: opRecvClosed, Sync: c})
	}
}

// stream sends some messages and closes; the receiver ranges over the channel.
func (g *generator) stream() {
	a, b, ok := g.two()
	if !ok {
		return
	}
	c := g.sync(syncObject{Kind: syncChan, Cap: g.IntN(3)})
	for range 1 + g.IntN(2) {
		g.append(a, &action{Op: opSend, Sync: c})
	}
	g.append(a, &action{Op: opClose, Sync: c})
	g.append(b, &action{Op: opDrain, Sync: c, Body: []*action{}})
}

// flag sets a flag that another thread waits for or looks at.
func (g *generator) flag() {
	a, b, ok := g.two()
	if !ok {
		return
	}
	f := g.sync(syncObject{Kind: syncFlag})
	g.append(a, &action{Op: opStore, Sync: f})
	if g.IntN(2) == 0 {
		g.append(b, &action{Op: opSpin, Sync: f})
		return
	}
	for _, t := range []int{b, g.IntN(len(g.Threads))}[:1+g.IntN(2)] {
		if t != a {
			g.append(t, &action{Op: opGuard, Sync: f, Body: []*action{}})
		}
	}
}

// once lets some threads call one Once, which writes a place of its own.
func (g *generator) once() {
	o := g.sync(syncObject{Kind: syncOnce})
	v := g.place(-1)
	g.Syncs[o].Body = []*action{{Op: opAccess, Place: v, Write: true, Form: g.form()}}
	for range 2 + g.IntN(2) {
		t := g.IntN(len(g.Threads))
		g.append(t, &action{Op: opOnce, Sync: o})
		if g.IntN(2) == 0 {
			g.append(t, &action{Op: opAccess, Place: v})
		}
	}
}

// place adds a place. Those that have parts need a thread that has copies.
func (g *generator) place(copies int) int {
	v := place{Kind: placeKind(g.IntN(int(placeSlots))), Store: g.store()}
	if copies >= 0 && g.IntN(2) == 0 {
		v.Kind, v.Thread = placeSlots+placeKind(g.IntN(2)), copies
	}
	g.Places = append(g.Places, v)
	return len(g.Places) - 1
}

// fill adds accesses where they are safe.
func (g *generator) fill() {
	for range 1 + g.IntN(3) {
		copies := -1
		for t := range g.Threads {
			if g.Threads[t].Copies > 1 {
				copies = t
			}
		}
		v, lock := g.place(copies), -1
		if g.IntN(2) == 0 {
			lock = g.lock(v)
		}
		n := 2 + g.IntN(4)
		for try := 0; n > 0 && try < 14; try++ {
			if g.insert(v, lock, true) {
				n--
			}
		}
	}
	g.nest()
}

// lock finds or makes a lock for a place.
func (g *generator) lock(v int) int {
	for s := range g.Syncs {
		if g.Syncs[s].Kind == syncLock && g.Syncs[s].In < 0 && g.IntN(2) == 0 {
			return s
		}
	}
	in := -1
	if k := g.Places[v].Kind; (k == placeField || k == placeNested) && g.IntN(2) == 0 {
		in = v
	}
	return g.sync(syncObject{Kind: syncLock, In: in})
}

// A spot is a place in a list of actions.
type spot struct {
	thread int        // whose list it is; negative: the function of a Once
	list   *[]*action // of the thread, or of a body in it
	at     int        // index that a new action gets
}

// spot draws a place for an access to v.
func (g *generator) spot(v int) spot {
	var lists []spot
	g.bodies(func(t int, list *[]*action) {
		if t >= 0 &&
			(g.Places[v].Kind != placeOwn && g.Places[v].Kind != placeSlots || t == g.Places[v].Thread ||
				g.Threads[t].Copies == 1) {
			lists = append(lists, spot{t, list, 0})
			if t == g.Places[v].Thread && g.Places[v].Kind >= placeSlots {
				lists = append(lists, spot{t, list, 0}, spot{t, list, 0})
			}
		}
	})
	s := lists[g.IntN(len(lists))]
	s.at = g.IntN(len(*s.list) + 1)
	return s
}

// insert adds an access, under a lock if one is given and the spot is not under it; if it must be safe, only where it
// is.
func (g *generator) insert(v, lock int, safe bool) bool {
	s := g.spot(v)
	a := &action{Op: opAccess, Place: v, Write: g.IntN(2) == 0, At: g.IntN(2), Form: g.form()}
	if lock >= 0 && g.IntN(8) > 0 {
		if g.locked(s) {
			return false
		}
		a = &action{Op: opLock, Sync: lock, Read: !a.Write && g.IntN(2) == 0, Form: g.form(), Body: []*action{a}}
	}
	if a.Op == opLock && g.Syncs[lock].In >= 0 && g.Syncs[lock].In != v {
		return false
	}
	old := *s.list
	*s.list = slices.Insert(slices.Clone(old), s.at, a)
	t := judge(g.plan)
	if t.stuck || safe == (len(t.races) > 0) {
		*s.list = old
		return false
	}
	return true
}

// locked reports whether a spot lies under a lock already.
func (g *generator) locked(s spot) bool {
	found := false
	g.bodies(func(_ int, list *[]*action) {
		for _, a := range *list {
			if a.Op == opLock && within(a.Body, s.list, &a.Body) {
				found = true
			}
		}
	})
	return found
}

// within reports whether a list is the body itself, or lies inside it.
func within(body []*action, list, self *[]*action) bool {
	if list == self {
		return true
	}
	return slices.ContainsFunc(body, func(a *action) bool { return a.Body != nil && within(a.Body, list, &a.Body) })
}

// nest puts runs of accesses into blocks.
func (g *generator) nest() {
	var lists []*[]*action
	g.bodies(func(t int, list *[]*action) {
		if t >= 0 {
			lists = append(lists, list)
		}
	})
	for _, list := range lists {
		if len(*list) == 0 || g.IntN(3) > 0 {
			continue
		}
		from := g.IntN(len(*list))
		to := from
		for to < len(*list) && ((*list)[to].Op == opAccess || (*list)[to].Op == opLock) && g.IntN(5) > 0 {
			to++
		}
		if to > from {
			b := &action{Op: opBlock, Form: g.form(), Body: slices.Clone((*list)[from:to])}
			*list = slices.Replace(slices.Clone(*list), from, to, b)
		}
	}
}

// spoil adds one defect to a safe plan: false if none of some tries makes it racy.
func (g *generator) spoil() bool {
	for range 30 {
		q := g.plan.clone()
		defects := []func(){g.unlock, g.share, g.unwait, g.early, g.other, g.slip}
		if k := g.IntN(len(defects) + 3); k < len(defects) {
			defects[k]()
		} else if len(g.Places) > 0 && g.insert(g.IntN(len(g.Places)), -1, false) {
			return true
		}
		if t := judge(g.plan); !t.stuck && len(t.races) > 0 {
			return true
		}
		*g.plan = *q
	}
	return false
}

// find lists the actions of one operation with their lists.
func (g *generator) find(o op) []spot {
	var all []spot
	g.bodies(func(t int, list *[]*action) {
		for k, a := range *list {
			if a.Op == o {
				all = append(all, spot{t, list, k})
			}
		}
	})
	return all
}

// pick draws one action of an operation.
func (g *generator) pick(o op) (spot, bool) {
	all := g.find(o)
	if len(all) == 0 {
		return spot{}, false
	}
	return all[g.IntN(len(all))], true
}

// unlock does what a lock guards without the lock.
func (g *generator) unlock() {
	if s, ok := g.pick(opLock); ok {
		*s.list = slices.Replace(slices.Clone(*s.list), s.at, s.at+1, (*s.list)[s.at].Body...)
	}
}

// share takes a lock for reading.
func (g *generator) share() {
	if s, ok := g.pick(opLock); ok {
		(*s.list)[s.at].Read = true
	}
}

// other takes another lock.
func (g *generator) other() {
	s, ok := g.pick(opLock)
	if !ok {
		return
	}
	(*s.list)[s.at].Sync = g.sync(syncObject{Kind: syncLock, In: -1})
}

// unwait does not wait: for a group, or for a flag.
func (g *generator) unwait() {
	if s, ok := g.pick([]op{opWait, opRecvClosed, opSpin}[g.IntN(3)]); ok {
		*s.list = slices.Delete(slices.Clone(*s.list), s.at, s.at+1)
	}
}

// early releases before the last thing that should be before it.
func (g *generator) early() {
	s, ok := g.pick([]op{opDone, opSend, opClose, opStore}[g.IntN(4)])
	if ok && s.at > 0 {
		list := slices.Clone(*s.list)
		if o := list[s.at-1].Op; o == opAccess || o == opLock || o == opBlock {
			list[s.at-1], list[s.at] = list[s.at], list[s.at-1]
			*s.list = list
		}
	}
}

// slip lets a copy use the same element as others.
func (g *generator) slip() {
	for _, s := range g.find(opAccess) {
		if a := (*s.list)[s.at]; g.Places[a.Place].Kind == placeSlots && s.thread >= 0 && g.Threads[s.thread].Copies > 1 {
			a.Off = true
			return
		}
	}
}
