// This file is the bounds of this package: what each counts, and which way what lies past it errs. Halved and doubled:
// of how many programs the findings differ then (docs/results.md, Bounds).

package lockorder

// Bounds of the search (fewer deadlocks).
const (
	maxAcquisitions = 20_000  // of one link; past it the link counts as incomplete; halved 0, doubled 0
	maxObjects      = 4       // of one lock; what may be more has no edges; halved 0, doubled 0
	maxCycleSteps   = 200_000 // steps of the search for cycles; halved 0, doubled 0
)
