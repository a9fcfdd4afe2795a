// This file is the bounds of this package: what each counts, and which way what lies past it errs. Halved and doubled:
// of how many programs the findings differ then (docs/results.md, Bounds).

package fieldwaits

// maxClosers bounds the calls that are followed from a close to who comes there (fewer reports). Halved 0, doubled 0.
const maxClosers = 4

// maxComing bounds the functions that are looked at to find who comes to a close (fewer reports). Halved 0, doubled 0.
const maxComing = 16

// maxTold bounds the operands that are looked at of a condition; what lies deeper does not ask whether the channel is
// closed (more reports). Halved 0, doubled 0.
const maxTold = 5

// maxDoneCalls bounds how deep calls are looked into for a Done (fewer reports). Halved 0, doubled 0.
const maxDoneCalls = 4

// maxAbove bounds how far callers are followed to find those that users call (fewer reports). Halved 1, doubled 0.
const maxAbove = 3

// maxNested bounds how deep what runs in a slot is looked into (fewer reports). Halved 3, doubled 0.
const maxNested = 5

// maxInside bounds how deep, in calls, a write is looked for (fewer reports). Halved 0, doubled 0.
const maxInside = 3

// maxContextSteps bounds how far, in assignments and calls, a context is followed (fewer reports). Halved 0, doubled 0.
const maxContextSteps = 6

// maxFollowed bounds the values that a channel is followed through: with more, others may have it (fewer reports).
// Halved 0, doubled 0.
const maxFollowed = 40
