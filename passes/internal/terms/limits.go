// This file is the bounds of this package: what each counts, and which way what lies past it errs. What has no figure
// was chosen, not measured.

package terms

// termDepth bounds how far back a number is followed; what lies behind it is not known (more races).
const termDepth = 10
