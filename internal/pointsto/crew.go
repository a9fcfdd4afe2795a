// This file is the work of several hands: a round looks at many items, finds facts to put in or take out, and does so.
// (P20)

package pointsto

import (
	"sync"
	"sync/atomic"
)

// shard is the part of the nodes that a node is in.
func shard(n Node) int { return int(n>>4) % shards }

// emit reports a hit.
func (f *finder) emit(h hit) {
	if f.now == nil {
		s := shard(h.Node)
		f.found[s] = append(f.found[s], h)
	} else if f.now(h) {
		f.done = append(f.done, h.Fact)
	}
}

// round has items looked at and does what is found: apply changes one fact and reports whether there was a change. It
// appends the changed facts to list and returns it, with what has to be looked at alone. Items looked at together see
// the state before the round if there are enough of them for several workers. Apply is called for one node by one
// worker only.
func (l *Live) round(items int, look func(f *finder, from, to int), apply func(hit) bool, list []Fact) ([]Fact, []hit) {
	c := &l.crew
	if c.workers == 1 || c.lean || items < c.least {
		f := &c.hands
		f.l, f.now, f.done, f.later = l, apply, list, f.later[:0]
		look(f, 0, items)
		list, f.done = f.done, nil
		return list, f.later
	}
	c.hands.later = c.hands.later[:0]
	for from := 0; from < items; from += c.window {
		list = l.rush(from, min(items, from+c.window), look, apply, list)
	}
	return list, c.hands.later
}

// rush has several workers look at some items together.
func (l *Live) rush(from, to int, look func(f *finder, from, to int), apply func(hit) bool, list []Fact) []Fact {
	c := &l.crew
	n := (to - from + c.chunk - 1) / c.chunk
	for len(c.chunks) < n {
		c.chunks = append(c.chunks, finder{})
	}
	c.share(n, func(k int) {
		f := &c.chunks[k]
		f.reset(l)
		look(f, from+k*c.chunk, min(to, from+(k+1)*c.chunk))
	})
	c.share(shards, func(s int) {
		c.shares[s] = c.shares[s][:0]
		for k := range c.chunks[:n] {
			for _, h := range c.chunks[k].found[s] {
				if apply(h) {
					c.shares[s] = append(c.shares[s], h.Fact)
				}
			}
		}
	})
	for k := range c.chunks[:n] {
		c.hands.later = append(c.hands.later, c.chunks[k].later...)
	}
	for s := range c.shares {
		list = append(list, c.shares[s]...)
	}
	return list
}

// reset makes a finder ready for a chunk.
func (f *finder) reset(l *Live) {
	f.l, f.later = l, f.later[:0]
	for s := range f.found {
		f.found[s] = f.found[s][:0]
	}
}

// share has the workers do n things.
func (c *crew) share(n int, do func(k int)) {
	var next atomic.Int64
	work := func() {
		for {
			k := int(next.Add(1)) - 1
			if k >= n {
				return
			}
			do(k)
		}
	}
	var others sync.WaitGroup
	for range min(c.workers, n) - 1 {
		others.Go(work)
	}
	work()
	others.Wait()
}

// rest lets go of memory that only a large update needs.
func (c *crew) rest() {
	if len(c.chunks) > 64 {
		c.chunks = nil
		c.shares = [shards][]Fact{}
	}
}

// reuse empties a list for the next update, and lets a large one go.
func reuse[T any](list []T) []T {
	if cap(list) > keptScratch {
		return nil
	}
	return list[:0]
}
