// This file is the bounds of this package: what each counts, and which way what lies past it errs. Halved and doubled:
// of how many programs the findings differ then (docs/results.md, Bounds).

package access

// pathDepth bounds how far back a path of loads is followed; what lies deeper has no path (more races).
// Halved 0, doubled 0.
const pathDepth = 8
