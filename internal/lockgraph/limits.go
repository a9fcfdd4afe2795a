// This file is the bounds of this package: what each counts, and which way what lies past it errs. Halved and doubled:
// of how many programs the findings differ then (docs/results.md, Bounds).

package lockgraph

// MaxLength is the greatest number of edges of a cycle; longer ones are not looked for (fewer deadlocks).
// Halved 1, doubled 0.
const MaxLength = 4
