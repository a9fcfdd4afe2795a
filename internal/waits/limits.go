// This file is the bounds of this package: what each counts, and which way what lies past it errs. Halved and doubled:
// of how many programs the findings differ then (docs/results.md, Bounds).

package waits

// Bounds of the search (fewer deadlocks).
const (
	maxAttempts    = 6       // systems built for one scope; halved 0, doubled 0
	maxScopeStates = 20_000  // states of one system; halved 4, doubled 2
	maxWaitStates  = 150_000 // states of one package; halved 1, doubled 0
	maxHomes       = 12      // how far up, in calls, a scope is looked for; halved 0, doubled 0
	// objects that are looked at to find out who can reach one: past it others may; halved 0, doubled 0
	maxHoldersSeen = 2000
)

// Bounds of one scope: a larger one is not walked through (fewer deadlocks).
const (
	maxTree    = 4000 // instances; halved 0, doubled 0
	maxPoints  = 2000 // points of one automaton; halved 0, doubled 0
	maxFrames  = 200  // frames of calls in place; halved 0, doubled 0
	maxNesting = 12   // calls in place, one in the other; halved 4, doubled 2
	maxProcs   = 40   // goroutines; halved 0, doubled 0
	maxCallees = 3    // functions that one call may enter; halved 11, doubled 1
)

// Numbers that stand for themselves; larger ones are just many, or less and greater (lower grades).
const (
	moreRounds = 3  // of a loop of unknown length, where two show nobody blocked; halved 5, doubled 5
	maxUnroll  = 3  // rounds of a loop of constant length; halved 41, doubled 16
	maxAdded   = 64 // a constant that is added to a WaitGroup; halved 0, doubled 0
	maxExact   = 8  // proportion of two lengths; halved 0, doubled 0
)

// Bounds of what is known of a scope; past them somebody waits for what may have happened (more deadlocks).
const (
	maxDerived = 8 // loads between an address and the message that brought it; halved 0, doubled 0
	maxJoins   = 4 // joins between two events; halved 0, doubled 0
	maxFlags   = 4 // flags of one scope; others may have any value; halved 0, doubled 0
	maxStates  = 6 // constants but zero that one flag is set to; others decide as they like; halved 0, doubled 0
	// conditions that goroutines of a scope agree on; about others they choose freely; halved 0, doubled 0
	maxShared       = 12
	maxElementSteps = 4   // loads between an element and an object; halved 0, doubled 0
	maxShape        = 500 // points of a skeleton that is looked at; halved 0, doubled 0
)
