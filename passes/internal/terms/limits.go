// This file is the bounds of this package: what each counts, and which way what lies past it errs. Halved and doubled:
// of how many programs the findings differ then (docs/results.md, Bounds).

package terms

// termDepth bounds how far back a number is followed; what lies behind it is not known (more races).
// Halved 0, doubled 0.
const termDepth = 10
