// This file says which tokens exclude each other (H15, H17).

package hb

// common compares two sets of tokens.
func (q *occurrences) common(pair [2]setID) Protection {
	best := NoLock
	for _, x := range q.members(pair[0]) {
		if q.tokens[x].kind < held {
			continue // excludes nobody
		}
		for _, y := range q.members(pair[1]) {
			if best = max(best, q.excludes(&q.tokens[x], &q.tokens[y])); best == Must {
				return Must
			}
		}
	}
	if q.initialises(pair[0], pair[1]) || q.initialises(pair[1], pair[0]) {
		return Must
	}
	return best
}

// initialises is the rule (H25): one place, which holds the lock under which an atomic is set for the first time, has
// found it unset since it took that lock, and the other one knows that it is set.
func (q *occurrences) initialises(first, then setID) bool {
	for _, id := range q.members(then) {
		t := &q.tokens[id]
		if t.kind != raised {
			continue
		}
		if x := q.tokenID[token{kind: unset, objs: t.objs}]; x == 0 || !q.has(first, x) {
			continue
		}
		for _, h := range q.members(first) {
			if k := &q.tokens[h]; k.kind == held && (q.drop&dropGuard != 0 || q.fixed(k.objs) && q.storedUnder(t.objs, h)) {
				return true
			}
		}
	}
	return false
}

// storedUnder reports whether an atomic is only ever set, and by who holds a lock.
func (q *occurrences) storedUnder(objs setID, lock uint32) bool {
	for _, x := range q.of(objs, OpAtomicStore) {
		if q.event(q.list[x].site).Reset && q.drop&dropReset == 0 || !q.has(q.list[x].place.acquired, lock) {
			return false
		}
	}
	return true
}

// excludes compares two locks.
func (q *occurrences) excludes(x, y *token) Protection {
	switch {
	case x.kind >= slot || y.kind >= slot:
		return q.passes(x, y)
	case x.kind < held || y.kind < held, (x.kind == inOnce) != (y.kind == inOnce):
		return NoLock
	case x.kind == readHeld && y.kind == readHeld && q.drop&dropModes == 0:
		return NoLock
	case x.objs == y.objs && q.fixed(x.objs):
		return Must
	case q.meets(x.objs, y.objs):
		return MayAlias
	}
	return NoLock
}
