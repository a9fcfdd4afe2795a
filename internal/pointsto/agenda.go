// This file is the agenda: which nodes have addresses to propagate, swept in topological order again and again.

package pointsto

import "math/bits"

// An agenda is a set of positions: a bitmap, and a bitmap of its words that are not zero. The zero value is empty.
type agenda struct {
	words   []uint64 // bit p%64 of words[p/64]: position p is in the set
	summary []uint64 // bit w%64 of summary[w/64]: words[w] is not zero
	cursor  uint32   // where the sweep is: next goes up from here, then starts again from 0
}

// add puts a position into the set.
func (q *agenda) add(p uint32) {
	w := p / 64
	if int(w) >= len(q.words) {
		q.words = append(q.words, make([]uint64, int(w)+1-len(q.words))...)
		q.summary = append(q.summary, make([]uint64, int(w)/64+1-len(q.summary))...)
	}
	q.words[w] |= 1 << (p % 64)
	q.summary[w/64] |= 1 << (w % 64)
}

// next takes out the next position of the sweep. If there is none, ok is false.
func (q *agenda) next() (p uint32, ok bool) {
	p, ok = q.from(q.cursor)
	if !ok {
		p, ok = q.from(0)
	}
	if !ok {
		return 0, false
	}
	w := p / 64
	q.words[w] &^= 1 << (p % 64)
	if q.words[w] == 0 {
		q.summary[w/64] &^= 1 << (w % 64)
	}
	q.cursor = p + 1
	return p, true
}

// from returns the first position at or after p.
func (q *agenda) from(p uint32) (uint32, bool) {
	if w, ok := first(q.words, p, int(p/64)+1); ok {
		return w, true
	}
	w, ok := first(q.summary, p/64+1, len(q.summary))
	if !ok {
		return 0, false
	}
	return w*64 + uint32(bits.TrailingZeros64(q.words[w])), true
}

// first returns the first set bit of m at or after bit i, in the words before `end`.
func first(m []uint64, i uint32, end int) (uint32, bool) {
	mask := ^uint64(0) << (i % 64)
	for w := int(i / 64); w < min(end, len(m)); w++ {
		if word := m[w] & mask; word != 0 {
			return uint32(w*64 + bits.TrailingZeros64(word)), true
		}
		mask = ^uint64(0)
	}
	return 0, false
}

// reset empties the set.
func (q *agenda) reset() {
	clear(q.words)
	clear(q.summary)
	q.cursor = 0
}
