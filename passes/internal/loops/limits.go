// This file is the bounds of this package: what each counts, and which way what lies past it errs. Halved and doubled:
// of how many programs the findings differ then (docs/results.md, Bounds).

package loops

const (
	// maxSkip bounds the first values of counters that are told apart from zero where the bound is not known (lower
	// grades). Halved 0, doubled 0.
	maxSkip = 2
	// maxSlice bounds how far back values are followed, in instructions: what lies behind is no part (lower grades).
	// Halved 1, doubled 0.
	maxSlice = 8
)
