// This file is the steps of locks (B3) and conditions (B6).

package blocking

// pending returns the slot that has announced itself on a lock; -1 if none has (I3).
func (s *System) pending(st state, o ObjID) int {
	for slot := range maxThreads {
		if st.live(slot) && st.mood(slot) == announced && s.at(st, slot).Obj == o {
			return slot
		}
	}
	return -1
}

// acquire adds the move of a thread that wants to write a lock, for Acquire or after CondWait.
func (m *mover) acquire(slot int, p *Point, o ObjID) {
	w, pending := m.st.object(o), m.pending(m.st, o)
	switch {
	case m.Objects[o].Open:
		m.next(slot, p)
	case w[0] != 0 || pending >= 0 && pending != slot: // another writer comes first
	case w[1] == 0:
		m.next(slot, p, func(st state) { st.object(o)[0] = uint16(slot) + 1 })
	case p.Op == Acquire && pending < 0:
		m.stay(slot, announced, Announced)
	}
}

func (m *mover) readAcquire(slot int, p *Point) {
	switch {
	case m.st.object(p.Obj)[0] != 0 || m.pending(m.st, p.Obj) >= 0:
	case m.st.reads(p.Obj, slot) == maxReads:
		m.limit = ReaderLimit
	default:
		m.next(slot, p, func(st state) { st.object(p.Obj)[1] += 1 << (2 * slot) })
	}
}

func (m *mover) release(slot int, p *Point) {
	if m.st.object(p.Obj)[0] == 0 {
		m.crash(slot, -1, UnlockOfUnlocked)
		return
	}
	m.next(slot, p, func(st state) { st.object(p.Obj)[0] = 0 })
}

// readRelease gives back a read lock of the thread; if it has none, that of the first thread that has one.
func (m *mover) readRelease(slot int, p *Point) {
	from := slot
	for i := 0; m.st.reads(p.Obj, from) == 0; i++ {
		if i == maxThreads {
			m.crash(slot, -1, UnlockOfUnlocked)
			return
		}
		from = i
	}
	m.next(slot, p, func(st state) { st.object(p.Obj)[1] -= 1 << (2 * from) })
}

func (m *mover) condWait(slot int, p *Point) {
	switch m.st.mood(slot) {
	case woken:
		m.acquire(slot, p, p.Mutex)
	case ready:
		if m.Objects[p.Mutex].Open {
			m.stay(slot, waiting, Waits)
			return
		}
		if m.st.object(p.Mutex)[0] == 0 {
			m.crash(slot, -1, UnlockOfUnlocked)
			return
		}
		st := m.stay(slot, waiting, Waits)
		st.object(p.Mutex)[0] = 0
		m.tidy(st)
	}
}

// waiters returns the threads that wait on a condition.
func (m *mover) waiters(o ObjID) []int {
	var all []int
	for slot := range maxThreads {
		if m.st.live(slot) && m.st.mood(slot) == waiting && m.at(m.st, slot).Obj == o {
			all = append(all, slot)
		}
	}
	return all
}

func (m *mover) signal(slot int, p *Point) {
	all := m.waiters(p.Obj)
	for _, w := range all {
		l := plain(slot, Woke)
		l.with = int8(w)
		m.to(slot, p.Next, l, func(st state) { st[w*slotWords+2] = woken })
	}
	if len(all) == 0 {
		m.next(slot, p)
	}
}

func (m *mover) broadcast(slot int, p *Point) {
	m.next(slot, p, func(st state) {
		for _, w := range m.waiters(p.Obj) {
			st[w*slotWords+2] = woken
		}
	})
}
