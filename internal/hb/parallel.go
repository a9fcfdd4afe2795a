// This file is tests that run in parallel: what t.Run and t.Parallel wait for (H19).

package hb

import (
	"slices"
)

// parked reports whether a comes before whatever lets the starter of its own instance of o continue.
func (q *oracle) parked(a place, o OriginID) bool {
	if q.drop&dropParked != 0 {
		return true
	}
	for _, s := range q.byOp[OpParallel] {
		x := q.at[occKey{o, s}]
		if x != 0 && (a.origin == o && q.has(a.released, s) || a.origin != o && !q.ask(a, x)) {
			return false
		}
	}
	return a.origin == o || q.exits[o] == 0 || q.ask(a, q.exits[o])
}

// resumed reports whether a comes before the end of the test that started b's goroutine, which waited for it.
func (q *oracle) resumed(a, b place) bool {
	var list []int
	for _, s := range q.counts.starts[b.origin] {
		if !q.p.Origins[s.by].Root || q.exits[s.by] == 0 || !q.isRun(s) && q.drop&dropRun == 0 {
			return false
		}
		list = append(list, q.exits[s.by])
	}
	return !q.p.Origins[b.origin].Root && q.precedesAll(a, slices.Values(list))
}

// isRun reports whether a go event waits until what it starts has ended or parked.
func (q *oracle) isRun(s start) bool {
	return slices.ContainsFunc(q.joinsAt[q.number[s.at]], func(k int) bool { return q.joins[k].kind == byRun })
}
