// This file is the bounds of this package: what each counts, and which way what lies past it errs. Halved and doubled:
// of how many programs the findings differ then (docs/results.md, Bounds).

package branch

// maxTests is how many blocks before a branch are looked at for a test of the same value (B9); with one farther away
// both ways are open (more races, more deadlocks). Halved 0, doubled 0.
const maxTests = 500

// maxSmall is the greatest constant that is computed with: it overflows in no type. Larger ones decide nothing (more
// races, more deadlocks). Halved 0, doubled 0.
const maxSmall = 127
