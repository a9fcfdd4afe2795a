// This file is the bounds of this package: what each counts, and which way what lies past it errs. What has no figure
// was chosen, not measured.

package deadlockcheck

// Bounds of what is told of a select's cases (less is told).
const (
	casesMax  = 4  // how many
	caseWidth = 60 // columns of all together, in a headline
)

// whoMax is how many partners are named (less is told).
const whoMax = 3
