// This file counts what must come together on the way to an access: the more it is, the less likely a run has it all.

package explain

import (
	"slices"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/link"
	"github.com/syncvet/syncvet/internal/order"
)

// Uncertain counts the steps of a way that a run may not take, given that it takes those before: calls without which
// the caller may return, and calls that may enter several functions.
func (d *Paths) Uncertain(way []ChainLink) int {
	n := 0
	for _, k := range way {
		if k.From == 0 || k.Start {
			continue
		}
		if d.L.Insts[k.From].Unit.Flow.Calls[k.Call].Flags&facts.CallMaybe != 0 {
			n++
		}
		if d.TargetsOf(k.From, k.Call) > 1 {
			n++
		}
	}
	return n
}

// TargetsOf counts the functions that a call may enter.
func (d *Paths) TargetsOf(from link.InstID, call uint32) int {
	var found []order.Target
	for _, e := range d.L.Insts[from].Out {
		if t := d.L.Target(e.To); e.Call == call && !slices.Contains(found, t) {
			found = append(found, t)
		}
	}
	return len(found)
}
