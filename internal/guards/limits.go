// This file is the bounds of this package: what each counts, and which way what lies past it errs. What has no figure
// was chosen, not measured.

package guards

// maxPath bounds the calls of a path that is told, and those that are looked at from an access up: what is farther up
// is not asked (more races).
const maxPath = 16

// maxSources bounds the values that are looked at for what a condition or a value comes from (more races).
const maxSources = 64

// maxSectionAccesses bounds the accesses in critical sections of a function: further ones are left out (fewer reports).
const maxSectionAccesses = 256

// maxWakers bounds the functions in which is looked for what lets a wait go on: further ones let none (other advice).
const maxWakers = 128

// keySteps bounds how far, in selections and assignments, a lock or a channel is followed to what holds it; behind them
// it has no name (fewer races).
const keySteps = 8

// holderSteps bounds how far a map or slice is followed to the variable that holds it; behind them it is nobody's
// (fewer races).
const holderSteps = 8

// leakSteps is that of one that is returned or given away: short ways, since what lies on longer ones is mostly made
// anew (fewer races).
const leakSteps = 4

// encloseSteps bounds how deep structs lie in each other; what lies deeper is another object (fewer races).
const encloseSteps = 4

// maxChain bounds the structs around a variable, innermost first, that may hold its lock (fewer races).
const maxChain = 8

// valueSteps bounds how far, in selections and conversions, a value is followed to where it lies (fewer reports), and
// how many calls above an access are asked (more races).
const valueSteps = 16

// testSteps bounds how deep a condition is looked into for the variable that it tests (more races).
const testSteps = 4

// smallBlocks is the size, in blocks, up to which what a function does stands for its call (more races).
const smallBlocks = 24

// lentDepth bounds the calls between a go statement and the wait for its goroutine (more races).
const lentDepth = 3

// contextMax bounds the contexts of a function: one with more counts as capped, and shows nothing (fewer races).
const contextMax = 32

// netRounds bounds how deep wrappers of lock operations may be nested (more races).
const netRounds = 4

// setWords is the length of a set of locks, in words of 32 classes. Locks past that are the unknown lock (fewer races).
// Sets are parts of keys, compared and copied all the time, which is why they are arrays (docs/results.md).
const setWords = 4
