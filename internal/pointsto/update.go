// This file is the update of a live graph: take away what has lost its reason, then derive what follows. (P13-P17)

package pointsto

import (
	"cmp"
	"slices"
)

// relinkShare is the part of all facts, one in so many, that an Update removes before it starts from scratch instead. (P17)
const relinkShare = 5

// relinkFloor is the number of removed facts below which starting from scratch is not worth a thought.
const relinkFloor = 1000

// Update applies the constraints added and deleted since the last one and says what changed. If the limit was exceeded, ok is
// false, the sets are too small, and the next Update starts from scratch.
func (l *Live) Update() (d Delta, ok bool) {
	l.apply()
	d = l.delta()
	l.rest()
	return d, !l.broken
}

// Settle is Update for those who do not ask what changed.
func (l *Live) Settle() (ok bool) {
	l.apply()
	l.rest()
	return !l.broken
}

// apply does the work of an update and leaves its traces: what is gone and what is queued, or the sets before a relink.
func (l *Live) apply() {
	l.stats.Updates++
	drop := l.settleBatch()
	if l.broken || l.renumberDue() || !l.retract(drop) {
		l.relink(drop)
		return
	}
	slots := l.shaken(drop)
	l.detach(drop)
	l.cut(slots)
	for _, id := range l.change.add {
		l.attach(id)
	}
	l.change.add = l.change.add[:0]
	l.restore()
	l.draw()
	l.tally()
}

// tally counts what was removed and came back.
func (l *Live) tally() {
	l.stats.Removed += len(l.gone)
	for _, f := range l.gone {
		if l.sets[f.Node].find(f.Addr) != nil {
			l.stats.Restored++
		}
	}
}

// settleBatch takes out of the batch what cancels itself, and returns the constraints to drop, each once.
func (l *Live) settleBatch() []ConID {
	slices.Sort(l.change.drop)
	drop := slices.Compact(l.change.drop)
	l.change.drop = nil
	drop = slices.DeleteFunc(drop, func(id ConID) bool {
		c := &l.cons[id]
		if c.state == coming {
			c.state = dead
		}
		return c.state == dead
	})
	l.change.add = slices.DeleteFunc(l.change.add, func(id ConID) bool { return l.cons[id].state == dead })
	return drop
}

// retract removes every fact without a derivation from older facts that remain, and gives the others such a one (P15). It
// reports false if it gave up, because too much is touched (P17); then what was removed so far is in gone.
func (l *Live) retract(drop []ConID) bool {
	for _, id := range drop {
		l.cons[id].state = dead
		if l.cons[id].says() {
			l.fromCon(id, l.doubts)
		}
	}
	most := max(l.floor, l.facts/relinkShare)
	for {
		f, ok := l.doomed.next()
		if !ok {
			return true
		}
		e := l.sets[f.Node].find(f.Addr)
		l.stats.Tested++
		if why, ok := l.support(f.Fact, e.rank); ok {
			e.why = why
			continue
		}
		if len(l.gone) >= most {
			return false
		}
		l.fromFact(f.Fact, l.doubts)
		l.sets[f.Node].remove(f.Addr)
		l.facts--
		l.gone = append(l.gone, f)
	}
}

// doubt makes a fact a candidate for removal if the derivation that is going away is its reason.
func (l *Live) doubt(c conclusion) {
	if e := l.sets[c.Node].find(c.Addr); e != nil && e.why == c.why {
		e.why = reason{}
		l.doomed.add(lost{c.Fact, e.rank})
	}
}

// detach takes dropped constraints out of the lists by node.
func (l *Live) detach(drop []ConID) {
	lives := func(id ConID) bool { return l.cons[id].state == alive }
	for _, id := range drop {
		c := &l.cons[id]
		if !c.says() {
			continue
		}
		if c.Op != Addr {
			l.triggers.keep(c.trigger(), lives)
		}
		if c.Op == Store {
			l.stores.keep(c.Src, lives)
		} else {
			l.into.keep(c.Dst, lives)
		}
		l.guards.keep(c.guard.Node, lives)
	}
}

// shaken lists the slots at which derived edges rest on a dropped constraint or a removed fact. (P10)
func (l *Live) shaken(drop []ConID) []Node {
	var slots []Node
	for _, id := range drop {
		c := &l.cons[id]
		if !c.says() || !c.goesThrough() {
			continue
		}
		for _, e := range l.sets[c.trigger()].table {
			if e.addr != 0 {
				slots = l.appendThrough(slots, c, e.addr)
			}
		}
	}
	for _, f := range l.gone {
		for i := l.triggers.heads[f.Node]; i != 0; i = l.triggers.cells[i].next {
			if c := &l.cons[l.triggers.cells[i].id]; c.goesThrough() {
				slots = l.appendThrough(slots, c, f.Addr)
			}
		}
	}
	slices.Sort(slots)
	return slices.Compact(slots)
}

// cut takes away the derived edges at some slots that do not follow any more.
func (l *Live) cut(slots []Node) {
	for _, s := range slots {
		stays := func(id ConID) bool { return l.edgeStays(s, id) }
		l.readers.keep(s, stays)
		l.writers.keep(s, stays)
	}
}

// edgeStays reports whether the derived edge of a constraint at a slot still follows.
func (l *Live) edgeStays(s Node, id ConID) bool {
	c := &l.cons[id]
	return c.state == alive && l.sets[c.trigger()].find(s-Node(c.Off)) != nil
}

// appendThrough appends the slot that a constraint goes to from an address, if any.
func (l *Live) appendThrough(slots []Node, c *guarded, a Node) []Node {
	if s, ok := l.through(c, a); ok {
		slots = append(slots, s)
	}
	return slots
}

