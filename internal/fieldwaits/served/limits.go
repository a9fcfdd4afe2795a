// This file is the bounds of this package: what each counts, and which way what lies past it errs. Halved and doubled:
// of how many programs the findings differ then (docs/results.md, Bounds).

package served

// maxCalls bounds the calls between a handler and Shutdown (fewer deadlocks). Halved 0,
// doubled 0.
const maxCalls = 4
