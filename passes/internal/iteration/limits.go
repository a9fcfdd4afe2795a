// This file is the bounds of this package: what each counts, and which way what lies past it errs. Halved and doubled:
// of how many programs the findings differ then (docs/results.md, Bounds).

package iteration

// shareSteps bounds how deep expressions are looked into, calls included; what lies deeper may be shared (more races).
// Halved 3, doubled 0.
const shareSteps = 8
