// This file is the bounds of this package: what each counts, and which way what lies past it errs. What has no figure
// was chosen, not measured.

package loops

const (
	// maxSkip bounds the first values of counters that are told apart from zero where the bound is not known (lower
	// grades).
	maxSkip = 2
	// maxSlice bounds how far back values are followed, in instructions: what lies behind is no part (lower grades).
	maxSlice = 8
)
