// This file is the bounds of this package: what each counts, and which way what lies past it errs. What has no figure
// was chosen, not measured.

package spared

// Bounds of the search; what lies beyond them is not seen to signal, or to be set (more races).
const (
	maxSignalDepth = 3 // calls between the start of a goroutine and what it signals
	maxSetterDepth = 3 // calls between where a flag is set and the go statement
)
