// This file runs random programs under random schedules with vector clocks: what the engine says is held against it.

package hb

import (
	"fmt"
	"math/rand/v2"
	"slices"
)

// A clock is a vector clock by goroutine.
type clock map[int]int

func (c clock) join(d clock) {
	for k, v := range d {
		c[k] = max(c[k], v)
	}
}

func (c clock) copy() clock {
	d := clock{}
	d.join(c)
	return d
}

// clocks are the order without locks, and with them.
type clocks struct{ hb, lock clock }

func newClocks() clocks { return clocks{clock{}, clock{}} }

func (c clocks) join(d clocks) { c.hb.join(d.hb); c.lock.join(d.lock) }
func (c clocks) copy() clocks  { return clocks{c.hb.copy(), c.lock.copy()} }

// A concrete object: the fields of all kinds.
type object struct {
	cap     int
	buf     []clocks
	sends   int      // how many went into the buffer
	taken   []clocks // starts of receives from the buffer
	closed  bool
	at      clocks // what close, Done, Once, store released
	count   int    // WaitGroup, group
	writer  int    // goroutine, 0 none
	readers map[int]int
	wlock   clock // released by Unlock
	rlock   clock // released by RUnlock
	begun   bool
	ended   bool
	value   int
}

// An activation is one call of a template.
type activation struct {
	tmpl int
	objs []*object
	up   *activation
}

func (m *machine) activate(t int, from *activation) *activation {
	for from != nil && from.tmpl != m.src.tmpls[t].parent {
		from = from.up
	}
	a := &activation{t, m.objects(), from}
	m.made[t] = append(m.made[t], a)
	return a
}

func (m *machine) objects() []*object {
	objs := make([]*object, numObjs)
	for k := range objs {
		objs[k] = &object{at: newClocks(), readers: map[int]int{}, wlock: clock{}, rlock: clock{}}
		if k == objChan1 || k == objRound1 {
			objs[k].cap = m.src.cap1
		}
	}
	return objs
}

// capture is what a goroutine sees of the activations around it: the objects that they have now.
func (a *activation) capture() *activation {
	if a == nil {
		return nil
	}
	return &activation{a.tmpl, slices.Clone(a.objs), a.up.capture()}
}

// A call is a frame of a goroutine.
type call struct {
	act *activation
	at  PointID
	to  PointID // point in the caller after return
}

// A step is one ancestor of a goroutine.
type step struct {
	id   int         // goroutine
	site string      // go node, or root
	tmpl int         // template of the go node
	loop bool        // the go node lies in a loop
	act  *activation // what executed it
}

// A goroutine of a run.
type goroutine struct {
	id     int
	path   []step
	stack  []call
	now    clocks
	closed bool // the last receive found the channel closed
	group  *object
	parent *goroutine
	run    bool       // its starter waits until it parks or ends
	waits  *goroutine // what this one waits for so
	at     PointID    // where it goes on after waiting or parking
	parked bool       // it waits for the end of its starter
	passed bool       // it has parked, or not needed to
	mark   clocks     // when it parked
	end    clocks     // when it ended
}

func (g *goroutine) top() *call { return &g.stack[len(g.stack)-1] }

// An access is the arrival of a goroutine at a point.
type access struct {
	g    *goroutine
	tmpl int
	pt   PointID
	tick int
	now  clocks
}

// A machine is one run.
type machine struct {
	*rand.Rand
	src     *source
	globals []*object
	made    map[int][]*activation // by template
	gs      []*goroutine
	log     []access
	pair    func(a, b *access, ordered, lockOrdered bool)
	stop    bool
}

// run executes one random schedule and reports every pair of accesses of two goroutines.
func run(src *source, rng *rand.Rand, pair func(a, b *access, ordered, lockOrdered bool)) {
	m := &machine{Rand: rng, src: src, pair: pair, made: map[int][]*activation{}}
	m.globals = m.objects()
	if src.initial {
		m.start(1, nil, step{site: "init"}, newClocks())
	} else {
		m.start(0, nil, step{site: "main"}, newClocks())
	}
	for range 90 {
		moves := m.moves()
		if len(moves) == 0 || m.stop {
			return
		}
		moves[m.IntN(len(moves))]()
	}
}

