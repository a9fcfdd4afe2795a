// This file is the bounds of this package: what each counts, and which way what lies past it errs. Halved and doubled:
// of how many programs the findings differ then (docs/results.md, Bounds).

package guards

// Bounds past which less is known of who excludes whom, or who else may come (more races).
const (
	maxPath    = 16 // calls of a path that is told, and those that are looked at from an access up; halved 0, doubled 0
	maxSources = 64 // values that are looked at for what a condition or a value comes from; halved 0, doubled 0
	// selections and conversions from a value to where it lies, and calls above an access; halved 0, doubled 0
	valueSteps  = 16
	testSteps   = 4  // operators of a condition between it and the variable that it tests; halved 0, doubled 0
	smallBlocks = 24 // blocks of a function of which what it does stands for its call; halved 0, doubled 0
	lentDepth   = 3  // calls between a go statement and the wait for its goroutine; halved 0, doubled 0
	netRounds   = 4  // wrappers of lock operations, one in the other; halved 0, doubled 0
)

// Bounds past which a variable, or a lock, has no name, or is nobody's (fewer races).
const (
	keySteps    = 8 // selections and assignments from a lock or a channel to what holds it; halved 0, doubled 0
	holderSteps = 8 // from a map or slice to the variable that holds it; halved 0, doubled 0
	// the same of one that is returned: what lies on longer ways is mostly made anew; halved 1, doubled 0
	leakSteps    = 4
	encloseSteps = 4  // structs that lie in each other; halved 0, doubled 0
	maxChain     = 8  // structs around a variable, innermost first, that may hold its lock; halved 0, doubled 0
	contextMax   = 32 // contexts of a function: one with more counts as capped, and shows nothing; halved 0, doubled 0
)

// setWords is the length of a set of locks, in words of 32 classes. Locks past that are the unknown lock (fewer races).
// Sets are parts of keys, compared and copied all the time, which is why they are arrays (docs/results.md).
// Halved 0, doubled 0.
const setWords = 4

// maxSectionAccesses bounds the accesses in critical sections of a function: further ones are left out (fewer reports).
// Halved 0, doubled 0.
const maxSectionAccesses = 256

// maxWakers bounds the functions in which is looked for what lets a wait go on: further ones let none (other advice).
// Halved 0, doubled 0.
const maxWakers = 128
