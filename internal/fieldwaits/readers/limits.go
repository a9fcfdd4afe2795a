// This file is the bounds of this package: what each counts, and which way what lies past it errs. Halved and doubled:
// of how many programs the findings differ then (docs/results.md, Bounds).

package readers

// maxCalls bounds the calls of functions of the package into which a reader is followed; what is given to another one
// may be closed there (fewer reports). Halved 0, doubled 0.
const maxCalls = 3
