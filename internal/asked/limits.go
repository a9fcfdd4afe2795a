// This file is the bounds of this package: what each counts, and which way what lies past it errs. Halved and doubled:
// of how many programs the findings differ then (docs/results.md, Bounds).

package asked

// Bounds of the answer about two places in one link (less is told).
const (
	maxAsked = 64   // pairs that may race, and pairs that are ruled out; halved 0, doubled 0
	maxPairs = 4096 // pairs of accesses that are looked at; halved 0, doubled 0
)
