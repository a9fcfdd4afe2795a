// This file is the bounds of this package: what each counts, and which way what lies past it errs. Halved and doubled:
// of how many programs the findings differ then (docs/results.md, Bounds).

package meeting

// maxSteps bounds how many containers, one in the other, lie between the object and where both ends found one: beyond
// that they do not meet (fewer races). Halved 0, doubled 0.
const maxSteps = 3

// maxLooked bounds the sources of variables that are looked at for one location: beyond that ends do not meet (fewer
// races). Halved 0, doubled 0.
const maxLooked = 20_000
