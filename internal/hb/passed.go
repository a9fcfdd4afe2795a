// This file orders what lies in other goroutines than those that a wait has waited for, but before their ends (H27).

package hb

// passedOn tells whether the wait at b has waited for a goroutine that was surely started, and whose Done, or end,
// comes after a.
func (q *oracle) passedOn(a, b place, t *token) bool {
	if t.at == 0 {
		return false
	}
	wait := q.sites[t.at]
	for k := range q.joins {
		j := &q.joins[k]
		if (j.kind != byCounter && j.kind != byGroup) || !j.fixed || !j.valid || j.objs != t.objs {
			continue
		}
		if s := q.sites[j.start]; s.fn == wait.fn && q.p.Funcs[s.fn].Dominates(s.pt, wait.pt) && q.endedAll(a, b.origin, j) {
			return true
		}
	}
	return false
}

// endedAll tells whether a comes before the end of whatever a go event may have started in an origin.
func (q *oracle) endedAll(a place, by OriginID, j *join) bool {
	some := false
	at := start{by, q.sites[j.start]}
	for o := range q.counts.starts {
		for _, s := range q.counts.starts[o] {
			if s != at {
				continue
			}
			some = true
			if len(q.counts.starts[o]) != 1 || a.origin == OriginID(o) || !q.ended(a, OriginID(o), j) {
				return false
			}
		}
	}
	return some
}
