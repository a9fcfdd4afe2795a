// Package decided is about what decides that an access happens, and how much of a slice it touches.
package decided

import (
	"sync"
	"sync/atomic"
	"time"
)

type T struct {
	mu    sync.Mutex
	ready bool
	n     int
	state atomic.Int32
	next  atomic.Pointer[T]
}

func (t *T) locked(u *T) {
	t.mu.Lock()
	for !t.ready {
		t.mu.Unlock()
		t.mu.Lock()
	}
	t.mu.Unlock()
	u.n = 1 // gate: it was found set
}

func (t *T) notYet(u *T) {
	t.mu.Lock()
	done := t.ready
	t.mu.Unlock()
	if !done {
		u.n = 2 // no gate: it was found as it was at first
	}
}

func (t *T) counted(u *T) {
	if t.state.Add(1) == 2 {
		u.n = 1 // gate: somebody was there before
	}
	if t.state.Add(1) == 1 {
		u.n = 2 // no gate: nobody was
	}
	if t.state.Load() == 1 {
		u.n = 3 // no gate: an event of passes/spawn
	}
	if t.next.Load() != nil {
		u.n = 4 // gate
	}
}

func (t *T) pause(timer *time.Timer) {
	timer.Stop()
	t.n = 1 // paused
	timer.Reset(time.Second)
	t.n = 2
}

func parts(a, b []int) {
	copy(a[:5], b)
	copy(a, b[2:5])
	_ = append(a[:5], b...) // writes behind the first five
	clear(a[:3])
	c := a[2:]
	c[1] = 3 // index 3 of a
}

func channels(c, d chan int) {
	select {
	case c <- 1:
	case <-d:
	}
	close(c)
}

func result() (a, b *T) {
	a = new(T)
	go func() { a.n = 1 }()
	return a, b // stores a back: no write
}

func overwritten(t *T) { t.mu = sync.Mutex{} }

// SetReady makes it anything.
func (t *T) SetReady(is bool) { t.ready = is }
