// This file is the bounds of this package; past them nothing is claimed.

package activation

const (
	maxActivation = 300  // instances that an activation may run
	maxReach      = 5000 // objects that it may make or meet
)
