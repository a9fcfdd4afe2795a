// This file is the bounds of this package: what each counts, and which way what lies past it errs. What has no figure
// was chosen, not measured.

package collect

// maxSteps bounds the way from a channel to the element that it belongs to, in instructions; where it is longer, the
// loop is not seen to wait for its elements (more races).
const maxSteps = 8
