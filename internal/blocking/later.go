// This file asks whether somebody who comes later can wake threads that are stuck (B18).

package blocking

import "slices"

// helped reports whether stuck threads of a state may go on when the processes of Later are started then. Where that
// is not found out within the bounds, they are taken to (fewer deadlocks).
func (g *graph) helped(st state, stuck uint8) bool {
	if len(g.Later) == 0 {
		return false
	}
	st = slices.Clone(st)
	for _, p := range g.Later {
		slot := 0
		for slot < maxThreads && st.proc(slot) != 0 {
			slot++
		}
		if slot == maxThreads {
			return true
		}
		st.enter(slot, p)
	}
	after := g.System.searchFrom(st, maxHelp, false)
	return after.limit != NoLimit || slices.ContainsFunc(after.edges, func(e edge) bool { return e.movers&stuck != 0 })
}
