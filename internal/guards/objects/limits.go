// This file is the bounds of this package: what each counts, and which way what lies past it errs. Halved and doubled:
// of how many programs the findings differ then (docs/results.md, Bounds).

package objects

// maxBuilt bounds constructors that call each other: deeper ones build nothing (more races). Halved 0, doubled 0.
const maxBuilt = 4

// valueSteps bounds how far, in assignments and captures, a function value is followed; past it it is not known (more
// races). Halved 0, doubled 0.
const valueSteps = 8

// baseSteps bounds how far, in selections and loads, an address is followed to what made the object (fewer races).
// Halved 0, doubled 0.
const baseSteps = 16

// holderSteps bounds how far a map or slice is followed to the variable that holds it (fewer races).
// Halved 0, doubled 0.
const holderSteps = 8

// Sizes of functions, in blocks, up to which what they return stands for their call (fewer races).
const (
	getterBlocks = 4 // of those that return a map or slice; halved 0, doubled 0
	finderBlocks = 8 // of those that look an object up; halved 0, doubled 0
)
