// This file finds the occurrences, and decides the conditions of joins that depend on states (H12, H13).

package hb

// newOccurrences finds the occurrences, then decides which joins are valid.
func newOccurrences(t *table, v *vocabulary, c *counts) *occurrences {
	q := &occurrences{vocabulary: v, t: t, counts: c, list: make([]occurrence, 1), at: map[occKey]int{},
		bySite: make(
			[][]int,
			len(v.sites),
		), exits: make([]int, len(v.p.Origins)), badWait: map[uint32][]int{}, found: map[opObjs][]int{},
		guards: map[uint32]Protection{}, done: map[occKey]place{}}
	for o := 1; o < len(q.exits); o++ {
		q.occur(OriginID(o))
		if s := t.atExit(OriginID(o)); s != 0 {
			q.exits[o] = len(q.list)
			q.list = append(q.list, occurrence{OriginID(o), 0, t.placeOf(OriginID(o), s)})
		}
	}
	q.checkDones()
	q.checkAdds()
	q.checkSemaphores()
	for k := range q.joins[1:] {
		q.joins[k+1].valid = q.valid(k + 1)
	}
	return q
}

// occur lists the occurrences in one origin.
func (q *occurrences) occur(o OriginID) {
	for _, f := range q.counts.runs[o] {
		if len(q.t.entriesOf(o, f)) == 0 {
			continue
		}
		for k := 1; k < len(q.p.Funcs[f].Points); k++ {
			at := site{f, PointID(k)}
			n, ok := q.number[at]
			if !ok {
				continue
			}
			if s := q.t.before(o, at); s != 0 {
				q.at[occKey{o, n}] = len(q.list)
				q.bySite[n] = append(q.bySite[n], len(q.list))
				q.list = append(q.list, occurrence{o, n, q.t.placeOf(o, s)})
			}
		}
	}
}

// checkDones finds the WaitGroups that order nothing because some Done is not paired (H12).
func (q *occurrences) checkDones() {
	for _, s := range q.byOp[OpDone] {
		if q.undoing[s] {
			continue
		}
		for _, k := range q.bySite[s] {
			if !q.paired(&q.list[k]) {
				q.spoil(q.objsOf(s), k)
			}
		}
	}
}

// checkAdds finds the WaitGroups whose counter is lowered by Add.
func (q *occurrences) checkAdds() {
	for _, s := range q.byOp[OpAdd] {
		if q.event(s).N < 0 && len(q.bySite[s]) > 0 && q.drop&dropNegative == 0 {
			q.spoil(q.objsOf(s), 0)
		}
	}
}

func (q *occurrences) spoil(objs setID, by int) {
	for _, o := range q.members(objs) {
		q.badWait[o] = append(q.badWait[o], by)
	}
}

// laterRound reports whether a Done that is not paired belongs to a goroutine that the starter of a join's goroutine
// starts itself, and only after it has waited for that one: the wait did not see it (H12).
func (q *occurrences) laterRound(k, done int) bool {
	if done == 0 || q.drop&dropRounds != 0 {
		return done != 0
	}
	j, d := &q.joins[k], &q.list[done]
	starts := q.counts.starts[d.origin]
	for _, s := range starts {
		begin := q.number[s.at]
		for _, x := range q.bySite[begin] {
			for _, y := range q.bySite[j.start] {
				first, later := &q.list[y], &q.list[x]
				if first.origin != later.origin || q.counts.many[first.origin] || q.has(first.place.released, begin) ||
					q.has(later.place.released, q.pending(k)) {
					return false
				}
			}
		}
	}
	return len(starts) > 0
}

// paired reports whether a Done happens at most once per instance, and whatever starts its origin has counted for it
// (H12).
func (q *occurrences) paired(d *occurrence) bool {
	if q.drop&dropPairing != 0 {
		return true
	}
	objs := q.objsOf(d.site)
	for _, k := range q.of(objs, OpDone) {
		x := &q.list[k]
		if x.origin == d.origin && !q.undoing[x.site] && q.has(d.place.released, x.site) && q.drop&dropDoneOnce == 0 {
			return false
		}
	}
	if q.p.Origins[d.origin].Root {
		return q.drop&dropRootDone != 0
	}
	for _, s := range q.counts.starts[d.origin] {
		if !q.countedAt(q.number[s.at], d) {
			return false
		}
	}
	return len(q.counts.starts[d.origin]) > 0
}

