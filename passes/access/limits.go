// This file is the bounds of this package: what each counts, and which way what lies past it errs. What has no figure
// was chosen, not measured.

package access

// pathDepth bounds how far back a path of loads is followed; what lies deeper has no path (more races).
const pathDepth = 8
