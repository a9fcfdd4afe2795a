// This file is the work of several hands: a round looks at many items, finds facts to put in or take out, and does so.
// (P20)

package pointsto

import (
	"sync"
	"sync/atomic"
)

const (
	shards      = 8    // parts of the nodes, each changed by one worker at a time
	chunkItems  = 256  // see crew.chunk
	leastItems  = 2048 // see crew.least
	windowItems = 2048 // see crew.window
)

// A hit is a fact found, and the edge that it came by.
type hit struct {
	Fact
	why  edgeID // 0: the fact is to go
	was  edgeID // what has been its reason so far, of a fact that may go
	rank uint32 // that it will have, of a fact to put in
}

// A crew is what a live graph's rounds are done with.
type crew struct {
	workers int      // at least 1
	least   int      // items from which on a round is worth the workers' waiting for one another
	window  int      // items that are looked at together: more waiting if small, more facts found several times if large
	chunk   int      // items that one worker looks at in one go
	lean    bool     // memory is short: one does it all
	chunks  []finder // by chunk; kept for the next round
	hands   finder   // of a round that is not worth the workers
	shares  [shards][]Fact
	top     [shards]uint32 // the largest rank there has been, by shard
}

// A finder collects what one worker finds in one chunk.
type finder struct {
	l *Live
	// does at once what is found, and says whether it changed anything; nil if others look at the same time
	now   func(hit) bool
	done  []Fact        // what has been changed, if now
	found [shards][]hit // by shard of the node, if not now
	later []hit         // what could not be looked at with others about: to be offered again alone
	addrs []Node        // scratch: the addresses in hand
	moved []Node        // scratch: what they become on the way
	left  []Node        // scratch: those that something is to be done about
}

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
