// This file is the bounds of this package, and what each counts.

package gate

// MaxConditions bounds the conditions of one block: those farthest out count.
const MaxConditions = 8

// maxIdle bounds the blocks of a waiting loop.
const maxIdle = 6
