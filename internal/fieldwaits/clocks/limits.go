// This file is the bounds of this package: what each counts, and which way what lies past it errs. Halved and doubled:
// of how many programs the findings differ then (docs/results.md, Bounds).

package clocks

// maxCallers bounds the calls by which a timer has come to a function (fewer deadlocks). Halved 1,
// doubled 0.
const maxCallers = 3
