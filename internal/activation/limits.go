// This file is the bounds of this package: what each counts, and which way what lies past it errs. Halved and doubled:
// of how many programs the findings differ then (docs/results.md, Bounds).

package activation

const (
	// instances that an activation may run; a larger one is not looked at (more races); halved 0, doubled 0
	maxActivation = 300
	// objects that it may make or meet; past it all are shared with others (more races); halved 0, doubled 0
	maxReach = 5000
)
