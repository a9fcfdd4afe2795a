// This file is the bounds of this package: what each counts, and which way what lies past it errs. What has no figure
// was chosen, not measured.

package ended

// maxAwaited bounds how far, in calls, a literal is handed on to who waits for it (more races).
const maxAwaited = 3
