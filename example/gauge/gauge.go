// Package gauge counts what is in flight, without locks.
package gauge

import "sync/atomic"

// A Gauge goes up and down.
type Gauge struct {
	now  int64
	peak atomic.Int64
}

// Enter counts up.
func (g *Gauge) Enter() {
	now := atomic.AddInt64(&g.now, 1)
	for {
		peak := g.peak.Load()
		if now <= peak || g.peak.CompareAndSwap(peak, now) {
			return
		}
	}
}

// Leave counts down.
func (g *Gauge) Leave() {
	atomic.AddInt64(&g.now, -1)
}

// Idle reports whether nothing is in flight.
func (g *Gauge) Idle() bool {
	return g.now == 0
}

// Peak returns the highest count so far.
func (g *Gauge) Peak() int64 {
	return g.peak.Load()
}
