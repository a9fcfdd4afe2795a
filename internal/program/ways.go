// This file counts what must come together on the ways to the two ends of a pair: the more it is, the less likely a run has it all (R30).

package program

import (
	"slices"

	"github.com/syncvet/syncvet/facts"
)

// maxSteps bounds the uncertain steps on both ways of a pair that is not certain in other respects.
const maxSteps = 4

// unlikely tells whether the ways to the two ends, from where they part, have too many uncertain steps.
func (d *detector) unlikely(x, y *candidate) bool {
	a, b := d.chain(x), d.chain(y)
	from := parting(a, b)
	return d.uncertain(a[from:])+d.uncertain(b[from:]) > maxSteps
}

// parting is the number of links, from the root on, that two ways have in common.
func parting(a, b []chainLink) int {
	n := 0
	for n < len(a) && n < len(b) && a[n].inst == b[n].inst && a[n].call == b[n].call {
		n++
	}
	return n
}

// uncertain counts the steps of a way that a run may not take, given that it takes those before: calls without which the caller may return, and calls that may enter
// several functions.
func (d *detector) uncertain(way []chainLink) int {
	n := 0
	for _, k := range way {
		if k.from == 0 || k.start {
			continue
		}
		if d.l.insts[k.from].unit.flow.Calls[k.call].Flags&facts.CallMaybe != 0 {
			n++
		}
		if d.targetsOf(k.from, k.call) > 1 {
			n++
		}
	}
	return n
}

// targetsOf counts the functions that a call may enter.
func (d *detector) targetsOf(from instID, call uint32) int {
	var found []target
	for _, e := range d.l.insts[from].out {
		if t := d.l.target(e.to); e.call == call && !slices.Contains(found, t) {
			found = append(found, t)
		}
	}
	return len(found)
}