// goesThrough reports whether the constraint derives edges.
func (c *guarded) goesThrough() bool { return c.Op == Load || c.Op == Store || c.Op == Unbox }

// attach makes a constraint count: it enters the lists by node and its conclusions are drawn.
func (l *Live) attach(id ConID) {
	c := &l.cons[id]
	c.state = alive
	if !c.says() {
		return
	}
	if c.Op != Addr {
		l.triggers.push(c.trigger(), id)
	}
	if c.Op == Store {
		l.stores.push(c.Src, id)
	} else {
		l.into.push(c.Dst, id)
	}
	if c.guard != (Guard{}) {
		l.guards.push(c.guard.Node, id)
	}
	if c.goesThrough() {
		for _, e := range l.sets[c.trigger()].table {
			if e.addr != 0 && e.rank <= l.old {
				l.edge(id, c, e.addr)
			}
		}
	}
	if l.holds(c) {
		l.fromCon(id, l.adds)
	}
}

// edge records the derived edge of a constraint through an address. (P10)
func (l *Live) edge(id ConID, c *guarded, a Node) {
	if s, ok := l.through(c, a); ok {
		if c.Op == Store {
			l.writers.push(s, id)
		} else {
			l.readers.push(s, id)
		}
	}
}

// restore derives anew the removed facts that have a derivation after all. (P16)
func (l *Live) restore() {
	for _, f := range l.gone {
		if l.sets[f.Node].find(f.Addr) != nil {
			continue
		}
		if why, ok := l.support(f.Fact, anyRank); ok {
			l.derive(conclusion{f.Fact, why})
		}
	}
}

// derive adds a fact unless it is there. Its premises are, so they are older.
func (l *Live) derive(c conclusion) {
	if l.sets[c.Node].find(c.Addr) != nil {
		return
	}
	l.clock++
	l.sets[c.Node].insert(entry{c.Addr, l.clock, c.why})
	l.facts++
	l.queue = append(l.queue, c.Fact)
}

// draw draws the conclusions of all new facts, oldest first.
func (l *Live) draw() {
	for l.drawn < len(l.queue) {
		if l.limit > 0 && l.drawn >= l.limit {
			l.broken = true
			break
		}
		f := l.queue[l.drawn]
		l.drawn++
		l.old = l.sets[f.Node].find(f.Addr).rank
		for i := l.triggers.heads[f.Node]; i != 0; i = l.triggers.cells[i].next {
			if id := l.triggers.cells[i].id; l.cons[id].goesThrough() {
				l.edge(id, &l.cons[id], f.Addr)
			}
		}
		l.fromFact(f, l.adds)
	}
}

// rest leaves no trace of the update.
func (l *Live) rest() {
	l.queue, l.drawn, l.old, l.gone, l.before = l.queue[:0], 0, l.clock, l.gone[:0], nil
}

// delta says how the solution differs from before.
func (l *Live) delta() Delta {
	var d Delta
	if l.before != nil {
		for n := range l.sets {
			d.Vanished = missing(d.Vanished, Node(n), &l.before[n], &l.sets[n])
			d.Appeared = missing(d.Appeared, Node(n), &l.sets[n], &l.before[n])
		}
	} else {
		d = l.trace()
	}
	sortFacts(d.Vanished)
	sortFacts(d.Appeared)
	return d
}

// missing appends what one set of a node has and another has not.
func missing(list []Fact, n Node, has, not *factSet) []Fact {
	for i := range has.table {
		if a := has.table[i].addr; a != 0 && not.find(a) == nil {
			list = append(list, Fact{n, a})
		}
	}
	return list
}

// trace says what is new and was not there, and what was removed and did not come back.
func (l *Live) trace() (d Delta) {
	for _, f := range l.gone {
		if l.sets[f.Node].find(f.Addr) == nil {
			d.Vanished = append(d.Vanished, f.Fact)
		}
	}
	before := make(map[Fact]bool, min(len(l.gone), len(l.queue)))
	if len(l.queue) > 0 {
		for _, f := range l.gone {
			before[f.Fact] = true
		}
	}
	for _, f := range l.queue {
		if !before[f] {
			d.Appeared = append(d.Appeared, f)
		}
	}
	return d
}

// sortFacts sorts by node, then address.
func sortFacts(list []Fact) {
	slices.SortFunc(list, func(a, b Fact) int {
		return cmp.Compare(uint64(a.Node)<<32|uint64(a.Addr), uint64(b.Node)<<32|uint64(b.Addr))
	})
}

// renumberDue reports whether ranks are running out.
func (l *Live) renumberDue() bool { return l.clock > 1<<31 }

// relink solves from scratch: the elastic fallback. (P17)
func (l *Live) relink(drop []ConID) {
	l.stats.Relinks++
	for _, f := range l.gone {
		l.sets[f.Node].insert(entry{addr: f.Addr, rank: f.rank})
	}
	l.before, l.sets = l.sets, make([]factSet, len(l.sets))
	l.doomed.reset()
	for _, id := range drop {
		l.cons[id].state = dead
	}
	for _, id := range l.change.add {
		l.cons[id].state = alive
	}
	for _, t := range l.tables() {
		t.clear()
	}
	l.change.add, l.queue, l.gone = l.change.add[:0], l.queue[:0], l.gone[:0]
	l.drawn, l.clock, l.old, l.facts, l.broken = 0, 0, 0, 0, false
	for id := range l.cons {
		if id > 0 && l.cons[id].state == alive {
			l.attach(ConID(id))
		}
	}
	l.draw()
}
