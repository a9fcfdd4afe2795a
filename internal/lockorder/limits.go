// This file is the bounds of this package, and what each counts.

package lockorder

// Bounds of the search (fewer deadlocks).
const (
	maxAcquisitions = 20_000
	maxObjects      = 4 // of one lock
	maxCycleSteps   = 200_000
)
