// This file is how a live graph shrinks: what rests on something deleted goes, and comes back if it has another reason.
// (P15, P16)

package pointsto

// A retraction takes back what constraints that are gone had derived, and keeps what others derive, too.
type retraction struct{ *Live }

// retract removes every fact that loses its reason and has no older one at hand, and what rests on it (P15). It reports
// false if it gave up, because too much is touched (P17); then what was removed so far is in gone.
func (l retraction) retract(drop []ConID) bool {
	for _, id := range drop {
		l.detach(id)
	}
	l.rescue()
	most := max(l.floor, l.facts/3*relinkThirds)
	for f, e := 0, 0; f < len(l.gone) || e < len(l.closed); {
		l.gather(l.gone[f:])
		facts := l.gone[f:]
		l.strand(facts)
		emptying(l).collapse(facts, e)
		f, e = len(l.gone), len(l.closed)
		if l.withdraw(facts); len(l.gone) >= most {
			return false
		}
		l.lost = append(l.lost, l.gone[f:]...)
	}
	l.facts -= len(l.gone)
	for _, e := range l.closed {
		l.edges.remove(e)
	}
	l.released(len(l.closed) * edgeBytes)
	l.closed = reuse(l.closed)
	return true
}

// detach makes a constraint not count any more.
func (l retraction) detach(id ConID) {
	c := &l.cons[id]
	c.state = dead
	if c.active {
		switching(l).deactivate(id)
	}
	if c.says() && c.guard != (Guard{}) {
		l.stale++ // it stays in the list of its guard, which may be long
	}
}

// weed takes constraints that do not count any more out of the lists of guards, when they have become many.
func (l retraction) weed() {
	if l.stale < max(staleFloor, l.guards.size/4) {
		return
	}
	for n, head := range l.guards.heads {
		if head != 0 {
			l.guards.keep(Node(n), func(id ConID) bool { return l.cons[id].state != dead })
		}
	}
	l.stale = 0
}

// withdraw removes what had its reason in facts gone of nodes that have others left, and what edges in doubt are the
// reason of.
func (l retraction) withdraw(gone []Fact) {
	l.gone, _ = l.round(len(gone)+len(l.doubts), func(w *finder, from, to int) {
		runs(gone[min(from, len(gone)):min(to, len(gone))], w.conclusions)
		for i := max(from, len(gone)); i < to; i++ {
			w.reliant(l.doubts[i-len(gone)])
		}
	}, l.remove, l.gone)
	l.doubts = l.doubts[:0]
}

// conclusions finds the facts that have their reason in facts of one node. An answer of the client that such a fact
// needed is known.
func (w *finder) conclusions(facts []Fact) {
	l := w.l
	if l.sets[facts[0].Node].size == 0 {
		return // what it brought is in doubt as a whole
	}
	w.addrs = appendAddrs(w.addrs[:0], facts)
	for _, o := range l.edges.out[facts[0].Node] {
		e := o.edge
		if l.edges.reasons[e] == 0 {
			continue
		}
		addrs := w.addrs
		if o.node == 0 {
			x := &l.edges.all[e]
			w.moved = w.moved[:0]
			for _, a := range addrs {
				if b, ok, _ := l.over(x, a, false); ok {
					w.moved = append(w.moved, b)
				}
			}
			addrs = w.moved
		}
		w.take(e, addrs)
	}
}

// reliant finds the facts that have an edge as their reason.
func (w *finder) reliant(e edgeID) {
	if w.l.edges.reasons[e] > 0 {
		w.addrs = w.l.sets[w.l.edges.all[e].dst].appendOf(w.addrs[:0], e)
		w.take(e, w.addrs)
	}
}

// take reports those of some addresses that an edge has brought.
func (w *finder) take(e edgeID, addrs []Node) {
	l := w.l
	dst, rest := l.edges.all[e].dst, l.edges.reasons[e]
	s := &l.sets[dst]
	for _, a := range addrs {
		y := s.find(a)
		if y == nil || y.why != e {
			continue
		}
		w.emit(hit{Fact: Fact{dst, a}, why: (retraction{l}).older(dst, y), was: e})
		if rest--; rest == 0 {
			return
		}
	}
}

// older finds another reason for a fact, of premises of lower rank; 0 if it does not find one. It does not look long.
func (l retraction) older(n Node, y *entry) edgeID {
	in := l.edges.in[n]
	for _, c := range in[:min(len(in), tries)] {
		if c.edge == y.why || c.node != 0 && l.sets[c.node].size == 0 {
			continue
		}
		if x := &l.edges.all[c.edge]; x.rank < y.rank && !x.closed {
			if rank, ok, _ := l.comes(x, y.addr, false); ok && rank < y.rank {
				return c.edge
			}
		}
	}
	return 0
}

// remove takes out a fact or gives it another reason, unless somebody has. It reports whether it took it out.
func (l retraction) remove(h hit) bool {
	s := &l.sets[h.Node]
	y := s.find(h.Addr)
	if y == nil || y.why != h.was {
		return false
	}
	l.edges.reasons[h.was]--
	if h.why != 0 {
		l.edges.reasons[h.why]++
		y.why = h.why
		return false
	}
	s.remove(h.Addr)
	return true
}

// strand closes the edges that do not follow any more from facts that are gone.
func (l retraction) strand(facts []Fact) {
	for len(facts) > 0 {
		n := facts[0].Node
		facts = facts[together(facts):]
		l.strandNode(n)
	}
}

// strandNode closes the edges that do not follow from the facts of a node any more.
func (l retraction) strandNode(n Node) {
	for i := l.triggers.heads[n]; i != 0; i = l.triggers.cells[i].next {
		switching(l).narrow(l.triggers.cells[i].id)
	}
	for i := l.guards.heads[n]; i != 0; i = l.guards.cells[i].next {
		id := l.guards.cells[i].id
		if c := &l.cons[id]; c.active && !l.sets[n].has(c.guard.Addr) {
			switching(l).deactivate(id)
		}
	}
}

// restore derives anew the removed facts that have a reason after all. (P16)
func (l retraction) restore() {
	l.gather(l.lost)
	var later []hit
	l.queue, later = l.round(len(l.lost), func(w *finder, from, to int) {
		runs(l.lost[from:to], w.support)
	}, growth(l).insert, l.queue)
	for _, h := range later {
		x := &l.edges.all[h.why]
		rank, ok, _ := l.comes(x, h.Addr, true)
		if ok && growth(l).insert(hit{Fact: h.Fact, why: h.why, rank: x.above(rank)}) {
			l.queue = append(l.queue, h.Fact)
		}
	}
	l.facts += len(l.queue)
}

// support finds a reason for each of some facts of one node that has one.
func (w *finder) support(facts []Fact) {
	l, n := w.l, facts[0].Node
	w.left = appendAddrs(w.left[:0], facts)
	for _, c := range l.edges.in[n] {
		if c.node != 0 && l.sets[c.node].size == 0 {
			continue
		}
		e, x := c.edge, &l.edges.all[c.edge]
		kept := w.left[:0]
		for _, a := range w.left {
			rank, ok, sure := l.comes(x, a, w.now != nil)
			if ok {
				w.emit(hit{Fact: Fact{n, a}, why: e, rank: x.above(rank)})
				continue
			}
			if !sure {
				w.later = append(w.later, hit{Fact: Fact{n, a}, why: e})
			}
			kept = append(kept, a)
		}
		if w.left = kept; len(kept) == 0 {
			return
		}
	}
}
