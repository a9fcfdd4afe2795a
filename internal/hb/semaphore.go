// This file is channels and atomics that are used as locks and semaphores (H17, H18, H22).

package hb

// checkSemaphores finds the channels that are used as locks (H17).
func (q *occurrences) checkSemaphores() {
	for id := 1; id < len(q.tokens); id++ {
		locks := false
		switch t := &q.tokens[id]; t.kind {
		case slot:
			locks = len(q.without(t.objs, OpRecv, uint32(id))) == 0 || q.drop&dropSlotUse != 0
		case taken:
			q.guards[uint32(id)] = q.takenOnly(t, uint32(id))
		case baton:
			q.guards[uint32(id)] = q.passedOnly(t, uint32(id))
		}
		if locks {
			q.guards[uint32(id)] = Must
		}
	}
}

// takenOnly tells how well who has taken an atomic excludes others who have, until it stores to it (H22). One of which
// there may be several, or that is stored to by who may have taken another one, counts if it is given back, as a lock
// is.
func (q *occurrences) takenOnly(t *token, id uint32) Protection {
	surely, back := q.fixed(t.objs), false
	for _, x := range q.of(t.objs, OpAtomicStore) {
		o := &q.list[x]
		if q.event(o.site).Taken {
			continue
		}
		own := q.tokenID[token{kind: taken, objs: q.objsOf(o.site)}]
		if own == 0 || !q.has(o.place.acquired, own) {
			return NoLock
		}
		surely, back = surely && own == id, true
	}
	switch {
	case surely:
		return Must
	case back:
		return MayAlias
	}
	return NoLock
}

// passedOnly tells how well who has received from one of some channels excludes others who have, until it sends (H17).
func (q *occurrences) passedOnly(t *token, id uint32) Protection {
	initial := q.without(t.objs, OpSend, id)
	switch {
	case len(initial) > 0 && (len(initial) > 1 || !q.sentOnce(initial[0], t.objs)) && q.drop&dropBaton == 0:
		return NoLock
	case len(q.of(t.objs, OpClose)) == 0, q.drop&dropSlotClose != 0:
		return Must
	case len(q.without(t.objs, OpClose, id)) == 0:
		return MayAlias
	}
	return NoLock
}

// without lists the occurrences of an operation on a channel whose instance need not have a token.
func (q *occurrences) without(objs setID, op Op, id uint32) []int {
	var list []int
	for _, x := range q.of(objs, op) {
		if !q.has(q.list[x].place.acquired, id) {
			list = append(list, x)
		}
	}
	return list
}

// sentOnce reports whether an occurrence is passed at most once by the instance in question, if each has one of the
// channels for itself, else at most once in a run.
func (q *occurrences) sentOnce(k int, objs setID) bool {
	x := &q.list[k]
	if !q.fixed(objs) {
		return q.happensOnce(x)
	}
	at := q.sites[x.site]
	return q.counts.one(x.origin) && !q.counts.repeated[x.origin][at.fn] && !q.counts.inLoop(at)
}

// passes reports whether two places both lie between the acquire and the release of one channel, or of one of the same
// channels (H17).
func (q *occurrences) passes(x, y *token) Protection {
	switch {
	case *x == *y:
		return q.guards[q.tokenID[*x]]
	case x.kind == taken && y.kind == taken && q.meets(x.objs, y.objs):
		return min(q.guards[q.tokenID[*x]], q.guards[q.tokenID[*y]], MayAlias)
	}
	return NoLock
}
