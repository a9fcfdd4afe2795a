// This file compares locksets (H15, H17).

package hb

// A Held is a lock that is held for sure.
type Held struct {
	Objs []ObjID // what the lock may be
	Mode Mode    // for reading, for writing, or in the body of a Once
	Func FuncID  // where it may have been taken: the first such event of the program
	At   PointID // the point of Func; zero with Func if it was not taken in the program
}

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

// CommonLock reports whether a lock is held at both places such that it excludes them from each other.
func (r *Result) CommonLock(a, b Place) Protection {
	how := r.lockset(a, b)
	if how < Must {
		how = max(how, turnTaking{r.oracle.occurrences}.takeTurns(r.place(a), r.place(b)))
	}
	return how
}

// lockset is CommonLock by what both have acquired.
func (r *Result) lockset(a, b Place) Protection {
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
	KeptByTurn              // they take turns, by messages there and back (H32)
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
	if how == KeptByLock && (turnTaking{q.occurrences}).takeTurns(r.place(a), r.place(b)) == Must {
		return KeptByTurn
	}
	if how == KeptByLock && (q.initialises(x, y) || q.initialises(y, x)) {
		return KeptByUnset
	}
	return how
}
