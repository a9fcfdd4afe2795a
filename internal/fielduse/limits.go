// This file is the bounds of this package: what each counts, and which way what lies past it errs. Halved and doubled:
// of how many programs the findings differ then (docs/results.md, Bounds).

package fielduse

// maxSizes bounds how deep the size of a channel is looked into; what is deeper is taken for no length (fewer reports).
// Halved 0, doubled 0.
const maxSizes = 6
