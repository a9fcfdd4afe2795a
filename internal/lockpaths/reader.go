// This file is who reads a function for what its instructions do to locks, semaphores and what is waited for; ways
// through the function play no part yet.

package lockpaths

import (
	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/internal/branch"
	"github.com/syncvet/syncvet/internal/place"
)

// A reader knows what the instructions of one function do.
type reader struct {
	r        *Result
	fn       *ssa.Function
	graph    *branch.Graph
	spots    *place.Paths
	blocks   [][]happening // by block
	some     bool          // some happening matters
	recovers bool          // a deferred function recovers panics
}

// read reads a function.
func (r *Result) read(fn *ssa.Function) *reader {
	m := &reader{r: r, fn: fn, graph: r.Flow.Graph(fn), recovers: recovers(fn)}
	m.spots = place.NewPaths(fn, r.Places, m.graph.Cyclic)
	m.gather()
	return m
}

// gather finds the happenings, and whether there are any that matter.
func (m *reader) gather() {
	m.blocks = make([][]happening, len(m.fn.Blocks))
	for _, b := range m.fn.Blocks {
		if !m.graph.Reached(b) {
			continue
		}
		m.blocks[b.Index] = m.happeningsOf(b)
		for i := range m.blocks[b.Index] {
			h := &m.blocks[b.Index][i]
			m.some = m.some || h.op != 0 || h.slot != noSlot || len(h.takes)+len(h.changes)+len(h.invokes)+len(h.slots)+len(h.gives) > 0
		}
	}
}
