// This file is the steps: what each operation can do in a state, one method per operation.

package blocking

import "fmt"

// A Limit says why a search is unfinished (B14).
type Limit uint8

const (
	NoLimit      Limit = iota // it is finished
	StateLimit                // more states than the budget
	ThreadLimit               // more threads at one time than a state has room for
	CounterLimit              // a WaitGroup counted too far
	ReaderLimit               // one thread read-locked one lock too often
)

// A move is one step from a state.
type move struct {
	to    state // the state after it
	label label // what it was
	why   Panic // why it panics; zero if it does not
}

// A label describes a move without its states.
type label struct {
	slot    int8    // who moves
	with    int8    // who moves with it, is spawned or is woken by a signal; -1 if nobody
	choice  int16   // index of the case or choice it takes; -1 if it has none
	answer  int16   // the same of with
	outcome Outcome // what happens
}

// A mover computes the moves from one state.
type mover struct {
	*System
	st    state  // where they start
	out   []move // the moves so far
	limit Limit  // a limit that was hit
}

// moves returns the moves from a state in a fixed order. If only is a slot rather than -1, just those of that slot.
func (s *System) moves(st state, only int) ([]move, Limit) {
	m := &mover{System: s, st: st}
	for slot := range maxThreads {
		if st.live(slot) && (only < 0 || only == slot) {
			m.step(slot)
		}
	}
	return m.out, m.limit
}

// at returns the point at which a live thread stands.
func (s *System) at(st state, slot int) *Point { return &s.Procs[st.proc(slot)].Points[st.point(slot)] }

// step adds the moves of a thread.
func (m *mover) step(slot int) {
	p := m.at(m.st, slot)
	if operand[p.Op] != NoObject && operand[p.Op] != Chan && m.Objects[p.Obj].Open {
		m.open(slot, p)
		return
	}
	switch p.Op {
	case Branch:
		for i, target := range p.Choices {
			m.to(slot, target, label{choice: int16(i), with: -1, answer: -1})
		}
	case Send, Recv, Select:
		m.communicate(slot, p)
	case Close:
		m.close(slot, p)
	case Acquire:
		m.acquire(slot, p, p.Obj)
	case RAcquire:
		m.readAcquire(slot, p)
	case Release:
		m.release(slot, p)
	case RRelease:
		m.readRelease(slot, p)
	case Add:
		m.add(slot, p)
	case Wait:
		if m.st.object(p.Obj)[0] == 0 {
			m.next(slot, p)
		}
	case Spawn:
		m.spawn(slot, p)
	case OnceDo:
		m.once(slot, p)
	case OnceEnd:
		m.next(slot, p, func(st state) { st.object(p.Obj)[0] = 1 })
	case CondWait:
		m.condWait(slot, p)
	case Signal:
		m.signal(slot, p)
	case Broadcast:
		m.broadcast(slot, p)
	case Test:
		m.test(slot, p)
	case Take:
		m.grab(slot, p)
	case Tally:
		m.tally(slot, p)
	case Set:
		m.next(slot, p, func(st state) { m.know(st, slot, p.Cell, p.Value) })
	case Exit:
		m.out = append(m.out, move{to: m.newState(), label: plain(slot, Ended)})
	default:
		panic(fmt.Sprintf("blocking: operation %d", p.Op))
	}
}

// plain is the label of a move by one thread without choice.
func plain(slot int, o Outcome) label {
	return label{slot: int8(slot), with: -1, choice: -1, answer: -1, outcome: o}
}

// next adds a move to Next that also does something to the state.
func (m *mover) next(slot int, p *Point, do ...func(state)) {
	m.to(slot, p.Next, plain(slot, Proceeded), do...)
}

// to adds a move of one thread to a point that also does something to the state.
func (m *mover) to(slot int, target PointID, l label, do ...func(state)) {
	st := m.copy()
	for _, f := range do {
		f(st)
	}
	m.arrive(st, slot, target)
	l.slot = int8(slot)
	m.out = append(m.out, move{to: st, label: l})
}

// stay adds a move that changes a thread's mood only.
func (m *mover) stay(slot int, md mood, o Outcome) state {
	st := m.copy()
	st[slot*slotWords+2] = md
	m.out = append(m.out, move{to: st, label: plain(slot, o)})
	return st
}

// crash adds a move that panics, and with that ends the program (B9).
func (m *mover) crash(slot, choice int, why Panic) {
	l := plain(slot, Panicked)
	l.choice = int16(choice)
	m.out = append(m.out, move{to: m.newState(), label: l, why: why})
}