// start makes a goroutine.
func (m *machine) start(t int, parent *goroutine, s step, now clocks) *goroutine {
	s.id = len(m.gs) + 1
	g := &goroutine{id: s.id, now: now.copy()}
	var from *activation
	if parent != nil {
		g.path = append(g.path, parent.path...)
		from = parent.top().act.capture()
	}
	g.path = append(g.path, s)
	g.stack = []call{{act: m.activate(t, from), at: 1}}
	m.gs = append(m.gs, g)
	m.arrive(g, 1)
	return g
}

// arrive records an access.
func (m *machine) arrive(g *goroutine, pt PointID) {
	g.top().at = pt
	g.now.hb[g.id]++
	g.now.lock[g.id]++
	a := access{g, g.top().act.tmpl, pt, g.now.hb[g.id], g.now.copy()}
	for k := range m.log {
		if b := &m.log[k]; b.g != g {
			m.pair(b, &a, a.now.hb[b.g.id] >= b.tick, a.now.lock[b.g.id] >= b.tick)
		}
	}
	m.log = append(m.log, a)
}

func (m *machine) object(g *goroutine, n *node) *object {
	r := n.ref
	if r.tmpl < 0 {
		return m.globals[r.k]
	}
	if n.far {
		return m.made[r.tmpl][m.IntN(len(m.made[r.tmpl]))].objs[r.k]
	}
	a := g.top().act
	for a.tmpl != r.tmpl {
		a = a.up
	}
	return a.objs[r.k]
}

// moves lists everything that can happen next.
func (m *machine) moves() []func() {
	var list []func()
	for _, g := range m.gs {
		if len(g.stack) == 0 {
			continue
		}
		if g.waits != nil || g.parked {
			list = append(list, m.resume(g)...)
			continue
		}
		tm := m.src.tmpls[g.top().act.tmpl]
		for _, x := range tm.exits {
			if x == g.top().at {
				list = append(list, func() { m.ret(g) })
			}
		}
		for k := 2; k < len(tm.nodes); k++ {
			for _, x := range tm.nodes[k].preds {
				if x == g.top().at {
					if f := m.move(g, &tm.nodes[k], PointID(k)); f != nil {
						list = append(list, f)
					}
				}
			}
		}
	}
	return list
}

// resume lets a goroutine go on that runs another, or that is parked, if it may.
func (m *machine) resume(g *goroutine) []func() {
	h, at := g.waits, &clocks{}
	switch {
	case h != nil && h.passed:
		*at = h.mark
	case h != nil && len(h.stack) == 0:
		*at = h.end
	case h == nil && len(g.parent.stack) == 0:
		*at = g.parent.end
	default:
		return nil
	}
	return []func(){func() {
		g.now.join(*at)
		g.waits, g.parked = nil, false
		m.arrive(g, g.at)
	}}
}

// parks reports whether a template may execute Parallel.
func (m *machine) parks(t int, seen map[int]bool) bool {
	if seen[t] {
		return false
	}
	seen[t] = true
	for k := range m.src.tmpls[t].nodes {
		if n := &m.src.tmpls[t].nodes[k]; n.op == OpParallel || n.op == OpCall && m.parks(n.target, seen) {
			return true
		}
	}
	return false
}

// park is Parallel: it only means something in a goroutine that its starter waits for, and once.
func (m *machine) park(g *goroutine, k PointID) func() {
	if !g.run || g.passed {
		return func() { m.arrive(g, k) }
	}
	return func() { g.parked, g.passed, g.at, g.mark = true, true, k, g.now.copy() }
}

// ret returns from a function, or ends the goroutine.
func (m *machine) ret(g *goroutine) {
	to := g.top().to
	g.stack = g.stack[:len(g.stack)-1]
	g.end = g.now.copy()
	switch {
	case len(g.stack) > 0:
		m.arrive(g, to)
	case g.group != nil:
		g.group.count--
		g.group.at.join(g.now)
	case g.path[len(g.path)-1].site == "init":
		m.start(0, nil, step{site: "main"}, g.now)
	}
}

