// This file is the bounds of this package: what each counts, and which way what lies past it errs. What has no figure
// was chosen, not measured.

package guards

// Bounds past which less is known of who excludes whom, or who else may come (more races).
const (
	maxPath     = 16 // calls of a path that is told, and those that are looked at from an access up
	maxSources  = 64 // values that are looked at for what a condition or a value comes from
	valueSteps  = 16 // selections and conversions from a value to where it lies, and calls above an access
	testSteps   = 4  // operators of a condition between it and the variable that it tests
	smallBlocks = 24 // blocks of a function of which what it does stands for its call
	lentDepth   = 3  // calls between a go statement and the wait for its goroutine
	netRounds   = 4  // wrappers of lock operations, one in the other
)

// Bounds past which a variable, or a lock, has no name, or is nobody's (fewer races).
const (
	keySteps     = 8  // selections and assignments from a lock or a channel to what holds it
	holderSteps  = 8  // from a map or slice to the variable that holds it
	leakSteps    = 4  // the same of one that is returned: what lies on longer ways is mostly made anew
	encloseSteps = 4  // structs that lie in each other
	maxChain     = 8  // structs around a variable, innermost first, that may hold its lock
	contextMax   = 32 // contexts of a function: one with more counts as capped, and shows nothing
)

// setWords is the length of a set of locks, in words of 32 classes. Locks past that are the unknown lock (fewer races).
// Sets are parts of keys, compared and copied all the time, which is why they are arrays (docs/results.md).
const setWords = 4

// maxSectionAccesses bounds the accesses in critical sections of a function: further ones are left out (fewer reports).
const maxSectionAccesses = 256

// maxWakers bounds the functions in which is looked for what lets a wait go on: further ones let none (other advice).
const maxWakers = 128
