// This file is the bounds of this package: what each counts, and which way what lies past it errs. Halved and doubled:
// of how many programs the findings differ then (docs/results.md, Bounds).

package spawn

const (
	// maxOfParameters bounds the operators between a condition and the parameters that it is about (lower grades).
	// Halved 0, doubled 0.
	maxOfParameters = 6
	// maxCompared bounds the operators between a condition and a number that it compares (lower grades).
	// Halved 0, doubled 0.
	maxCompared = 6
	// maxSummands bounds the depth of sums that are added to a WaitGroup; deeper ones count as one number (lower grades).
	// Halved 0, doubled 0.
	maxSummands = 4
	// maxSame bounds how many instructions lead from a value to what it consists of; past it two values are different
	// (more deadlocks). Halved 0, doubled 0.
	maxSame = 5
	// reachSteps bounds the structs and pointers between an argument and what unseen code may synchronise on; what lies
	// deeper it does not reach (more deadlocks). Halved 0, doubled 0.
	reachSteps = 4
	// maxTimerCalls bounds the calls by which a timer is given on; past it others may have it (more deadlocks).
	// Halved 0, doubled 0.
	maxTimerCalls = 4
)