// move is what a node does if it can happen now. The zero result means that it cannot.
func (m *machine) move(g *goroutine, n *node, k PointID) func() {
	var o *object
	if n.plain {
		at := m.object(g, n)
		return func() { at.value, at.at = n.n, newClocks(); m.arrive(g, k) }
	}
	if n.renews {
		return func() { g.top().act.objs[n.ref.k] = m.objects()[n.ref.k]; m.arrive(g, k) }
	}
	if n.op != OpNone && n.op != OpParallel && n.op != OpCall && n.op != OpExit && (n.op != OpGo || n.group) {
		o = m.object(g, n)
	}
	do := func(ok bool, f func()) func() {
		if !ok {
			return nil
		}
		return func() { f(); m.arrive(g, k) }
	}
	switch n.op {
	case OpNone:
		return do(true, func() {})
	case OpCall:
		return m.enter(g, n, k)
	case OpGo:
		return m.spawn(g, n, k, o)
	case OpParallel:
		return m.park(g, k)
	case OpSend:
		return m.send(g, o, k)
	case OpRecv:
		return m.receive(g, o, k)
	case OpRecvClosed:
		return do(g.closed, func() {})
	case OpClose:
		return do(!o.closed, func() { o.closed = true; o.at.join(g.now) })
	case OpAdd:
		many := n.n
		if many < 0 {
			return do(o.count >= -many, func() { o.count += many; o.at.join(g.now) })
		}
		if many == 0 {
			many = 50 // unknown, and enough
		}
		return do(true, func() { o.count += many })
	case OpDone:
		return do(o.count > 0, func() { o.count--; o.at.join(g.now) })
	case OpWait, OpJoin:
		return do(o.count == 0, func() { g.now.join(o.at) })
	case OpOnceBegin:
		return do(!o.begun, func() { o.begun = true })
	case OpOnceEnd:
		return do(true, func() { o.ended = true; o.at.join(g.now) })
	case OpOnceDone:
		return do(o.ended, func() { g.now.join(o.at) })
	case OpAtomicStore:
		return do(true, func() {
			o.value, o.at = n.n, g.now.copy()
			if n.n == 0 {
				o.value = m.IntN(3)
			}
		})
	case OpAtomicLoad:
		seen := o.value == n.n || n.n < 0 && o.value != 0 && o.value != -n.n
		return do(seen, func() { g.now.join(o.at) })
	case OpLock:
		return do(
			o.writer == 0 && len(o.readers) == 0,
			func() { o.writer = g.id; g.now.lock.join(o.wlock); g.now.lock.join(o.rlock) },
		)
	case OpRLock:
		return do(o.writer == 0, func() { o.readers[g.id]++; g.now.lock.join(o.wlock) })
	case OpUnlock:
		return do(o.writer == g.id, func() { o.writer = 0; o.wlock.join(g.now.lock) })
	case OpRUnlock:
		return do(o.readers[g.id] > 0, func() { m.runlock(g, o) })
	}
	return nil // OpExit
}

func (m *machine) runlock(g *goroutine, o *object) {
	if o.readers[g.id]--; o.readers[g.id] == 0 {
		delete(o.readers, g.id)
	}
	o.rlock.join(g.now.lock)
}

func (m *machine) enter(g *goroutine, n *node, k PointID) func() {
	if len(g.stack) > 4 {
		return nil
	}
	return func() {
		g.stack = append(g.stack, call{act: m.activate(n.target, g.top().act), to: k})
		m.arrive(g, 1)
	}
}

func (m *machine) spawn(g *goroutine, n *node, k PointID, group *object) func() {
	if len(m.gs) > 7 {
		return nil
	}
	return func() {
		if group != nil {
			group.count++
		}
		t := g.top().act.tmpl
		s := step{site: fmt.Sprintf("/%d.%d", t, k), tmpl: t, loop: m.src.tmpls[t].loop[k] != 0, act: g.top().act}
		child := m.start(n.target, g, s, g.now)
		child.group, child.parent = group, g
		if n.gives != nil {
			if o := m.object(g, &node{ref: *n.gives}); o.writer == g.id {
				o.writer = child.id
			}
		}
		if n.many && group == nil {
			m.start(n.target, g, s, g.now).parent = g
		}
		if child.run = group != nil && m.parks(n.target, map[int]bool{}); child.run {
			g.waits, g.at = child, k
			return
		}
		m.arrive(g, k)
	}
}

