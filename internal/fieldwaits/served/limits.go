// This file is the bounds of this package: what each counts, and which way what lies past it errs. Halved and doubled:
// of how many programs the findings differ then (docs/results.md, Bounds).

package served

// maxCalls bounds the calls between a handler and Shutdown (fewer deadlocks). Not measured: it is newer than the
// measurement.
const maxCalls = 4
