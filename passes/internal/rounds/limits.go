// This file is the bounds of this package, and what each counts.

package rounds

const (
	// maxNumberDepth bounds how deep a value is looked into; numbers deeper than that are not known.
	maxNumberDepth = 6
	// maxNumber bounds the numbers that are computed with; larger ones are not known.
	maxNumber = 1 << 20
)
