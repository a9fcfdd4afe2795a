// This file is the bounds of this package: what each counts, and which way what lies past it errs. What has no figure
// was chosen, not measured.

package order

// Bounds on the pairs of one location: an abstract object that so many places touch is a merged one, and says little
// (fewer races).
const (
	maxPairs   = 4096  // pairs looked at
	maxScanned = 16384 // pairs of which the first of each two accesses are looked at
)

// maxAlike is how many pairs of two accesses, on objects of one allocation site, are looked at before all other pairs
// (fewer races).
const maxAlike = 64

// MaxPath bounds the length of a printed call path, in calls (less is told).
const MaxPath = 64

// maxMaker bounds the functions below the activation that makes an object; past it nothing is claimed (more races).
const maxMaker = 300

// maxLevels bounds how many loads lead to one that takes something out: the list, in a field, of a struct (more races).
const maxLevels = 4

// maxPerSide bounds the signatures of one origin on a location; what is cut off is counted by who makes pairs of them
// (fewer races).
const maxPerSide = 24

// maxEveryDepth bounds how deep a wait may lie in what a loop calls, in calls; where it is deeper, the loop is not seen
// to wait for its elements (more races).
const maxEveryDepth = 3

// maxOwnCalls is how many calls deep an object may be made, or waited for (more races).
const maxOwnCalls = 6
