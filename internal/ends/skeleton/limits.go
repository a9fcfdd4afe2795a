// This file is the bounds of this package: what each counts, and which way what lies past it errs. Halved and doubled:
// of how many programs the findings differ then (docs/results.md, Bounds).

package skeleton

// maxSurely bounds how deep, in calls and starts of goroutines, a function is looked into for what it surely does (more
// races). Halved 0, doubled 0.
const maxSurely = 3

// maxStarters bounds how many starts of goroutines lie between an Add and what it counts (more races). Halved 0,
// doubled 0.
const maxStarters = 2
