// This file is the bounds of this package: what each counts, and which way what lies past it errs. What has no figure
// was chosen, not measured.

package iteration

// shareSteps bounds how deep expressions are looked into, calls included; what lies deeper may be shared (more races).
const shareSteps = 8
