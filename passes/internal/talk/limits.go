// This file is the bounds of this package: what each counts, and which way what lies past it errs. What has no figure
// was chosen, not measured.

package talk

// maxWaited bounds how deep in calls a wait may lie (more races).
const maxWaited = 6
