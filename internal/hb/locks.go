// This file compares locksets (H15, H17).

package hb

// A Mode is how a lock is held.
type Mode uint8

const (
	Write Mode = iota // nobody else holds the lock
	Read              // other readers may hold it, too
	Body              // inside the function of a Once, which excludes itself
)

// A Protection says how well a common lock is known.
type Protection uint8

const (
	NoLock   Protection = iota // no common lock
	MayAlias                   // locks of both may be the same
	Must                       // one lock is held at both
)

func (p Protection) String() string { return [...]string{"no lock", "may alias", "must"}[p] }

// A Held is a lock that is held for sure.
type Held struct {
	Objs []ObjID // what the lock may be
	Mode Mode
	Func FuncID // where it may have been taken: the first such event of the program
	At   PointID
}

// lockModes are the tokens that are locks.
var lockModes = map[tokenKind]Mode{held: Write, readHeld: Read, inOnce: Body}

// Held lists the locks held in a state.
func (r *Result) Held(s StateID) []Held {
	var list []Held
	q := r.oracle
	for _, id := range q.members(r.states.states[s].acquired) {
		t := q.tokens[id]
		mode, ok := lockModes[t.kind]
		if !ok {
			continue
		}
		at := r.acquiredAt(t)
		list = append(list, Held{Objs: q.objIDs(t.objs), Mode: mode, Func: at.fn, At: at.pt})
	}
	return list
}

// acquiredAt finds the first event that acquires a token; all are found when the first is asked for.
func (r *Result) acquiredAt(t token) site {
	if r.first == nil {
		r.first = map[token]site{}
		r.oracle.each(func(at site, e *Event) {
			for _, t := range r.oracle.acquires(at, e) {
				if _, ok := r.first[t]; !ok {
					r.first[t] = at
				}
			}
		})
	}
	return r.first[t]
}

// objIDs lists the objects of a set that the client sees.
func (v *vocabulary) objIDs(objs setID) []ObjID {
	var list []ObjID
	for _, o := range v.members(objs) {
		if o != 0 {
			list = append(list, ObjID(o))
		}
	}
	return list
}

// CommonLock reports whether a lock is held at both places such that it excludes them from each other.
func (r *Result) CommonLock(a, b Place) Protection {
	pair := [2]setID{r.states.states[a.State].acquired, r.states.states[b.State].acquired}
	how, ok := r.common[pair]
	if !ok {
		how = r.oracle.common(pair)
		if r.common == nil {
			r.common = map[[2]setID]Protection{}
		}
		r.common[pair] = how
	}
	return how
}

// Kept is what keeps two places apart that CommonLock excludes from each other.
type Kept uint8

const (
	KeptByLock  Kept = iota // a lock, or something that internal/hb does not know
	KeptByOnce              // both are in the function of one Once
	KeptBySlot              // both hold the one slot of a semaphore made of a channel
	KeptByUnset             // one has found an atomic unset that the other knows to be set (H25)
)

// Keeps tells what keeps two places apart.
func (r *Result) Keeps(a, b Place) Kept {
	q := r.oracle
	x, y := r.states.states[a.State].acquired, r.states.states[b.State].acquired
	how := KeptByLock
	for _, s := range q.members(x) {
		for _, t := range q.members(y) {
			if q.tokens[s].kind < held || q.excludes(&q.tokens[s], &q.tokens[t]) != Must {
				continue
			}
			switch k := q.tokens[s].kind; {
			case k == inOnce:
				how = KeptByOnce
			case k >= slot:
				how = KeptBySlot
			default:
				return KeptByLock
			}
		}
	}
	if how == KeptByLock && (q.initialises(x, y) || q.initialises(y, x)) {
		return KeptByUnset
	}
	return how
}

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
