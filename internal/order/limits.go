// This file is the bounds of this package, and what each counts.

package order

// Bounds on the pairs of one location: an abstract object that so many places touch is a merged one, and says little.
const (
	maxPairs   = 4096  // pairs looked at
	maxScanned = 16384 // pairs of which the first of each two accesses are looked at
)

// maxAlike is how many pairs of two accesses, on objects of one allocation site, are looked at before all other pairs.
const maxAlike = 64

// MaxPath bounds the length of a printed call path.
const MaxPath = 64

// maxMaker bounds the functions below the activation that makes an object; past it nothing is claimed.
const maxMaker = 300

// maxLevels bounds how many loads lead to one that takes something out: the list, in a field, of a struct.
const maxLevels = 4

// maxPerSide bounds the signatures of one origin on a location; what is cut off is counted by who makes pairs of them
// (fewer races).
const maxPerSide = 24

// maxEveryDepth bounds how deep a wait may lie in what a loop calls, in calls; where it is deeper, the loop is not seen
// to wait for its elements (more races).
const maxEveryDepth = 3
