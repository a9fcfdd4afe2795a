// This file is the bounds of this package: what each counts, and which way what lies past it errs. Halved and doubled:
// of how many programs the findings differ then (docs/results.md, Bounds).

package spared

// Bounds of the search; what lies beyond them is not seen to signal, or to be set (more races).
const (
	maxSignalDepth = 3 // calls between the start of a goroutine and what it signals; halved 0, doubled 0
	maxSetterDepth = 3 // calls between where a flag is set and the go statement; halved 0, doubled 0
)
