// This file explains what comes too late: waits that would order two places, had they come before the second one.

package hb

import "slices"

// Missed lists what b's goroutine, or one of its instances, waits for only behind b, and that a's goroutine gives
// behind a: an edge from the release to the wait. Nothing that b has waited for for certain is among it. A wait that
// comes behind b on some ways only is listed, too; and, as late, a Wait that b has passed and that does not count, for
// some Add or Done of its WaitGroup does not fit (H12).
func (r *Result) Missed(a, b Place) []Edge {
	if a.State == 0 || b.State == 0 || r.Incomplete {
		return nil
	}
	x, y := r.place(a), r.place(b)
	q := r.oracle
	var list []Edge
	q.each(func(at site, e *Event) {
		kind, ends := waitsFor(e.Op)
		passed := e.Op == OpWait && q.passed(y, at)
		if ends == nil || len(list) >= maxEdges || !passed && !q.later(y, at) {
			return
		}
		if from := q.given(x, q.objs[at.fn][at.pt], ends); from != (Site{}) {
			list = append(list, Edge{Kind: kind, From: from, To: at.site(), Late: passed})
		}
	})
	return list
}

// passed reports whether who is at a place has passed a Wait for certain.
func (q *oracle) passed(b place, at site) bool {
	id, ok := q.tokenID[token{kind: waited, objs: q.objs[at.fn][at.pt], at: q.number[at]}]
	return ok && q.has(b.acquired, id)
}

// given is where a place's goroutine releases one of some objects behind the place, or where it is started as a member
// of such a group; zero if nowhere.
func (q *oracle) given(a place, objs setID, ends []Op) Site {
	for _, k := range q.of(objs, ends...) {
		if x := &q.list[k]; x.origin == a.origin && q.settled(func() bool { return q.ask(a, k) }) {
			return q.sites[x.site].site()
		}
	}
	for _, s := range q.counts.starts[a.origin] {
		if slices.Contains(ends, OpDone) && q.meets(q.objs[s.at.fn][s.at.pt], objs) {
			return s.at.site()
		}
	}
	return Site{}
}

// waitsFor is what an operation waits for, and by what kind of edge that comes before it; nil for those that do not
// wait for goroutines.
func waitsFor(op Op) (EdgeKind, []Op) {
	switch op {
	case OpWait, OpJoin:
		return Waited, []Op{OpDone}
	case OpRecv:
		return Message, []Op{OpSend, OpClose}
	case OpRecvClosed:
		return Closed, []Op{OpClose}
	}
	return 0, nil
}

// later reports whether a place's goroutine may come to an event behind the place, and knows more afterwards than
// there.
func (q *oracle) later(b place, at site) bool {
	before := q.t.before(b.origin, at)
	after := q.t.over(b.origin, at.fn, []PointID{at.pt})
	if before == 0 || after == 0 || !q.behind(b, q.t.placeOf(b.origin, before)) {
		return false
	}
	x := q.t.placeOf(b.origin, after)
	heard := q.minus(x.acquired, b.acquired) != 0
	return heard || q.minus(q.minus(b.released, x.released), q.outs) != 0
}
