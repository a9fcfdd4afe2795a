// This file is the bounds of this package, and what each counts.

package waits

// maxDerived bounds how far back an address is followed to the message that brought it.
const maxDerived = 8

// maxJoins bounds the joins between two events; where more follow each other, they are not seen to do so.
const maxJoins = 4

// maxFlags bounds the flags of one scope.
const maxFlags = 4

// maxStates bounds the constants but zero that one flag is set to; others decide as they like.
const maxStates = 6

// maxExact is the greatest proportion of two lengths that is kept as it is.
const maxExact = 8

// Bounds of the search (fewer deadlocks).
const (
	maxAttempts    = 6      // systems built for one scope
	maxScopeStates = 20_000 // states of one system
)

// Bounds of one scope.
const (
	maxTree    = 4000 // instances
	maxPoints  = 2000 // points of one automaton
	maxFrames  = 200
	maxNesting = 12
	maxUnroll  = 3  // rounds of a loop of constant length
	maxAdded   = 64 // a constant that is added to a WaitGroup and stands for itself
)

// maxElementSteps bounds the loads that are followed from an element to an object.
const maxElementSteps = 4

// maxShared bounds the conditions that goroutines of a scope agree on.
const maxShared = 12

// maxShape bounds the skeletons that are looked at.
const maxShape = 500

// maxWaitStates bounds the states explored for one package.
const maxWaitStates = 150_000

// maxHomes bounds how far up a scope is looked for.
const maxHomes = 12

// maxHoldersSeen bounds how many objects are looked at to find out who can reach one.
const maxHoldersSeen = 2000
