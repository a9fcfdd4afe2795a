// This file is edges at work in a live graph: what an address becomes on its way, which edges a constraint has, and
// when. (P10, P13)

package pointsto

// over returns what an address becomes on its way along an edge, if it gets through. With others about, an answer that
// the client must be asked for is not given: sure is false.
func (l *Live) over(x *edge, a Node, alone bool) (b Node, ok, sure bool) {
	switch x.kind {
	case plain:
		return a, true, true
	case shifted: // (P5)
		b, ok = l.slot(a, uint32(x.via))
		return b, ok, true
	case filtered: // (P7)
		c := &l.cons[x.con]
		if !alone && !l.known(c.row, a) {
			return 0, false, false
		}
		return a, l.match(c.Class, c.row, a), true
	}
	return x.via, a == 0, true // (P1)
}

// comes reports whether an address comes along an edge, by a fact of a rank that is returned; 0 if the edge needs none.
// With others about, see over.
func (l *Live) comes(x *edge, a Node, alone bool) (rank uint32, ok, sure bool) {
	from := a
	switch x.kind {
	case source:
		return 0, x.via == a, true
	case shifted:
		if from = a - x.via; x.via >= a || l.owner[from] != l.owner[a] {
			return 0, false, true
		}
	case filtered:
		c := &l.cons[x.con]
		if !alone && !l.known(c.row, a) {
			return 0, false, false
		}
		if !l.match(c.Class, c.row, a) {
			return 0, false, true
		}
	}
	if y := l.sets[x.src].find(from); y != nil {
		return y.rank, true, true
	}
	return 0, false, true
}

// above returns the rank of what an edge makes of a fact of a rank: above both, with room between. (P14, P22)
func (x *edge) above(rank uint32) uint32 { return max(rank, x.rank) + room }

// rankOf returns the rank of a fact, 0 if it does not hold.
func (l *Live) rankOf(n, a Node) uint32 {
	if y := l.sets[n].find(a); y != nil {
		return y.rank
	}
	return 0
}

// through returns the slot that a load, store or unboxing goes to from an address in its trigger.
func (l *Live) through(c *guarded, a Node) (Node, bool) {
	if c.Op == Unbox && !l.boxed(c.Class, c.row, a) {
		return 0, false
	}
	return l.slot(a, c.Off)
}

// A switching puts constraints into force, and takes them out of it, as their guards do.
type switching struct{ *Live }

// activate makes a constraint say what it says, now that it counts and its guard holds.
func (l switching) activate(id ConID) {
	c := &l.cons[id]
	c.active = true
	switch c.Op {
	case Addr:
		if a, ok := l.slot(c.Src, c.Off); ok {
			l.connect(id, edge{dst: c.Dst, kind: source, via: a})
		}
	case Copy:
		l.connect(id, edge{src: c.Src, dst: c.Dst})
	case Offset:
		l.connect(id, edge{src: c.Src, dst: c.Dst, kind: shifted, via: Node(c.Off)})
	case Filter:
		l.connect(id, edge{src: c.Src, dst: c.Dst, kind: filtered})
	default:
		l.triggers.push(c.trigger(), id)
		c.since = l.count + uint64(len(l.queue))
		for _, e := range l.sets[c.trigger()].all() {
			if e.addr != 0 {
				l.derive(id, c, e.addr)
			}
		}
	}
}

// derive makes the edge of a load, store or unboxing through an address. (P3, P4, P6)
func (l switching) derive(id ConID, c *guarded, a Node) {
	s, ok := l.through(c, a)
	switch {
	case !ok:
	case c.Op == Store:
		l.connect(id, edge{src: c.Src, dst: s, via: a})
	default:
		l.connect(id, edge{src: s, dst: c.Dst, via: a})
	}
}

// connect makes an edge of a constraint; what gets along it is looked at in the next round.
func (l switching) connect(id ConID, x edge) {
	if x.src == x.dst && x.kind != shifted || !l.afford(edgeBytes) {
		return
	}
	c := &l.cons[id]
	x.con, x.next, x.rank = id, c.edges, l.rankOf(c.guard.Node, c.guard.Addr)
	if c.goesThrough() {
		x.rank = max(x.rank, l.rankOf(c.trigger(), x.via))
	}
	c.edges = l.edges.add(x)
	l.opened = append(l.opened, c.edges)
}

// deactivate takes back what a constraint says: its edges are closed.
func (l switching) deactivate(id ConID) {
	c := &l.cons[id]
	c.active = false
	for e := c.edges; e != 0; e = l.edges.all[e].next {
		l.edges.all[e].closed = true
		l.closed = append(l.closed, e)
	}
	c.edges = 0
	if c.goesThrough() {
		l.triggers.keep(c.trigger(), func(x ConID) bool { return x != id })
	}
}

// narrow closes those edges of a load, store or unboxing whose address is not in the trigger any more.
func (l switching) narrow(id ConID) {
	c := &l.cons[id]
	s := &l.sets[c.trigger()]
	for at := &c.edges; *at != 0; {
		e := *at
		x := &l.edges.all[e]
		if s.has(x.via) {
			at = &x.next
			continue
		}
		*at, x.closed = x.next, true
		l.closed = append(l.closed, e)
	}
}

// goesThrough reports whether the constraint derives edges.
func (c *guarded) goesThrough() bool { return c.Op == Load || c.Op == Store || c.Op == Unbox }

// Applies returns the slot that a load, store or unboxing goes to from an address in its trigger, or the address that
// an offset or filter makes of it. For the others it returns the address.
func (l *Live) Applies(id ConID, a Node) (Node, bool) {
	c := &l.cons[id]
	switch c.Op {
	case Load, Store, Unbox:
		return l.through(c, a)
	case Offset:
		return l.slot(a, c.Off)
	case Filter:
		return a, l.match(c.Class, c.row, a)
	case Addr:
		return l.slot(c.Src, c.Off)
	}
	return a, true
}
