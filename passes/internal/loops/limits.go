// This file is the bounds of this package, and what each counts.

package loops

const (
	// maxSkip bounds the first values of counters that are told apart from zero where the bound is not known.
	maxSkip = 2
	// maxSlice bounds how far back values are followed.
	maxSlice = 8
)
