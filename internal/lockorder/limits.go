// This file is the bounds of this package: what each counts, and which way what lies past it errs. What has no figure
// was chosen, not measured.

package lockorder

// Bounds of the search (fewer deadlocks).
const (
	maxAcquisitions = 20_000  // of one link; past it the link counts as incomplete
	maxObjects      = 4       // of one lock; what may be more has no edges
	maxCycleSteps   = 200_000 // steps of the search for cycles
)
