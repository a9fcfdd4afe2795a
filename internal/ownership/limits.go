// This file is the bounds of this package: what each counts, and which way what lies past it errs. Halved and doubled:
// of how many programs the findings differ then (docs/results.md, Bounds).

package ownership

// maxNames bounds the names of a function: values that stand for another one in each round. Further ones are nobody's
// own (more races). Halved 0, doubled 0.
const maxNames = 64

// maxReplacers bounds how many calls lead to the store (more races). Halved 0, doubled 0.
const maxReplacers = 3

// nameSteps bounds how far, in selections, a value is followed to what has a name (more races). Halved 0, doubled 0.
const nameSteps = 16

// maxFound is how many loads away from memory that was passed on a value may have been found (fewer races).
// Halved 0, doubled 0.
const maxFound = 4
