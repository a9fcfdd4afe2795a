// This file is the bounds of this package, and what each counts.

package link

// maxContexts is how many contexts per call site a function has in a link. The count goes on from origin to origin, so
// it matters in large links only: without it a method of bytes.Buffer has 1,450 of them in a link of pgxpool.
const maxContexts = 256

// MaxTrail bounds the sightings of one trail; a longer one counts as lost.
const MaxTrail = 600

// MaxWays bounds how many callers, or callees, of one function are looked at where the context does not say which.
const MaxWays = 64

// maxWidth bounds the product of the degrees along a call string.
const maxWidth = 64

// maxChain bounds call strings: constructors that call constructors.
const maxChain = 3

// maxClones bounds the contexts of one unit in one origin. With 32, for tables of tests that call a constructor once
// for each, math/big has 1.9 times as many points-to facts, and exceeds the budget of its package.
const maxClones = 16

// MaxHelper is the weight up to which a callee of a clone is a helper of it.
const MaxHelper = 20

// MaxForced is the weight above which a per-spawn call does not get a context of its own.
const MaxForced = 2000

// maxTargets is how many methods that an interface call is resolved to get a context for it. With 2, what the only
// implementation of an interface waits for in its object is told apart; a test double beside it has its own.
const maxTargets = 2

// maxTwinRounds bounds how often new twins may make more spawn sites run twice.
const maxTwinRounds = 4

// maxDepth bounds chains of origins; past it a goroutine's own goroutines are those of its ancestor.
const maxDepth = 6

// maxBeside is how many parallel tests are compared with each other (R16).
const maxBeside = 16

// maxPassed is how many slots of results a function that runs once hands out: as many as its object has for them.
const maxPassed = 8

// maxWithin is how many goroutines of one statement and target there are in a recursion, besides those where it begins,
// before others are taken to be one of them.
const maxWithin = 2

// maxCallers bounds the functions from which calls lead to one; past it they are not known.
const maxCallers = 2000

// maxOwn bounds how deep in what its goroutine has for itself a function value lies.
const maxOwn = 3

// maxSlots bounds the slots of parameters, results and objects.
const maxSlots = 1 << 16

// batchInstances is how many instances a link has when no further roots are added to it: enough that initialisers are
// not linked again for each small root, and few enough that the largest links are those of single roots.
const batchInstances = 4000
