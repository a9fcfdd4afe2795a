// This file is the bounds of this package, and what each counts.

package access

// maxConditions bounds the conditions of one block: those farthest out count.
const maxConditions = 8

// maxIdle bounds the blocks of a waiting loop.
const maxIdle = 6

// maxMeaning bounds how many variables a value is followed through (fewer signals).
const maxMeaning = 8

// maxAwaited bounds how far a literal is handed on to who waits for it.
const maxAwaited = 3
