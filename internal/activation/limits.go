// This file is the bounds of this package: what each counts, and which way what lies past it errs. What has no figure
// was chosen, not measured.

package activation

const (
	maxActivation = 300  // instances that an activation may run; a larger one is not looked at (more races)
	maxReach      = 5000 // objects that it may make or meet; past it all are shared with others (more races)
)
