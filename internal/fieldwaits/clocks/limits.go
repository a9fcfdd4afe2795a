// This file is the bounds of this package: what each counts, and which way what lies past it errs. Halved and doubled:
// of how many programs the findings differ then (docs/results.md, Bounds).

package clocks

// maxCallers bounds the calls by which a timer has come to a function (fewer deadlocks). Not measured: it is newer than
// the measurement.
const maxCallers = 3
