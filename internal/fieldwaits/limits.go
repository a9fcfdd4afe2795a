// This file is the bounds of this package: what each counts, and which way what lies past it errs. What has no figure
// was chosen, not measured.

package fieldwaits

// maxClosers bounds the calls that are followed from a close to who comes there (fewer reports).
const maxClosers = 4

// maxTold bounds the operands that are looked at of a condition; what lies deeper does not ask whether the channel is
// closed (more reports).
const maxTold = 5

// maxDoneCalls bounds how deep calls are looked into for a Done (fewer reports).
const maxDoneCalls = 4

// maxAbove bounds how far callers are followed to find those that users call (fewer reports).
const maxAbove = 3

// maxStartDepth bounds how far up callers are asked who starts them: past it nobody starts several (fewer reports).
const maxStartDepth = 3

// maxTestDepth bounds how deep a condition is looked into: what lies deeper asks something that is not known (fewer
// reports).
const maxTestDepth = 4

// maxCallers bounds how far up callers are asked: who is farther away may do anything (fewer reports).
const maxCallers = 3

// maxNested bounds how deep what runs in a slot is looked into (fewer reports).
const maxNested = 5

// maxInside bounds how deep, in calls, a write is looked for (fewer reports).
const maxInside = 3

// maxContextSteps bounds how far, in assignments and calls, a context is followed (fewer reports).
const maxContextSteps = 6

// maxFollowed bounds the values that a channel is followed through: with more, others may have it (fewer reports).
const maxFollowed = 40
