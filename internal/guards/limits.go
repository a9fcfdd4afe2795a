// This file is the bounds of this package, and what each counts.

package guards

// maxPath bounds the paths that are told.
const maxPath = 16

// maxSources bounds the values that are looked at.
const maxSources = 64

// maxSectionAccesses bounds the accesses in critical sections of a function: further ones are left out (fewer reports).
const maxSectionAccesses = 256

// maxWakers bounds the functions in which is looked for what lets a wait go on: further ones let none.
const maxWakers = 128
