// This file is the bounds of this package, and what each counts.

package spared

// Bounds of the search; what lies beyond them is not seen to signal, or to be set.
const (
	maxSignalDepth = 3 // calls between the start of a goroutine and what it signals
	maxSetterDepth = 3 // calls between where a flag is set and the go statement
)
