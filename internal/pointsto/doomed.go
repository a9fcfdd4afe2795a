// This file is the facts that lost their reason, oldest first: when one is looked at, what is older than it has been decided,
// so each is looked at once. (P15)

package pointsto

// candidates is a binary heap by rank. The zero value is empty.
type candidates struct {
	heap []lost
}

// add puts in a fact.
func (q *candidates) add(f lost) {
	q.heap = append(q.heap, f)
	h := q.heap
	for i := len(h) - 1; i > 0; {
		up := (i - 1) / 2
		if h[up].rank <= h[i].rank {
			break
		}
		h[i], h[up] = h[up], h[i]
		i = up
	}
}

// next takes out the oldest fact.
func (q *candidates) next() (f lost, ok bool) {
	h := q.heap
	if len(h) == 0 {
		return lost{}, false
	}
	f = h[0]
	last := len(h) - 1
	h[0] = h[last]
	h = h[:last]
	q.heap = h
	for i := 0; ; {
		c := 2*i + 1
		if c >= len(h) {
			return f, true
		}
		if c+1 < len(h) && h[c+1].rank < h[c].rank {
			c++
		}
		if h[i].rank <= h[c].rank {
			return f, true
		}
		h[i], h[c] = h[c], h[i]
		i = c
	}
}

// reset empties the heap.
func (q *candidates) reset() { q.heap = nil }
