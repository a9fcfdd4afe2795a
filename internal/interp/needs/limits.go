// This file is the bounds of this package: what each counts, and which way what lies past it errs. Halved and doubled:
// of how many programs the findings differ then (docs/results.md, Bounds).

package needs

// Bounds of what is loaded (fewer races, fewer deadlocks).
const (
	// Lines of source that are parsed beside the package's own: past it nothing is run. Halved 0, doubled 0.
	maxLines = 100_000
)
