// This file is the bounds of this package: what each counts, and which way what lies past it errs. What has no figure
// was chosen, not measured.

package spawn

const (
	// maxOfParameters bounds the operators between a condition and the parameters that it is about (lower grades).
	maxOfParameters = 6
	// maxCompared bounds the operators between a condition and a number that it compares (lower grades).
	maxCompared = 6
	// maxSummands bounds the depth of sums that are added to a WaitGroup; deeper ones count as one number (lower grades).
	maxSummands = 4
	// maxSame bounds how many instructions lead from a value to what it consists of; past it two values are different
	// (more deadlocks).
	maxSame = 5
	// reachSteps bounds the structs and pointers between an argument and what unseen code may synchronise on; what lies
	// deeper it does not reach (more deadlocks).
	reachSteps = 4
)
