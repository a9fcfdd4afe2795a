// This file is the bounds of this package, and what each counts.

package locks

// maxSources bounds what a value is traced back to.
const maxSources = 32
