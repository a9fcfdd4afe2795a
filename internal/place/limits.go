// This file is the bounds of this package: what each counts, and which way what lies past it errs. Halved and doubled:
// of how many programs the findings differ then (docs/results.md, Bounds).

package place

// MaxSteps bounds how far from its root a variable is followed, in selections: what lies further has no path (fewer
// deadlocks, fewer races). Halved 0, doubled 0.
const MaxSteps = 10

// nameSteps bounds how many values are looked through for a name; past it there is none (fewer reports).
// Halved 0, doubled 0.
const nameSteps = 24

// boundSteps bounds through how many literals, one in the other, a captured variable is followed (more races).
// Halved 0, doubled 0.
const boundSteps = 16

// maxCursor bounds how many conversions and operations lead from an atomic load to an index (more races).
// Halved 0, doubled 0.
const maxCursor = 6
