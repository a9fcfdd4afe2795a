// This file is the bounds of this package: what each counts, and which way what lies past it errs. Halved and doubled:
// of how many programs the findings differ then (docs/results.md, Bounds).

package locks

// maxSources bounds what a value is traced back to; with more, two values may be one (fewer deadlocks).
// Halved 0, doubled 0.
const maxSources = 32

// stopDepth bounds how deep, in calls, is looked for what makes a declared lock wait; what lies deeper does not stop
// anybody, and the type is no lock (more races). Halved 0, doubled 0.
const stopDepth = 3
