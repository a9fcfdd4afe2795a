// This file is the bounds of this package: what each counts, and which way what lies past it errs. What has no figure
// was chosen, not measured.

package readers

// maxCalls bounds the calls of functions of the package into which a reader is followed; what is given to another one
// may be closed there (fewer reports).
const maxCalls = 3
