// This file orders what lies in other goroutines than those that a wait has waited for, but before their ends (H27).

package hb

// passedOn tells whether the wait at b has waited for a goroutine that was surely started, and whose Done, or end, comes after a.
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
		if s := q.sites[j.start]; s.fn == wait.fn && dominates(&q.p.Funcs[s.fn], s.pt, wait.pt) && q.endedAll(a, b.origin, j) {
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

// dominates tells whether every way from a function's entry to a point passes another one before.
func dominates(f *Func, by, p PointID) bool {
	seen := map[PointID]bool{p: true}
	for work := []PointID{p}; len(work) > 0; {
		at := work[len(work)-1]
		work = work[:len(work)-1]
		if len(f.Points[at].Preds) == 0 {
			return false
		}
		for _, x := range f.Points[at].Preds {
			if x != by && !seen[x] {
				seen[x] = true
				work = append(work, x)
			}
		}
	}
	return by != p
}
