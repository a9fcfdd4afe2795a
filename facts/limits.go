// This file is the bounds of this package: what each counts, and which way what lies past it errs. Halved and doubled:
// of how many programs the findings differ then (docs/results.md, Bounds).

package facts

// MaskBits is how many parameters, results or other values of a function a mask tells apart, one bit each; nothing is
// known of further ones: they escape, and nobody owns them (more races). Halved 0, doubled 0.
const MaskBits = 64
