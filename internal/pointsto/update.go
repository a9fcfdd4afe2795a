// This file is the update of a live graph: take away what has lost its reason, then derive what follows. (P13-P20)

package pointsto

import (
	"cmp"
	"slices"
)

// Update applies the constraints added and deleted since the last one and says what changed. If the limit was exceeded,
// ok is false, the sets are too small, and the next Update starts from scratch.
func (l *Live) Update() (d Delta, ok bool) {
	l.apply()
	d = l.delta()
	l.rest()
	return d, !l.broken
}

// Settle is Update for those who do not ask what changed.
func (l *Live) Settle() (ok bool) {
	l.blind = true
	l.apply()
	l.rest()
	return !l.broken
}

// apply does the work of an update and leaves its traces: what is gone and what is queued, or the sets before a relink.
func (l *Live) apply() {
	l.stats.Updates++
	l.roomy()
	retraction{l}.weed()
	drop := l.settleBatch()
	if l.broken || slices.Max(l.crew.top[:]) > 1<<31 || !(retraction{l}).retract(drop) {
		l.relink(drop)
		return
	}
	for _, id := range l.change.add {
		growth{l}.attach(id)
	}
	l.change.add = l.change.add[:0]
	retraction{l}.restore()
	growth{l}.draw()
	l.tally()
}

// tally counts what was removed and came back.
func (l *Live) tally() {
	l.stats.Removed += len(l.gone)
	if len(l.queue) == 0 {
		return
	}
	for _, f := range l.gone {
		if l.sets[f.Node].has(f.Addr) {
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

// rest leaves no trace of the update.
func (l *Live) rest() {
	l.count += uint64(len(l.queue))
	l.crew.lean, l.blind = false, false
	l.full.Store(false)
	l.queue, l.gone, l.before, l.drawn = reuse(l.queue), reuse(l.gone), nil, 0
	l.doubts, l.hollow, l.lost = reuse(l.doubts), reuse(l.hollow), reuse(l.lost)
	l.scratch.nodes, l.scratch.sorted = reuse(l.scratch.nodes), reuse(l.scratch.sorted)
	l.crew.rest()
}

// delta says how the solution differs from before.
func (l *Live) delta() Delta {
	var d Delta
	if l.before != nil {
		for n := range l.sets {
			was, is := l.before[n], &l.sets[n]
			slices.Sort(was)
			for _, a := range was {
				if !is.has(a) {
					d.Vanished = append(d.Vanished, Fact{Node(n), a})
				}
			}
			for _, e := range is.all() {
				if _, old := slices.BinarySearch(was, e.addr); !old && e.addr != 0 {
					d.Appeared = append(d.Appeared, Fact{Node(n), e.addr})
				}
			}
		}
	} else {
		d = l.trace()
	}
	sortFacts(d.Vanished)
	sortFacts(d.Appeared)
	return d
}

// trace says what is new and was not there, and what was removed and did not come back.
func (l *Live) trace() (d Delta) {
	for _, f := range l.gone {
		if !l.sets[f.Node].has(f.Addr) {
			d.Vanished = append(d.Vanished, f)
		}
	}
	before := make(map[Fact]bool, min(len(l.gone), len(l.queue)))
	if len(l.queue) > 0 {
		for _, f := range l.gone {
			before[f] = true
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

// remember keeps what the sets were before this update, for those who ask what it changed.
func (l *Live) remember() {
	if l.blind {
		return
	}
	l.before = make([][]Node, len(l.sets))
	for n := range l.sets {
		l.before[n] = l.sets[n].appendAll(nil)
	}
	for _, f := range l.gone {
		l.before[f.Node] = append(l.before[f.Node], f.Addr)
	}
}

// empty takes out all facts. Their tables are kept for what comes, unless memory is bounded.
func (l *Live) empty() {
	l.held.Store(0)
	for n := range l.sets {
		s := &l.sets[n]
		if l.memory > 0 {
			s.table = nil
		}
		clear(s.table)
		s.one, s.size = [1]entry{}, 0
		l.held.Add(int64(len(s.table) * entryBytes))
	}
}

// relink solves from scratch: the elastic fallback. (P17)
func (l *Live) relink(drop []ConID) {
	l.stats.Relinks++
	l.remember()
	l.empty()
	for _, id := range drop {
		l.cons[id].state = dead
	}
	for _, id := range l.change.add {
		l.cons[id].state = alive
	}
	l.roomy()
	l.triggers.clear()
	l.guards.clear()
	l.stale = 0
	l.edges.clear()
	l.change.add, l.queue, l.gone = l.change.add[:0], l.queue[:0], l.gone[:0]
	l.opened, l.closed = l.opened[:0], l.closed[:0]
	l.doubts, l.lost = l.doubts[:0], l.lost[:0]
	l.drawn, l.facts, l.broken, l.crew.top = 0, 0, false, [shards]uint32{}
	for id := range l.cons {
		c := &l.cons[id]
		c.edges, c.active = 0, false
		if c.state == alive {
			growth{l}.attach(ConID(id))
		}
	}
	growth{l}.draw()
}
