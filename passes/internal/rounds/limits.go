// This file is the bounds of this package: what each counts, and which way what lies past it errs. Halved and doubled:
// of how many programs the findings differ then (docs/results.md, Bounds).

package rounds

const (
	// maxNumberDepth bounds how deep a value is looked into; numbers deeper than that are not known (lower grades).
	// Halved 0, doubled 0.
	maxNumberDepth = 6
	// maxNumber bounds the numbers that are computed with; larger ones are not known (lower grades). Halved 0, doubled 0.
	maxNumber = 1 << 20
)
