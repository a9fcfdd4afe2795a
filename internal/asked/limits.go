// This file is the bounds of this package: what each counts, and which way what lies past it errs. What has no figure
// was chosen, not measured.

package asked

// Bounds of the answer about two places in one link (less is told).
const (
	maxAsked = 64   // pairs that may race, and pairs that are ruled out
	maxPairs = 4096 // pairs of accesses that are looked at
)
