// WaitGroup, Once, Cond, atomics, groups, tests.
package objects

import (
	"sync"
	"sync/atomic"
	"testing"
)

type T struct {
	wg    sync.WaitGroup
	once  sync.Once
	cond  *sync.Cond
	state atomic.Int32
	flag  atomic.Bool
	old   int32
	n     int
}

func (t *T) groups(k int) {
	t.wg.Add(1)
	t.wg.Add(k)
	t.wg.Add(-1)
	t.wg.Done()
	t.wg.Wait()
}

func (t *T) started() {
	t.wg.Go(func() { t.n++ })
	t.wg.Wait()
}

func (t *T) lazily() {
	t.once.Do(func() { t.n = 1 })
}

func (t *T) waiting() {
	t.cond.L.Lock()
	for t.n == 0 {
		t.cond.Wait()
	}
	t.cond.Signal()
	t.cond.L.Unlock()
}

// stores, loads: only what a condition tells is an event.
func (t *T) atomics() int {
	t.state.Store(2)
	t.state.Add(1)
	atomic.StoreInt32(&t.old, 3)
	_ = t.state.Load()
	if t.state.Load() == 2 {
		return 1
	}
	if atomic.LoadInt32(&t.old) != 3 {
		return 2
	}
	for !t.flag.Load() {
	}
	return 3
}

// swaps succeeds on one edge.
func (t *T) swaps() bool {
	if t.state.CompareAndSwap(0, 1) {
		return true
	}
	return t.state.CompareAndSwap(1, 2)
}

func subtests(t *testing.T) {
	t.Run("serial", func(t *testing.T) { println(1) })
	t.Run("parallel", func(t *testing.T) { t.Parallel() })
	t.Parallel()
}

func benchmark(b *testing.B) {
	b.RunParallel(func(pb *testing.PB) { println(2) })
}

// A countdown is moved atomically, and by a guarded variable.
type countdown struct {
	left atomic.Int32
	mu   sync.Mutex
	n    int
	done chan int
}

// last finds that it is the last one; first, that it is the first.
func (c *countdown) last() {
	if c.left.Add(-1) == 0 {
		close(c.done)
	}
	c.mu.Lock()
	c.n--
	last := c.n == 0
	c.mu.Unlock()
	if !last {
		return
	}
	c.done <- 1
}

func (c *countdown) first() {
	if c.left.Add(1) == 1 {
		c.done <- 2
	}
}
