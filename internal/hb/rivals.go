// This file is what only one of several instances does in a run (H31).

package hb

import "slices"

// An only knows what one instance does in a run, and no other one (H31).
type only struct{ *occurrences }

// rivals reports whether only one of two origins exists in a run: they, or what they descend from, are started by who
// runs the function of one Once, each by another origin, or by who has replaced an atomic's zero for ever.
func (q only) rivals(a, b OriginID) bool {
	if a == b || len(q.solitary()) == 0 {
		return false
	}
	key := [2]OriginID{min(a, b), max(a, b)}
	if known, ok := q.rival[key]; ok {
		return known
	}
	if q.rival == nil {
		q.rival = map[[2]OriginID]bool{}
	}
	q.rival[key] = q.startedByRivals(a, b)
	return q.rival[key]
}

// startedByRivals is rivals, computed. Two go events of one origin, or one that is taken to happen twice, are rivals if
// each comes right behind the replacement.
func (q only) startedByRivals(a, b OriginID) (yes bool) {
	q.counts.starters(a, func(left OriginID, x start) bool {
		q.counts.starters(b, func(right OriginID, y start) bool {
			yes = yes || x.by != y.by && q.excluding(q.startOf(x), q.startOf(y)) ||
				left != right && slices.ContainsFunc(q.solitary(), func(id uint32) bool {
					return q.behind(x.at, id) && q.behind(y.at, id)
				})
			return !yes
		})
		return !yes
	})
	return yes
}

// behind reports whether a go event comes, outside loops, behind an event of its function that replaces an atomic's
// zero: it happens as often as that, once in a run.
func (q only) behind(at site, id uint32) bool {
	t := &q.tokens[id]
	if t.kind != taken || q.counts.inLoop(at) {
		return false
	}
	f := &q.p.Funcs[at.fn]
	for k := range f.Points {
		e := &f.Points[k].Event
		if e.Op == OpAtomicStore && e.Taken && q.objs[at.fn][k] == t.objs && f.Dominates(PointID(k), at.pt) {
			return true
		}
	}
	return false
}

// startOf is what has been acquired where an origin is started.
func (q only) startOf(s start) setID {
	if x := q.at[occKey{s.by, q.number[s.at]}]; x != 0 {
		return q.list[x].place.acquired
	}
	return 0
}

// excluding reports whether two sets have a token that only one instance gets in a run.
func (q only) excluding(a, b setID) bool {
	for _, id := range q.solitary() {
		if q.has(a, id) && q.has(b, id) {
			return true
		}
	}
	return false
}

// solitary lists the tokens that one instance gets in a run, and no other one: that it runs the function of a fixed
// Once, or has replaced zero in a fixed atomic which nobody sets back.
func (q only) solitary() []uint32 {
	if q.alone != nil {
		return q.alone
	}
	q.alone = []uint32{}
	for id := 1; id < len(q.tokens); id++ {
		t := &q.tokens[id]
		switch {
		case t.kind == inOnce && q.fixed(t.objs),
			t.kind == taken && q.guards[uint32(id)] == Must && q.neverReset(t.objs):
			q.alone = append(q.alone, uint32(id))
		}
	}
	return q.alone
}

// neverReset reports whether every store to an atomic is of a constant other than zero.
func (q only) neverReset(objs setID) bool {
	for _, x := range q.of(objs, OpAtomicStore) {
		if q.event(q.list[x].site).Reset {
			return false
		}
	}
	return true
}

// never reports whether an occurrence does not happen in a run in which a place is reached: they belong to different
// instances of which only one gets what both have.
func (q only) never(a place, x int) bool {
	o := &q.list[x].place
	return (o.origin != a.origin || !q.counts.one(a.origin)) && q.excluding(a.acquired, o.acquired)
}
