// This file is the bounds of this package: what each counts, and which way what lies past it errs. What has no figure
// was chosen, not measured.

package rounds

const (
	// maxNumberDepth bounds how deep a value is looked into; numbers deeper than that are not known (lower grades).
	maxNumberDepth = 6
	// maxNumber bounds the numbers that are computed with; larger ones are not known (lower grades).
	maxNumber = 1 << 20
)