// countedAt reports whether a go event has a join whose counter the Done is known to lower.
func (q *occurrences) countedAt(s siteID, d *occurrence) bool {
	for _, k := range q.joinsAt[s] {
		if j := &q.joins[k]; j.kind == byCounter && q.same(j, d) {
			return true
		}
	}
	return false
}

// same reports whether a release in a goroutine acts on the very object of the join that the goroutine was started with
// (H4).
func (q *occurrences) same(j *join, r *occurrence) bool {
	objs := q.objsOf(r.site)
	switch {
	case j.fixed && objs == j.objs, q.drop&dropOwn != 0 && q.meets(objs, j.objs):
		return true
	case !j.local || q.minus(objs, j.objs) != 0:
		return false
	case q.event(r.site).Local && q.isStart(r.origin, q.sites[r.site].fn), q.event(r.site).Starter:
		return true
	}
	e := q.members(objs)
	return len(e) == 1 && q.p.Objs[e[0]].PerInstance
}

// valid reports whether a join may be relied on, as far as that does not depend on the query.
func (q *occurrences) valid(k int) bool {
	j := &q.joins[k]
	if j.kind == byRun {
		return true
	}
	if !j.fixed && q.drop&dropActivation == 0 && q.entersPending(k) {
		return false
	}
	switch j.kind {
	case byClose:
		return q.onlyOwn(j) && (!j.loop || (j.fresh || q.drop&dropFresh != 0) && !q.overtaken(k))
	case byMessage:
		if j.fixed {
			return q.onlyOwn(j) && q.inTurn(k) && q.startedByOne(j)
		}
		return (q.onlyOwn(j) || q.drop&dropOnlyOwn != 0) && (!j.loop || q.inTurn(k) || q.drop&dropMessageLoop != 0)
	}
	for _, o := range q.members(j.objs) {
		for _, done := range q.badWait[o] {
			if !q.laterRound(k, done) {
				return false
			}
		}
	}
	return true
}

// entersPending reports whether an activation of the function around the go event may begin while another's join is
// pending; then "waited for" in one activation says nothing about the other (H13).
func (q *occurrences) entersPending(k int) bool {
	f := q.sites[q.joins[k].start].fn
	for _, x := range q.t.entries[f] {
		for _, e := range x.list {
			if q.has(q.t.states[e.State].released, q.pending(k)) {
				return true
			}
		}
	}
	return false
}

// inTurn reports whether a join by message in a loop has one goroutine at a time, which sends one message: then each
// receive is of the last one's message, for all earlier ones' have been received (H13). If each goroutine has its own
// channel, whatever is received there is its own, and came behind its first release.
func (q *occurrences) inTurn(k int) bool {
	j := &q.joins[k]
	if j.fresh {
		return !q.overtaken(k)
	} else if len(q.of(j.objs, OpClose)) > 0 && q.drop&dropFresh == 0 {
		return false
	}
	released := q.of(j.objs, OpSend)
	for _, x := range released {
		for _, y := range released {
			if q.list[x].origin == q.list[y].origin && q.has(q.list[x].place.released, q.list[y].site) {
				return false
			}
		}
	}
	return !q.overtaken(k)
}

// overtaken reports whether a go event may start a goroutine while the join of an earlier one is pending.
func (q *occurrences) overtaken(k int) bool {
	for _, x := range q.bySite[q.joins[k].start] {
		if q.has(q.list[x].place.released, q.pending(k)) {
			return true
		}
	}
	return false
}

// startedByOne reports whether one instance alone, and of one origin, passes a join's go event (H13).
func (q *occurrences) startedByOne(j *join) bool {
	list := q.bySite[j.start]
	return len(list) == 1 && !q.counts.many[q.list[list[0]].origin]
}

// onlyOwn reports whether all messages on a join's channel, or all that close it, come from the goroutine that the same
// activation started.
func (q *occurrences) onlyOwn(j *join) bool {
	started := map[OriginID]bool{}
	for _, o := range q.event(j.start).Origins {
		started[o] = true
	}
	for _, k := range q.of(j.objs, j.kind.ends()...) {
		r := &q.list[k]
		if !started[r.origin] || len(q.counts.starts[r.origin]) != 1 || !q.same(j, r) {
			return false
		}
	}
	return true
}
