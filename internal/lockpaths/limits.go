// This file is the bounds of this package, and what each counts.

package lockpaths

// maxOrders bounds what is kept of one package (fewer deadlocks).
const maxOrders = 4096

// maxWays bounds the states of one block.
const maxWays = 48

// maxVisits bounds the states of one function.
const maxVisits = 4000

// maxSlotCallees bounds the functions that are looked at for one.
const maxSlotCallees = 50

// Bounds of a summary: what is cut off is not reported (fewer deadlocks).
const (
	maxTakes = 12
	maxWaits = 6 // takes that are waits are not added past that
	maxHops  = 8
)
