// This file is the bounds of this package: what each counts, and which way what lies past it errs. Halved and doubled:
// of how many programs the findings differ then (docs/results.md, Bounds).

package ends

// maxActivations bounds the activations of one link that are looked at; nothing is claimed about others (more races).
// Halved 0, doubled 0.
const maxActivations = 200

// maxTaken bounds how many lists or containers, one in the other, are looked through; what lies deeper is not told
// apart from others (fewer races). Halved 0, doubled 0.
const maxTaken = 3

// maxOwned bounds the pointers that are asked about to find whether a part lies in something that was taken or
// received; past it it does not (more races). Halved 0, doubled 0.
const maxOwned = 32

// maxProvenances bounds the provenances of one link; past it all are unclear (fewer races). Halved 0, doubled 0.
const maxProvenances = 1 << 16

// maxContexts bounds the call paths of one end within its goroutine that are told apart, and their length, in calls;
// past it the end has no place of its own there (fewer races). Halved 0, doubled 0.
const maxContexts = 16

// maxHolders bounds how many objects stand between the ends and what they share; what lies behind more is not followed
// (more races). Halved 1, doubled 0.
const maxHolders = 5

// maxPlacers bounds how many statements that store one address into one slot are told apart (fewer doubts: more races).
// Halved 0, doubled 0.
const maxPlacers = 2

// maxSteps bounds the uncertain steps on both ways of a pair that is not certain in other respects (fewer races).
// Halved 7, doubled 1.
const maxSteps = 4

// maxLiterals bounds the comparisons on the way to an access that are looked at (more races). Halved 0, doubled 0.
const maxLiterals = 32

// maxResolved bounds the arguments, results and first writes through which a number is followed (more races).
// Halved 0, doubled 0.
const maxResolved = 4

// maxTops bounds how many functions around an access are tried (more races). Halved 4, doubled 0.
const maxTops = 4

// MaxTouches bounds the accesses of a location that are looked at for those that a candidate stands for; past it
// nothing is claimed about one activation (more races). Halved 0, doubled 0.
const MaxTouches = 1000

// maxAgree bounds how many pairs of sources are compared to find out whether two ends may know an object at one time;
// past it they may (more races). Halved 0, doubled 0.
const maxAgree = 2000

// maxRoutes bounds the places where an object may come from that are asked about for one pair (more races).
// Halved 0, doubled 0.
const maxRoutes = 32

// maxWaitCalls bounds how deep, in calls, those that have returned are looked into for a Wait (more races).
// Halved 0, doubled 0.
const maxWaitCalls = 3

// maxOnceCalls bounds the calls around a function that are asked whether they run within that of a Once (fewer races).
// Halved 0, doubled 0.
const maxOnceCalls = 4

// maxInside bounds the objects to which what one call is given leads; past it everything may be one of them (more
// races). Halved 0, doubled 0.
const maxInside = 4096

// maxKnown bounds the objects to which code of the module may lead; past it that may be anything (more work).
// Halved 0, doubled 0.
const maxKnown = 1 << 16
