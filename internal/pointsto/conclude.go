// This file is the rules P1 to P7 as a live graph reads them, forwards and backwards: what follows from a fact, and what a fact
// follows from. Each kind of constraint has one case in each direction.

package pointsto

// A conclusion is a fact that follows, and why.
type conclusion struct {
	Fact
	why reason
}

// fromFact gives all that follows from a fact in one step.
func (l *Live) fromFact(f Fact, emit func(conclusion)) {
	for i := l.triggers.heads[f.Node]; i != 0; i = l.triggers.cells[i].next {
		id := l.triggers.cells[i].id
		if c := &l.cons[id]; l.holds(c) {
			l.fromTrigger(id, c, f.Addr, emit)
		}
	}
	for i := l.stores.heads[f.Node]; i != 0; i = l.stores.cells[i].next {
		id := l.stores.cells[i].id
		if c := &l.cons[id]; l.holds(c) {
			l.storeOne(id, c, f.Addr, emit)
		}
	}
	for i := l.readers.heads[f.Node]; i != 0; i = l.readers.cells[i].next {
		id := l.readers.cells[i].id
		if c := &l.cons[id]; l.holds(c) {
			emit(conclusion{Fact{c.Dst, f.Addr}, reason{id, f.Node - Node(c.Off)}})
		}
	}
	for i := l.guards.heads[f.Node]; i != 0; i = l.guards.cells[i].next {
		id := l.guards.cells[i].id
		if c := &l.cons[id]; c.guard.Addr == f.Addr && l.holds(c) {
			l.fromCon(id, emit)
		}
	}
}

// fromCon gives all that follows from a constraint and the facts there are. It does not ask whether the constraint holds.
func (l *Live) fromCon(id ConID, emit func(conclusion)) {
	c := &l.cons[id]
	if c.Op == Addr {
		if a, ok := l.slot(c.Src, c.Off); ok {
			emit(conclusion{Fact{c.Dst, a}, reason{con: id}}) // (P1)
		}
		return
	}
	for _, e := range l.sets[c.trigger()].table {
		if e.addr != 0 {
			l.fromTrigger(id, c, e.addr, emit)
		}
	}
}

// fromTrigger gives what follows from a constraint and one address in its trigger.
func (l *Live) fromTrigger(id ConID, c *guarded, a Node, emit func(conclusion)) {
	switch c.Op {
	case Copy: // (P2)
		emit(conclusion{Fact{c.Dst, a}, reason{con: id}})
	case Offset: // (P5)
		if s, ok := l.slot(a, c.Off); ok {
			emit(conclusion{Fact{c.Dst, s}, reason{con: id}})
		}
	case Filter: // (P7)
		if l.match(c.Class, c.row, a) {
			emit(conclusion{Fact{c.Dst, a}, reason{con: id}})
		}
	case Load, Unbox: // (P3), (P6)
		if s, ok := l.through(c, a); ok {
			l.flow(s, c.Dst, reason{id, a}, emit)
		}
	case Store: // (P4)
		if s, ok := l.through(c, a); ok {
			l.flow(c.Src, s, reason{id, a}, emit)
		}
	}
}

// through returns the slot that a load, store or unboxing goes to from an address in its trigger.
func (l *Live) through(c *guarded, a Node) (Node, bool) {
	if c.Op == Unbox && !l.boxed(c.Class, c.row, a) {
		return 0, false
	}
	return l.slot(a, c.Off)
}

// flow gives what one node passes to another.
func (l *Live) flow(src, dst Node, why reason, emit func(conclusion)) {
	for _, e := range l.sets[src].table {
		if e.addr != 0 {
			emit(conclusion{Fact{dst, e.addr}, why})
		}
	}
}

// storeOne gives where a store puts an address.
func (l *Live) storeOne(id ConID, c *guarded, a Node, emit func(conclusion)) {
	for _, e := range l.sets[c.Dst].table {
		if e.addr == 0 {
			continue
		}
		if s, ok := l.slot(e.addr, c.Off); ok {
			emit(conclusion{Fact{s, a}, reason{id, e.addr}})
		}
	}
}

// anyRank is newer than every fact.
const anyRank = ^uint32(0)

// support finds a derivation of a fact whose premises are all older than a rank. (P14)
func (l *Live) support(f Fact, rank uint32) (reason, bool) {
	for i := l.into.heads[f.Node]; i != 0; i = l.into.cells[i].next {
		id := l.into.cells[i].id
		if c := &l.cons[id]; l.held(c, rank) {
			if via, ok := l.derives(c, f.Addr, rank); ok {
				return reason{id, via}, true
			}
		}
	}
	for i := l.writers.heads[f.Node]; i != 0; i = l.writers.cells[i].next {
		id := l.writers.cells[i].id
		c := &l.cons[id]
		via := f.Node - Node(c.Off)
		if l.held(c, rank) && l.older(c.Src, f.Addr, rank) && l.older(c.Dst, via, rank) {
			return reason{id, via}, true
		}
	}
	return reason{}, false
}

// derives reports whether a constraint that is no store puts an address into its Dst by premises older than a rank, and
// through which address.
func (l *Live) derives(c *guarded, a Node, rank uint32) (via Node, ok bool) {
	switch c.Op {
	case Addr:
		s, ok := l.slot(c.Src, c.Off)
		return 0, ok && s == a
	case Copy:
		return 0, l.older(c.Src, a, rank)
	case Offset:
		from := a - Node(c.Off)
		return 0, Node(c.Off) < a && l.older(c.Src, from, rank) && l.owner[from] == l.owner[a]
	case Filter:
		return 0, l.match(c.Class, c.row, a) && l.older(c.Src, a, rank)
	}
	for _, e := range l.sets[c.Src].table {
		if e.addr == 0 || e.rank >= rank {
			continue
		}
		if s, ok := l.through(c, e.addr); ok && l.older(s, a, rank) {
			return e.addr, true
		}
	}
	return 0, false
}

// held reports whether a constraint counts by a guard older than a rank.
func (l *Live) held(c *guarded, rank uint32) bool {
	return c.state == alive && (c.guard == Guard{} || l.older(c.guard.Node, c.guard.Addr, rank))
}

// older reports whether a fact is there and older than a rank.
func (l *Live) older(n, a Node, rank uint32) bool {
	e := l.sets[n].find(a)
	return e != nil && e.rank < rank
}
