// This file is the bounds of this package: what each counts, and which way what lies past it errs. What has no figure
// was chosen, not measured.

package facts

// MaskBits is how many parameters, results or other values of a function a mask tells apart, one bit each; nothing is
// known of further ones: they escape, and nobody owns them (more races).
const MaskBits = 64
