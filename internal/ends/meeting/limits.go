// This file is the bounds of this package: what each counts, and which way what lies past it errs. What has no figure
// was chosen, not measured.

package meeting

// maxSteps bounds how many containers, one in the other, lie between the object and where both ends found one: beyond
// that they do not meet (fewer races).
const maxSteps = 3
