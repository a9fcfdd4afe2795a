// This file is how a live graph grows: new facts are shown to the edges, and make new edges, until nothing follows any
// more.

package pointsto

// A growth adds what new constraints derive.
type growth struct{ *Live }

// attach makes a constraint count.
func (l growth) attach(id ConID) {
	c := &l.cons[id]
	c.state = alive
	if !c.says() {
		return
	}
	if c.guard != (Guard{}) {
		l.guards.push(c.guard.Node, id)
	}
	if l.holds(c) {
		switching(l).activate(id)
	}
}

// draw draws all conclusions of new facts and new edges, round by round.
func (l growth) draw() {
	for l.drawn < len(l.queue) || len(l.opened) > 0 {
		if l.limit > 0 && l.drawn >= l.limit || !l.roomy() {
			l.broken = true
			l.opened = l.opened[:0]
			return
		}
		from, to := l.drawn, len(l.queue)
		l.gather(l.queue[from:to])
		l.spread(from, to)
		l.opened = l.opened[:0]
		l.facts += len(l.queue) - to
		l.branch(from, to)
		l.drawn = to
	}
	l.broken = l.broken || l.full.Load()
	l.opened = reuse(l.opened)
}

// spread shows new facts to the edges that leave their nodes, and what new edges start with to these.
func (l growth) spread(from, to int) {
	facts, opened := to-from, l.opened
	var later []hit
	l.queue, later = l.round(facts+len(opened), func(w *finder, a, b int) {
		runs(l.queue[from+min(a, facts):from+min(b, facts)], w.offer)
		for i := max(a, facts); i < b; i++ {
			w.fill(opened[i-facts])
		}
	}, l.insert, l.queue)
	for _, h := range later {
		x := &l.edges.all[h.why]
		if b, ok, _ := l.over(x, h.Addr, true); ok &&
			l.insert(hit{Fact: Fact{x.dst, b}, why: h.why, rank: x.above(l.rankOf(x.src, h.Addr))}) {
			l.queue = append(l.queue, Fact{x.dst, b})
		}
	}
}

// offer shows facts of one node to the edges that leave it.
func (w *finder) offer(facts []Fact) {
	l := w.l
	w.addrs = appendAddrs(w.addrs[:0], facts)
	for _, x := range l.edges.out[facts[0].Node] {
		if x.node != 0 {
			w.pass(x.edge, facts[0].Node, x.node)
		} else {
			w.change(x.edge)
		}
	}
}

// fill shows an edge what its source has.
func (w *finder) fill(e edgeID) {
	x := &w.l.edges.all[e]
	w.addrs = w.addrs[:0]
	if x.kind == source {
		w.addrs = append(w.addrs, 0)
	} else {
		w.addrs = w.l.sets[x.src].appendAll(w.addrs)
	}
	if x.kind == plain {
		w.pass(e, x.src, x.dst)
	} else {
		w.change(e)
	}
}

// pass shows the addresses in hand to a plain edge.
func (w *finder) pass(e edgeID, src, dst Node) {
	l := w.l
	w.left = l.sets[dst].appendMissing(w.left[:0], w.addrs)
	if len(w.left) == 0 {
		return
	}
	x, s := &l.edges.all[e], &l.sets[src]
	for _, a := range w.left {
		h := hit{Fact: Fact{dst, a}, why: e, rank: x.above(s.find(a).rank)}
		if w.now == nil {
			w.emit(h)
		} else if (growth{l}).put(h) {
			w.done = append(w.done, h.Fact)
		}
	}
}

// change shows the addresses in hand to an edge that does not let all through as they are.
func (w *finder) change(e edgeID) {
	l := w.l
	x := &l.edges.all[e]
	for _, a := range w.addrs {
		b, ok, sure := l.over(x, a, w.now != nil)
		if !sure {
			w.later = append(w.later, hit{Fact: Fact{x.dst, a}, why: e})
		} else if ok && !l.sets[x.dst].has(b) {
			w.emit(hit{Fact: Fact{x.dst, b}, why: e, rank: x.above(l.rankOf(x.src, a))})
		}
	}
}

// insert puts in a fact unless it is there, or there is no room for it.
func (l growth) insert(h hit) bool {
	return !l.sets[h.Node].has(h.Addr) && l.put(h)
}

// put puts in a fact that is not there, unless there is no room for it.
func (l growth) put(h hit) bool {
	s := &l.sets[h.Node]
	if !l.afford(s.growth() * entryBytes) {
		return false
	}
	s.insert(entry{h.Addr, h.why, h.rank})
	l.edges.reasons[h.why]++
	top := &l.crew.top[shard(h.Node)]
	*top = max(*top, h.rank)
	return true
}

// branch makes the edges that follow from new facts.
func (l growth) branch(from, to int) {
	for i := from; i < to; {
		n, k := l.queue[i].Node, together(l.queue[i:to])
		for t := l.triggers.heads[n]; t != 0; t = l.triggers.cells[t].next {
			id := l.triggers.cells[t].id
			c := &l.cons[id]
			for j := max(i, int(int64(c.since-l.count))); j < i+k; j++ {
				switching(l).derive(id, c, l.queue[j].Addr)
			}
		}
		for t := l.guards.heads[n]; t != 0; t = l.guards.cells[t].next {
			id := l.guards.cells[t].id
			if c := &l.cons[id]; !c.active && c.state == alive && l.sets[n].has(c.guard.Addr) {
				switching(l).activate(id)
			}
		}
		i += k
	}
}
