// This file holds timers: what happens at some time, the earliest first.

package machine

import "container/heap"

// A Timer is what happens at some time.
type Timer struct {
	When   int64           // virtual time, in nanoseconds since the run began
	Period int64           // in nanoseconds; zero: once
	seq    int             // the order in which timers were set
	Index  int             // into the heap; -1: it is not set
	VC     Clock           // what happened before it was set
	Do     func(now int64) // what happens
}

// A clockface is virtual time, with what is to happen.
type clockface struct {
	Now    int64  // in nanoseconds since the run began
	Timers timers // those that are set
	seq    int    // how many were set so far
}

// timers is a heap of them.
type timers []*Timer

// Len, Less, Swap, Push and Pop are those of container/heap.
func (h timers) Len() int { return len(h) }
func (h timers) Less(i, j int) bool {
	return h[i].When < h[j].When || h[i].When == h[j].When && h[i].seq < h[j].seq
}
func (h timers) Swap(i, j int) {
	h[i], h[j] = h[j], h[i]
	h[i].Index, h[j].Index = i, j
}
func (h *timers) Push(x any) {
	x.(*Timer).Index = len(*h)
	*h = append(*h, x.(*Timer))
}
func (h *timers) Pop() any {
	old := *h
	x := old[len(old)-1]
	*h = old[:len(old)-1]
	x.Index = -1
	return x
}

// Set arms a timer.
func (r *clockface) Set(x *Timer, after int64) {
	r.seq++
	x.When, x.seq = r.Now+max(after, 0), r.seq
	heap.Push(&r.Timers, x)
}

// Unset disarms a timer, and reports whether it was armed.
func (r *clockface) Unset(x *Timer) bool {
	if x.Index < 0 || x.Index >= len(r.Timers) || r.Timers[x.Index] != x {
		return false
	}
	heap.Remove(&r.Timers, x.Index)
	return true
}

// next takes the timer that fires next, lets time pass until then, and sets it anew if it is periodical; nil: there is
// none.
func (r *clockface) next() *Timer {
	if len(r.Timers) == 0 {
		return nil
	}
	x := heap.Pop(&r.Timers).(*Timer)
	r.Now = max(r.Now, x.When)
	if x.Period > 0 {
		r.Set(x, x.Period)
	}
	return x
}
