// This file is the bounds of this package: what each counts, and which way what lies past it errs. Halved and doubled:
// of how many programs the findings differ then (docs/results.md, Bounds).

package flow

// Bounds of the search for stores that reach a load; past them a load sees all stores (more
// races).
const (
	maxReaching       = 12  // stores into one slot; halved 0, doubled 0
	maxReachingBlocks = 200 // blocks of the function; halved 0, doubled 0
)

// Bounds of what is followed; more is not read (fewer races).
const (
	maxShownDepth = 3  // pointers, maps and slices, one in the other; halved 0, doubled 0
	maxShownParts = 24 // of one operand; halved 0, doubled 0
)

// maxAsked bounds how deep a condition is looked into; what lies deeper asks nothing (more races). Halved 0, doubled 0.
const maxAsked = 4

// maxListed bounds how far a list is followed to where it comes from; beyond, a call of its elements is a choice
// (L32, fewer races). Halved 0, doubled 0.
const maxListed = 8

// maxFrom is of how many arguments of a call it is said where they are from (L31, more races). Halved 0, doubled 0.
const maxFrom = 3

// maxPassed is how many slots of results the object of a function that runs once has room for (fewer races).
// Halved 0, doubled 0.
const maxPassed = 8

// maxRounds bounds the simplification of a function's flow: nearly all functions are done after three (larger facts).
// Halved 0, doubled 0.
const maxRounds = 10

// maxTested bounds how deep a condition is looked into for what says that a goroutine was started (more races).
// Halved 0, doubled 0.
const maxTested = 3

// originSteps bounds how far back an integer is followed to the unsafe.Pointer that it comes from (fewer races).
// Halved 0, doubled 0.
const originSteps = 8

// clientDepth is how many levels of pointers a client allocates; what lies deeper is nil (fewer races).
// Halved 32, doubled 6.
const clientDepth = 2
