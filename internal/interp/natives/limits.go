// This file is the bounds of this package: what each counts, and which way what lies past it errs. Halved and doubled:
// of how many programs the findings differ then (docs/results.md, Bounds).

package natives

// Numbers that a native of math/big multiplies in one call: past it the run is broken off (fewer races, fewer
// deadlocks). Not measured: no program does that.
const maxFactors = 1_500
