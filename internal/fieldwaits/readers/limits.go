// This file is the bounds of this package, and what each counts.

package readers

// maxCalls bounds the calls of functions of the package into which a reader is followed; what is given to another one
// may be closed there (fewer leaks). Not measured.
const maxCalls = 3
