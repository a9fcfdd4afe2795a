// This file is the bounds of this package: what each counts, and which way what lies past it errs. Halved and doubled:
// of how many programs the findings differ then (docs/results.md, Bounds).

package lockpaths

// maxOrders bounds the orders of two locks that are kept of one package (fewer deadlocks). Halved 0, doubled 0.
const maxOrders = 4096

// maxWays bounds the states of one block, and maxVisits those of one function; a function with more is not judged
// (fewer reports).
const (
	maxWays   = 48   // halved 0, doubled 0
	maxVisits = 4000 // halved 0, doubled 0
)

// maxSlotCallees bounds the functions that are looked at for one (more reports). Halved 0, doubled 0.
const maxSlotCallees = 50

// Bounds of a summary: what is cut off is not reported (fewer deadlocks).
const (
	maxTakes = 12 // takes of one function; halved 0, doubled 0
	maxWaits = 6  // takes that are waits are not added past that; halved 0, doubled 0
	maxHops  = 8  // calls between a function and what it takes; halved 0, doubled 0
)

// maxEnteredDepth bounds how far up callers are asked which locks they hold; past it none (fewer deadlocks).
// Halved 0, doubled 0.
const maxEnteredDepth = 4

// maxDefers bounds the deferred calls of a state; one that a loop repeats is forgotten, or else the first one (more
// reports). Halved 0, doubled 0.
const maxDefers = 16

// valueSteps bounds how far, in assignments and captures, a function value is followed; past it it is not known (fewer
// reports). Halved 0, doubled 0.
const valueSteps = 8

// maxConstants bounds the constants that a parameter is compared with; more are not told apart (more deadlocks). Halved
// 0, doubled 0.
const maxConstants = 64
