// This file is the bounds of this package: what each counts, and which way what lies past it errs. Halved and doubled:
// of how many programs the findings differ then (docs/results.md, Bounds).

package link

// maxContexts is how many contexts per call site a function has in a link. The count goes on from origin to origin, so
// it matters in large links only: without it a method of bytes.Buffer has 1,450 of them in a link of pgxpool. Further
// call sites share one (more races). Halved 0, doubled 0.
const maxContexts = 256

// MaxTrail bounds the reaching definitions of one trail; a longer one counts as lost: an object may come from anywhere
// (fewer races). Halved 0, doubled 0.
const MaxTrail = 600

// MaxWays bounds how many callers, or callees, of one function are looked at where the context does not say which;
// where there are more, the trail is lost (fewer races). Halved 0, doubled 0.
const MaxWays = 64

// maxWidth bounds the product of the degrees along a call string, in contexts; a wider one is cut (more races).
// Halved 0, doubled 0.
const maxWidth = 64

// maxChain bounds call strings, in calls: constructors that call constructors. What is made deeper is one object (more
// races). Halved 27, doubled 4.
const maxChain = 3

// maxClones bounds the contexts of one unit in one origin. With 32, for tables of tests that call a constructor once
// for each, math/big has 1.9 times as many points-to facts, and exceeds the budget of its package. Further calls share
// one (more races). Halved 0, doubled 0.
const maxClones = 16

// MaxHelper is the weight up to which a callee of a clone is a helper of it, and gets its context, too (more races past
// it). Halved 0, doubled 0.
const MaxHelper = 20

// MaxForced is the weight above which a per-spawn call does not get a context of its own (more races).
// Halved 0, doubled 0.
const MaxForced = 2000

// maxTargets is how many methods that an interface call is resolved to get a context for it. With 2, what the only
// implementation of an interface waits for in its object is told apart; a test double beside it has its own. Past it
// they share one (more races). Halved 0, doubled 0.
const maxTargets = 2

// maxTwinRounds bounds how often new twins may make more spawn sites run twice; past it the link counts as incomplete
// (fewer races). Halved 0, doubled 0.
const maxTwinRounds = 4

// maxDepth bounds chains of origins; past it a goroutine's own goroutines are those of its ancestor (fewer
// races). Halved 0, doubled 0.
const maxDepth = 6

// maxBeside is how many parallel tests are compared with each other (R16); further ones make another group (fewer
// races). Halved 0, doubled 0.
const maxBeside = 16

// maxPassed is how many slots of results a function that runs once hands out: as many as its object has for them;
// further ones are not handed on (fewer races). Halved 0, doubled 0.
const maxPassed = 8

// maxWithin is how many goroutines of one statement and target there are in a recursion, besides those where it begins,
// before others are taken to be one of them (fewer races). Halved 1, doubled 0.
const maxWithin = 2

// maxCallers bounds the functions from which calls lead to one; past it they are not known (fewer races).
// Halved 0, doubled 0.
const maxCallers = 2000

// maxOwn bounds how deep in what its goroutine has for itself a function value lies, in loads (fewer races).
// Halved 1, doubled 0.
const maxOwn = 3

// maxSlots bounds the slots of parameters, results and objects; facts with more are damaged (an error).
const maxSlots = 1 << 16

// batchInstances is how many instances a link has when no further roots are added to it: enough that initialisers are
// not linked again for each small root, and few enough that the largest links are those of single roots (time only).
// Halved 0, doubled 0.
const batchInstances = 4000

// What links cost, in steps of looking at pairs (Config.MaxPairs): time only.
const (
	solverSteps     = 8  // so many steps of the solver cost one; halved 0, doubled 0
	workPerInstance = 50 // an instance costs so many beyond the steps of the solver; halved 0, doubled 0
)

// instanceWork is what an instance costs in all, in steps of looking at pairs: measured on large links of nats.go,
// where its order and its pairs cost as much as linking it does (time only). Halved 0, doubled 0.
const instanceWork = 100

// firstNames is how many names a note has (less is told). Halved 0, doubled 0.
const firstNames = 5

// worthScale is a size, in units' weights, above which links are equally large (time only). Halved 0, doubled 0.
const worthScale = 1 << 17

// Defaults of Config. They are counts, not times, so that results do not depend on the machine; docs/results.md says
// what the largest packages take. Where one is exceeded roots are left out, or what is found is of low confidence (L5,
// L6), and the package is said to be incomplete (fewer races, fewer deadlocks).
const (
	DefaultInstances  = 24_000    // instances; halved 0, doubled 0
	DefaultOrigins    = 2_000     // origins; halved 0, doubled 0
	DefaultSteps      = 8_000_000 // steps of the solver; halved 0, doubled 0
	DefaultOrderSteps = 4_000_000 // steps of the tabulation; halved 0, doubled 0
	DefaultPairs      = 8_000_000 // pairs that a cheap rule rules out; halved 0, doubled 0
	DefaultWork       = 6_000_000 // the same, of all links of a package; halved 0, doubled 0
	DefaultWhole      = 2048      // functions; halved 0, doubled 0
	DefaultTotal      = 48_000    // instances; halved 0, doubled 0
	DefaultMemory     = 512 << 20 // bytes; halved 0, doubled 0
)

// Bounds of one fragment, and of all of a package (W11, fewer races).
const (
	FragmentInstances = 150     // instances; halved 0, doubled 0
	FragmentSteps     = 100_000 // steps of the solver; halved 0, doubled 0
	MaxFragments      = 200     // fragments; halved 0, doubled 0
)
