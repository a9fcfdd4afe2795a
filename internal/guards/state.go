// This file is what is known of locks at an instruction, relative to what the caller holds (G2).

package guards

import (
	"golang.org/x/tools/go/ssa"
)

// unknownLock is the class of locks that cannot be named: who holds one may hold any.
const unknownLock = 0

// An operation is what a call does to a lock.
type operation struct {
	class  int       // of the lock; unknownLock if it cannot be named
	lock   bool      // it takes the lock; else it releases it
	write  bool      // exclusively
	try    bool      // only where the result is true
	origin ssa.Value // what leads to the lock, as the call has it
}

// A state is what a function has done to locks since it was entered.
type state struct {
	must  set // taken here and surely still held
	twice set // of two objects of one class, both surely held
	may   set // taken here and perhaps still held
	lost  set // perhaps released although the caller held it
	gone  set // surely released, if the caller held it
	seen  set // surely taken here, released or not
	owed  set // surely released here without having been taken here: whoever called held it (G24)
}

func (s state) join(t state) state {
	return state{
		s.must.and(t.must),
		s.twice.and(t.twice),
		s.may.or(t.may),
		s.lost.or(t.lost),
		s.gone.and(t.gone),
		s.seen.and(t.seen),
		s.owed.and(t.owed),
	}
}

// then is the state after a callee with a net effect, entered in this state.
func (s state) then(n state) state {
	return state{
		must: s.must.minus(n.lost).or(n.must), twice: s.twice.minus(n.lost),
		may: s.may.minus(n.gone).or(n.may), lost: s.lost.or(n.lost), gone: s.gone.or(n.gone), seen: s.seen.or(n.seen),
		owed: s.owed.or(n.owed.minus(s.must).minus(s.seen)),
	}
}

// apply performs an operation.
func (s state) apply(op operation) state {
	l := lock(op.class, op.write)
	all := lock(op.class, true)
	if op.lock {
		s.seen = s.seen.or(lock(op.class, false))
	}
	switch {
	case op.lock && s.must.has(op.class, op.write):
		s.twice = s.twice.or(l)
	case op.lock:
		s.must, s.may = s.must.or(l), s.may.or(l)
	case s.twice.has(op.class, op.write):
		s.twice = s.twice.minus(all)
	case s.must.has(op.class, false):
		s.must, s.may = s.must.minus(all), s.may.minus(all)
	default:
		if op.class != unknownLock && !s.seen.has(op.class, false) {
			s.owed = s.owed.or(l)
		}
		s.may, s.lost, s.gone = s.may.minus(all), s.lost.or(all), s.gone.or(all)
	}
	return s
}