// send fills the buffer, or meets a receiver.
func (m *machine) send(g *goroutine, o *object, k PointID) func() {
	if o.closed {
		return nil
	}
	if o.cap > len(o.buf) {
		return func() { o.put(g); m.arrive(g, k) }
	}
	if o.cap > 0 {
		return nil
	}
	type partner struct {
		h *goroutine
		k PointID
	}
	var list []partner
	for _, h := range m.gs {
		if h == g || len(h.stack) == 0 || h.waits != nil || h.parked {
			continue
		}
		tm := m.src.tmpls[h.top().act.tmpl]
		for j := 2; j < len(tm.nodes); j++ {
			if n := &tm.nodes[j]; n.op == OpRecv && n.preds[0] == h.top().at && m.object(h, n) == o {
				list = append(list, partner{h, PointID(j)})
			}
		}
	}
	if len(list) == 0 {
		return nil
	}
	return func() {
		p := list[m.IntN(len(list))]
		sent := g.now.copy()
		g.now.join(p.h.now)
		p.h.now.join(sent)
		p.h.closed = false
		m.arrive(g, k)
		m.arrive(p.h, p.k)
	}
}

// put sends into the buffer: the k-th receive comes before the completion of the send after as many more as the buffer
// holds.
func (o *object) put(g *goroutine) {
	o.buf = append(o.buf, g.now.copy())
	if k := o.sends - o.cap; k >= 0 {
		g.now.join(o.taken[k])
	}
	o.sends++
}

// take receives from the buffer.
func (o *object) take(g *goroutine) {
	o.taken = append(o.taken, g.now.copy())
	g.now.join(o.buf[0])
	o.buf = o.buf[1:]
	g.closed = false
}

func (m *machine) receive(g *goroutine, o *object, k PointID) func() {
	switch {
	case len(o.buf) > 0:
		return func() { o.take(g); m.arrive(g, k) }
	case o.closed:
		return func() { g.now.join(o.at); g.closed = true; m.arrive(g, k) }
	}
	return nil
}

// mapping gives the static origins that stand for two goroutines when they are looked at together (H2): the same ones
// up to their last common ancestor; then the first and the other copy if one go node started both; the bits choose the
// rest.
func (x *translation) mapping(a, b *goroutine, bits uint) (OriginID, OriginID, bool) {
	d := 0
	for d < len(a.path) && d < len(b.path) && a.path[d].id == b.path[d].id {
		d++
	}
	ca, cb := bits, bits
	if d > 0 && d < len(a.path) && d < len(b.path) {
		ca, cb = x.copies(&a.path[d], &b.path[d], d, bits)
	}
	oa, oka := x.walk(a.path, ca, d)
	ob, okb := x.walk(b.path, cb, d)
	return oa, ob, oka && okb
}

// copies decides which copies two goroutines of one parent are. Two go nodes of one function, outside loops, give their
// first copies in one activation and different copies in two: a copy is an activation.
func (x *translation) copies(s, t *step, d int, bits uint) (uint, uint) {
	mask := uint(1) << d
	switch {
	case s.site == t.site, s.tmpl == t.tmpl && s.act != t.act && !s.loop && !t.loop:
		return bits &^ mask, bits | mask
	}
	return bits, bits
}

// walk looks up the origin of a path; at depth d, the copy that the bits ask for must exist.
func (x *translation) walk(path []step, bits uint, d int) (OriginID, bool) {
	name, ok := path[0].site, true
	for k, s := range path[1:] {
		name += s.site
		if _, twin := x.origins[name+"#2"]; bits>>(k+1)&1 == 0 || !twin {
			ok = ok && (bits>>(k+1)&1 == 0 || k+1 != d || !x.src.twins)
			name += "#1"
		} else {
			name += "#2"
		}
	}
	return x.origins[name], ok
}
