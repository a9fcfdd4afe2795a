// This file is the bounds of this package, and what each counts.

package spawn

const (
	// maxOfParameters bounds the operators between a condition and the parameters that it is about.
	maxOfParameters = 6
	// maxCompared bounds the operators between a condition and a number that it compares.
	maxCompared = 6
	// maxSummands bounds the depth of sums that are added to a WaitGroup; deeper ones count as one number.
	maxSummands = 4
)
