// This file is the bounds of this package: what each counts, and which way what lies past it errs. Halved and doubled:
// of how many programs the findings differ then (docs/results.md, Bounds).

package counts

// maxLeft bounds through how many sums and calls a number is followed; past it it is not known (more races).
// Halved 1, doubled 0.
const maxLeft = 4
