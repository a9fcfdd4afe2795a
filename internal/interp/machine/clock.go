// This file holds vector clocks, which say what has happened before what, and what of a thread others need to know
// (V20).

package machine

// A Clock says of each thread how much of it has happened before.
type Clock []uint32

// Join makes a clock know what another one knows.
func (c *Clock) Join(d Clock) {
	if len(*c) < len(d) {
		*c = append(*c, make(Clock, len(d)-len(*c))...)
	}
	for i, x := range d {
		if x > (*c)[i] {
			(*c)[i] = x
		}
	}
}

// Copy gives a copy of a clock.
func (c Clock) Copy() Clock { return append(Clock(nil), c...) }

// knows reports whether a moment of a thread has happened before.
func (c Clock) knows(id int, at uint32) bool { return id < len(c) && at <= c[id] }

// A state is what a thread does.
type state uint8

// The states of threads.
const (
	ready   state = iota // it can go on
	Blocked              // it waits for something
	Ended                // it is over
)

// A timeline is what others need to know of a thread: how far it is, and how it is woken.
type timeline struct {
	ID    int   // the thread's number; the first one has 0
	VC    Clock // what has happened before; its own entry counts its moments
	State state // what it does
	got   Value // what woke it gave it; nil while it runs
}

// Tick begins a new moment of a thread: what comes now does not happen before what was given away.
func (t *timeline) Tick() { t.VC[t.ID]++ }

// Release gives what a thread has done so far to whoever acquires the clock.
func (t *timeline) Release(c *Clock) {
	c.Join(t.VC)
	t.Tick()
}

// Acquire makes what was released known to a thread.
func (t *timeline) Acquire(c Clock) { t.VC.Join(c) }

// Wake lets a thread that waits go on.
func (t *timeline) Wake(v Value) { t.State, t.got = ready, v }
