// This file is the bounds of this package: what each counts, and which way what lies past it errs. Halved and doubled:
// of how many programs the findings differ then (docs/results.md, Bounds).

package linked

// Bounds of a file that stands in for one of another package, whose source is not at hand; what lies past the last line
// has no place, and past the last column the last one (less is told). Text only: no finding depends on them.
const (
	alienLines = 100_000 // lines
	alienWidth = 400     // columns of each
)
