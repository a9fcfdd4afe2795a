// This file is the bounds of this package: what each counts, and which way what lies past it errs. Halved and doubled:
// of how many programs the findings differ then (docs/results.md, Bounds).

package collect

// maxSteps bounds the way from a channel to the element that it belongs to, in instructions; where it is longer, the
// loop is not seen to wait for its elements (more races). Halved 0, doubled 0.
const maxSteps = 8

// maxMade bounds the channels of a function's own that are counted without being given to goroutines by name (more
// races). Halved 0, doubled 0.
const maxMade = 8
