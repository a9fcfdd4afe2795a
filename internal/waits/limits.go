// This file is the bounds of this package: what each counts, and which way what lies past it errs. What has no figure
// was chosen, not measured.

package waits

// Bounds of the search (fewer deadlocks).
const (
	maxAttempts    = 6       // systems built for one scope
	maxScopeStates = 20_000  // states of one system
	maxWaitStates  = 150_000 // states of one package
	maxHomes       = 12      // how far up, in calls, a scope is looked for
	maxHoldersSeen = 2000    // objects that are looked at to find out who can reach one: past it others may
)

// Bounds of one scope: a larger one is not walked through (fewer deadlocks).
const (
	maxTree    = 4000 // instances
	maxPoints  = 2000 // points of one automaton
	maxFrames  = 200  // frames of calls in place
	maxNesting = 12   // calls in place, one in the other
	maxProcs   = 40   // goroutines
	maxCallees = 3    // functions that one call may enter
)

// Numbers that stand for themselves; larger ones are just many, or less and greater (lower grades).
const (
	maxUnroll = 3  // rounds of a loop of constant length
	maxAdded  = 64 // a constant that is added to a WaitGroup
	maxExact  = 8  // proportion of two lengths
)

// Bounds of what is known of a scope; past them somebody waits for what may have happened (more deadlocks).
const (
	maxDerived      = 8   // loads between an address and the message that brought it
	maxJoins        = 4   // joins between two events
	maxFlags        = 4   // flags of one scope; others may have any value
	maxStates       = 6   // constants but zero that one flag is set to; others decide as they like
	maxShared       = 12  // conditions that goroutines of a scope agree on; about others they choose freely
	maxElementSteps = 4   // loads between an element and an object
	maxShape        = 500 // points of a skeleton that is looked at
)
