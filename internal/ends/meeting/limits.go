// This file is the bounds of this package, and what each counts.

package meeting

// maxSteps bounds how many containers, one in the other, lie between the object and where both ends found one: beyond
// that they do not meet (fewer races). Chosen, not measured.
const maxSteps = 3
