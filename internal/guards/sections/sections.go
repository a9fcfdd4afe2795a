// Package sections finds the critical sections of functions of other packages in their facts (G17).
//
// # Tests
//
// testdata/atomicity has programs whose check and act lie in another package (TestQuick in the module's root).
package sections

import (
	"slices"

	"github.com/syncvet/syncvet/facts"
)

// HeldAt finds the sites of the locks that are surely held behind each point of a skeleton.
func HeldAt(s *facts.Spawn, locks *facts.Locks) [][]uint32 {
	held, known := make([][]uint32, len(s.Points)), make([]bool, len(s.Points))
	for changed := true; changed; {
		changed = false
		for p := range s.Points {
			in, first := []uint32(nil), true
			for _, q := range s.Points[p].Preds {
				switch {
				case !known[q]:
				case first:
					in, first = held[q], false
				default:
					in = slices.DeleteFunc(slices.Clone(in), func(g uint32) bool { return !slices.Contains(held[q], g) })
				}
			}
			if first && p > 0 {
				continue
			}
			out := after(&s.Points[p].Event, in, locks)
			if !known[p] || !slices.Equal(out, held[p]) {
				held[p], known[p], changed = out, true, true
			}
		}
	}
	return held
}

// after are the locks held behind an event.
func after(e *facts.Event, in []uint32, locks *facts.Locks) []uint32 {
	if e.Op != facts.EventLock {
		return in
	}
	x := &locks.Sites[e.Index]
	if x.Op == facts.Lock || x.Op == facts.RLock {
		if slices.Contains(in, e.Index) {
			return in
		}
		return append(slices.Clone(in), e.Index)
	}
	return slices.DeleteFunc(slices.Clone(in), func(g uint32) bool {
		y := &locks.Sites[g]
		return y.Addr == x.Addr && y.Off == x.Off
	})
}
