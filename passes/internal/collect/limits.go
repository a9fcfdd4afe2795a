// This file is the bounds of this package, and what each counts.

package collect

// maxSteps bounds the way from a channel to the element that it belongs to, in instructions; where it is longer, the
// loop is not seen to wait for its elements (more races).
const maxSteps = 8
