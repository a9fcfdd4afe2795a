// This file is the cap on memory: a live graph that would need more stops growing, and says so. (P21)

package pointsto

import (
	"unsafe"
)

const (
	entryBytes = int(unsafe.Sizeof(entry{}))
	// edgeBytes is an edge, its places in the lists of its ends, and how many facts it is the reason of.
	edgeBytes = int(unsafe.Sizeof(edge{})) + 2*int(unsafe.Sizeof(end{})) + 4
	factBytes = int(unsafe.Sizeof(Fact{}))
	hitBytes  = int(unsafe.Sizeof(hit{}))
	// nodeBytes is what each node has whether it holds facts or not: its set's header, the heads of four lists, its owner
	// and its watch.
	nodeBytes = int(unsafe.Sizeof(factSet{})) + int(unsafe.Sizeof(watch{})) + 2*int(unsafe.Sizeof([]end{})) + 3*4
	// conBytes is what each constraint has: itself, and its places in the lists of its trigger and its guard.
	conBytes = int(unsafe.Sizeof(guarded{})) + 2*int(unsafe.Sizeof(cell{}))
)

// afford makes room for some more bytes of facts or edges. It reports false if there is none; then the update is cut
// off after this round. It may be called by several workers.
func (l *Live) afford(bytes int) bool {
	if bytes == 0 {
		return true
	}
	if l.memory > 0 && l.held.Load()+int64(bytes) > l.ceiling {
		l.full.Store(true)
		return false
	}
	l.held.Add(int64(bytes))
	return true
}

// roomy prepares for a round. It reports false if there was no room in the last one. As memory runs short it lets go of
// scratch first, and then has one worker do all, who needs none for what is found.
func (l *Live) roomy() bool {
	if l.memory == 0 {
		return true
	}
	if l.full.Load() {
		return false
	}
	l.ceiling = int64(l.memory - l.fixed() - l.passing())
	if l.held.Load()+l.held.Load()/8 > l.ceiling {
		l.crew.chunks, l.crew.shares, l.crew.lean = nil, [shards][]Fact{}, true
		l.scratch = gathering{}
		l.ceiling = int64(l.memory - l.fixed() - l.passing())
	}
	return true
}

// fixed is the bytes held for what the client has made and stated.
func (l *Live) fixed() int {
	return len(l.sets)*nodeBytes + len(l.cons)*conBytes + len(l.objects)*int(unsafe.Sizeof(object{}))
}

// passing is the bytes held for the time of an update: as much again as the queue has, in case that it has to grow.
func (l *Live) passing() int {
	n := 2*cap(
		l.queue,
	)*factBytes + (cap(l.gone)+cap(l.lost))*factBytes + 4*(cap(l.opened)+cap(l.closed)+cap(l.doubts)) + cap(
		l.scratch.sorted,
	)*factBytes + cap(
		l.scratch.place,
	)*4
	for _, was := range l.before {
		n += 24 + cap(was)*4
	}
	for k := range l.crew.chunks {
		for s := range l.crew.chunks[k].found {
			n += cap(l.crew.chunks[k].found[s]) * hitBytes
		}
	}
	return n
}

// released takes note of bytes not held any more.
func (l *Live) released(bytes int) { l.held.Add(-int64(bytes)) }

// Stats returns sizes and work so far.
func (l *Live) Stats() LiveStats {
	s := l.stats
	s.Nodes, s.Facts, s.Derived = l.NumNodes(), l.facts, l.edges.number()
	s.Bytes = l.fixed() + int(l.held.Load())
	for i := range l.cons[1:] {
		if l.cons[i+1].state == alive {
			s.Constraints++
		}
	}
	return s
}
