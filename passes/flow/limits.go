// This file is the bounds of this package, and what each counts.

package flow

// Bounds of the search for stores that reach a load; past them a load sees all stores.
const (
	maxReaching       = 12  // stores into one slot
	maxReachingBlocks = 200 // blocks of the function
)

// Bounds of what is followed; more is not read (fewer races).
const (
	maxShownDepth = 3  // pointers, maps and slices, one in the other
	maxShownParts = 24 // of one operand
)

// maxAsked bounds how deep a condition is looked into.
const maxAsked = 4

// maxListed bounds how far a list is followed to where it comes from; beyond, a call of its elements is a choice
// (L32, fewer races).
const maxListed = 8
