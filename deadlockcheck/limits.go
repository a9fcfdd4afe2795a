// This file is the bounds of this package: what each counts, and which way what lies past it errs. Halved and doubled:
// of how many programs the findings differ then (docs/results.md, Bounds).

package deadlockcheck

// Bounds of what is told of a select's cases (less is told).
const (
	casesMax  = 4  // how many; halved 0, doubled 0
	caseWidth = 60 // columns of all together, in a headline; halved 1, doubled 0
)

// whoMax is how many partners are named (less is told). Halved 0, doubled 0.
const whoMax = 3
