// This file is the bounds of this package, and what each counts.

package spawn

const (
	// maxSkip bounds the first values of counters that are told apart from zero where the bound is not known.
	maxSkip = 2
	// maxOfParameters bounds the operators between a condition and the parameters that it is about.
	maxOfParameters = 6
	// maxNumberDepth bounds how deep a value is looked into.
	maxNumberDepth = 6
	// maxNumber bounds the numbers that are computed with.
	maxNumber = 1 << 20
	// maxSlice bounds how far back values are followed.
	maxSlice = 8
	// maxWaited bounds how deep in calls a wait may lie.
	maxWaited = 6
)

// Bounds of the search; what lies beyond them is not seen to signal, or to be set.
const (
	maxSignalDepth = 3 // calls between the start of a goroutine and what it signals
	maxSetterDepth = 3 // calls between where a flag is set and the go statement
)
