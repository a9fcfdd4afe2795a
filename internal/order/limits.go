// This file is the bounds of this package: what each counts, and which way what lies past it errs. Halved and doubled:
// of how many programs the findings differ then (docs/results.md, Bounds).

package order

// Bounds on the pairs of one location: an abstract object that so many places touch is a merged one, and says little
// (fewer races).
const (
	maxPairs   = 4096  // pairs looked at; halved 0, doubled 0
	maxScanned = 16384 // pairs of which the first of each two accesses are looked at; halved 0, doubled 0
)

// maxAlike is how many pairs of two accesses, on objects of one allocation site, are looked at before all other pairs
// (fewer races). Halved 0, doubled 0.
const maxAlike = 64

// MaxPath bounds the length of a printed call path, in calls (less is told). Halved 0, doubled 0.
const MaxPath = 64

// maxMaker bounds the functions below the activation that makes an object; past it nothing is claimed (more races).
// Halved 0, doubled 0.
const maxMaker = 300

// maxLevels bounds how many loads lead to one that takes something out: the list, in a field, of a struct (more races).
// Halved 0, doubled 0.
const maxLevels = 4

// maxPerSide bounds the signatures of one origin on a location; what is cut off is counted by who makes pairs of them
// (fewer races). Halved 0, doubled 0.
const maxPerSide = 24

// maxEveryDepth bounds how deep a wait may lie in what a loop calls, in calls; where it is deeper, the loop is not seen
// to wait for its elements (more races). Halved 0, doubled 0.
const maxEveryDepth = 3

// maxOwnCalls is how many calls deep an object may be made, or waited for (more races). Halved 0, doubled 0.
const maxOwnCalls = 6

// maxGathered bounds the go statements whose messages are counted together: each is one more thing that a state knows
// (more races). Halved 0, doubled 0.
const maxGathered = 24
