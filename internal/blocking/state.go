// This file is one state as a row of words: five per thread slot, two per object, one per eight shared cells. Equal
// states have equal words, so that a state can be a map key.

package blocking

// A state is where all threads stand and what all objects hold.
//
// By slot: the process (zero if empty), the point (zero if ended), the mood, the cells (two bits each, eight to a
// word). By object: Chan: number of values, 1 if closed. Lock: slot+1 of the writer, read locks by slot (two bits
// each). WaitGroup: the counter. Once: 0 if new, 1 if it has run, slot+2 while it runs.
type state []uint16

// A mood is how a thread stands at its point.
type mood = uint16

const (
	ready     mood = iota // before its operation
	announced             // Acquire: keeps readers out (B3)
	waiting               // CondWait: not woken yet (B6)
	woken                 // CondWait: needs the mutex (B6)
)

const slotWords = 3 + maxCells/8

// newState returns the state without threads, in which nothing is held.
func (s *System) newState() state {
	return make(state, slotWords*maxThreads+2*len(s.Objects)+(s.Cells+7)/8)
}

func (st state) proc(slot int) ProcID   { return ProcID(st[slot*slotWords]) }
func (st state) point(slot int) PointID { return PointID(st[slot*slotWords+1]) }
func (st state) mood(slot int) mood     { return st[slot*slotWords+2] }

// live reports whether a slot is a thread that has not ended.
func (st state) live(slot int) bool { return st.point(slot) != 0 }

// object returns the two words of an object.
func (st state) object(o ObjID) []uint16 {
	at := slotWords*maxThreads + 2*int(o)
	return st[at : at+2]
}

// reads returns how often a slot holds a lock for reading.
func (st state) reads(o ObjID, slot int) uint16 { return st.object(o)[1] >> (2 * slot) & 3 }

// cellWord returns the word and the shift of a cell, as seen by a slot (B7).
func (st state) cellWord(slot int, c Cell, objects int) (*uint16, int) {
	if c > 0 {
		i := int(c) - 1
		return &st[slot*slotWords+3+i/8], 2 * (i % 8)
	}
	i := int(-c) - 1
	return &st[slotWords*maxThreads+2*objects+i/8], 2 * (i % 8)
}

// enter puts a thread at the start of a process.
func (st state) enter(slot int, p ProcID) {
	words := st[slot*slotWords:][:slotWords]
	clear(words)
	words[0], words[1] = uint16(p), 1
}

// key encodes a state.
func (st state) key(buf []byte) []byte {
	for _, w := range st {
		buf = append(buf, byte(w), byte(w>>8))
	}
	return buf
}

// decode is the inverse of key.
func decode(key string) state {
	st := make(state, len(key)/2)
	for i := range st {
		st[i] = uint16(key[2*i]) | uint16(key[2*i+1])<<8
	}
	return st
}
