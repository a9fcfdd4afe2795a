// This file is the bounds of this package: what each counts, and which way what lies past it errs. Halved and doubled:
// of how many programs the findings differ then (docs/results.md, Bounds).

package branch

// maxTests is how many blocks before a branch are looked at for a test of the same value (B9); with one farther away
// both ways are open (more races, more deadlocks). Halved 0, doubled 0.
const maxTests = 500

// maxSmall is the greatest constant that is computed with: it overflows in no type. Larger ones decide nothing (more
// races, more deadlocks). Halved 0, doubled 0.
const maxSmall = 127

// maxMerges is how many blocks that only merge an edge is followed through on its way to a test; past them it is not
// known what the test will say (more races, more deadlocks). Halved 0, doubled 0.
const maxMerges = 4

// maxPhis is how many phis one is followed to; with more its value is not known (more races, more deadlocks).
// Halved 0, doubled 0.
const maxPhis = 16