func (m *mover) copy() state { return append(state(nil), m.st...) }

// arrive puts a thread at a point; at the end its slot becomes free.
func (m *mover) arrive(st state, slot int, target PointID) {
	st[slot*slotWords+1] = uint16(target)
	st[slot*slotWords+2] = ready
	m.tidy(st)
}

// tidy empties the slots of threads that have ended and hold nothing (I2).
func (m *mover) tidy(st state) {
	for slot := range maxThreads {
		if st.proc(slot) != 0 && !st.live(slot) {
			clear(st[slot*slotWords+2 : (slot+1)*slotWords])
			if !m.holds(st, slot) {
				st[slot*slotWords] = 0
			}
		}
	}
}

// holds reports whether a slot holds a lock or runs a Once.
func (s *System) holds(st state, slot int) bool {
	for o := 1; o < len(s.Objects); o++ {
		w := st.object(ObjID(o))
		switch s.Objects[o].Kind {
		case Lock:
			if int(w[0]) == slot+1 || st.reads(ObjID(o), slot) > 0 {
				return true
			}
		case Once:
			if int(w[0]) == slot+2 {
				return true
			}
		}
	}
	return false
}

// open adds the moves of an operation that is no channel's on an open object (B8).
func (m *mover) open(slot int, p *Point) {
	m.next(slot, p)
	switch p.Op {
	case OnceDo:
		m.to(slot, p.Alt, plain(slot, RunsBody))
	case Tally:
		m.to(slot, p.Alt, plain(slot, WasFalse))
	}
}

func (m *mover) add(slot int, p *Point) { // (B4)
	n := int(m.st.object(p.Obj)[0]) + p.N
	switch {
	case n < 0:
		m.crash(slot, -1, NegativeCounter)
	case n > maxCount:
		m.limit = CounterLimit
	default:
		m.next(slot, p, func(st state) { st.object(p.Obj)[0] = uint16(n) })
	}
}

func (m *mover) spawn(slot int, p *Point) {
	// The spawner keeps its slot until the child has one, even if it ends here.
	for child := range maxThreads {
		if m.st.proc(child) == 0 {
			l := plain(slot, Spawned)
			l.with = int8(child)
			m.to(slot, p.Next, l, func(st state) { st.enter(child, p.Proc) })
			return
		}
	}
	m.limit = ThreadLimit
}

func (m *mover) once(slot int, p *Point) { // (B5)
	switch m.st.object(p.Obj)[0] {
	case 0:
		m.to(slot, p.Alt, plain(slot, RunsBody), func(st state) { st.object(p.Obj)[0] = uint16(slot) + 2 })
	case 1:
		m.next(slot, p)
	}
}

func (m *mover) test(slot int, p *Point) { // (B7)
	word, shift := m.st.cellWord(slot, p.Cell, len(m.Objects))
	known := Value(*word >> shift & 3)
	if known != False {
		m.to(slot, p.Next, plain(slot, WasTrue), func(st state) { m.know(st, slot, p.Cell, True) })
	}
	if known != True {
		m.to(slot, p.Alt, plain(slot, WasFalse), func(st state) { m.know(st, slot, p.Cell, False) })
	}
}

func (m *mover) grab(slot int, p *Point) { // (B21)
	word, shift := m.st.cellWord(slot, p.Cell, len(m.Objects))
	known := Value(*word >> shift & 3)
	set := func(st state) { m.know(st, slot, p.Cell, p.Value) }
	if known != p.Value {
		m.to(slot, p.Next, plain(slot, WasFalse), set)
	}
	if known == p.Value || known == Forgotten {
		m.to(slot, p.Alt, plain(slot, WasTrue), set)
	}
}

func (m *mover) tally(slot int, p *Point) { // (B22)
	n := int(int16(m.st.object(p.Obj)[0])) + p.N
	set := func(st state) { st.object(p.Obj)[0] = uint16(int16(n)) }
	switch {
	case n < -maxCount || n > maxCount:
		m.limit = CounterLimit
	case n == 0:
		m.to(slot, p.Alt, plain(slot, Proceeded), set)
	default:
		m.next(slot, p, set)
	}
}

// know stores a value in a cell.
func (m *mover) know(st state, slot int, c Cell, v Value) {
	word, shift := st.cellWord(slot, c, len(m.Objects))
	*word = *word&^(3<<shift) | uint16(v)<<shift
}
