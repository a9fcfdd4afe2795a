// This file counts what must come together on the ways to the two ends of a pair: the more it is, the less likely a run has it all (R30).

package races

import (
	"slices"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/explain"
	"github.com/syncvet/syncvet/internal/link"
	"github.com/syncvet/syncvet/internal/order"
)

// unlikely reports whether the ways to the two ends, from where they part, have too many uncertain steps.
func (obs *objects) unlikely(x, y *end) bool {
	a, b := x.chain(), y.chain()
	from := explain.Parting(a, b)
	return obs.uncertain(a[from:])+obs.uncertain(b[from:]) > maxSteps
}

// uncertain counts the steps of a way that a run may not take, given that it takes those before: calls without which the caller may return, and calls that may enter
// several functions.
func (obs *objects) uncertain(way []explain.ChainLink) int {
	n := 0
	for _, k := range way {
		if k.From == 0 || k.Start {
			continue
		}
		if obs.L.Insts[k.From].Unit.Flow.Calls[k.Call].Flags&facts.CallMaybe != 0 {
			n++
		}
		if obs.targetsOf(k.From, k.Call) > 1 {
			n++
		}
	}
	return n
}

// targetsOf counts the functions that a call may enter.
func (obs *objects) targetsOf(from link.InstID, call uint32) int {
	var found []order.Target
	for _, e := range obs.L.Insts[from].Out {
		if t := obs.L.Target(e.To); e.Call == call && !slices.Contains(found, t) {
			found = append(found, t)
		}
	}
	return len(found)
}
