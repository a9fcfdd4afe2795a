// This file is the bounds of this package, and what each counts.

package objects

// maxBuilt bounds constructors that call each other: deeper ones build nothing.
const maxBuilt = 4

// maxHandout bounds the calls within which a function puts an object where others find it.
const maxHandout = 2
