// This file is the bounds of this package: what each counts, and which way what lies past it errs. Halved and doubled:
// of how many programs the findings differ then (docs/results.md, Bounds).

package wakes

// maxStartDepth bounds how far up callers are asked who starts them: past it nobody starts several (fewer reports).
// Halved 0, doubled 0.
const maxStartDepth = 3

// maxTestDepth bounds how deep a condition is looked into: what lies deeper asks something that is not known (fewer
// reports). Halved 0, doubled 0.
const maxTestDepth = 4

// maxCallers bounds how far up callers are asked: who is farther away may do anything (fewer reports).
// Halved 1, doubled 0.
const maxCallers = 3
