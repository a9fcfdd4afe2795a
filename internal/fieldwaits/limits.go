// This file is the bounds of this package, and what each counts.

package fieldwaits

// maxClosers bounds the calls that are followed from a close to who comes there.
const maxClosers = 4

// maxTold bounds the operands that are looked at of a condition.
const maxTold = 5

// maxDoneCalls bounds how deep calls are looked into for a Done.
const maxDoneCalls = 4

// maxAbove bounds how far callers are followed.
const maxAbove = 3

// maxStartDepth bounds how far up callers are asked who starts them.
const maxStartDepth = 3

// maxTestDepth bounds how deep a condition is looked into.
const maxTestDepth = 4

// maxCallers bounds how far up callers are asked.
const maxCallers = 3

// maxNested bounds how deep what runs in a slot is looked into.
const maxNested = 5

// maxInside bounds how deep a write is looked for.
const maxInside = 3

// maxContextSteps bounds how far a context is followed.
const maxContextSteps = 6

// maxFollowed bounds the values that a channel is followed through.
const maxFollowed = 40
