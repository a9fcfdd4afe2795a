// This file is the bounds of this package: what each counts, and which way what lies past it errs. What has no figure
// was chosen, not measured.

package branch

// maxTests is how many blocks before a branch are looked at for a test of the same value (B9); with one farther away
// both ways are open (more races, more deadlocks).
const maxTests = 500

// maxSmall is the greatest constant that is computed with: it overflows in no type. Larger ones decide nothing (more
// races, more deadlocks).
const maxSmall = 127
