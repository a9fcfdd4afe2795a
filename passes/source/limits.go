// This file is the bounds of this package: what each counts, and which way what lies past it errs. Halved and doubled:
// of how many programs the findings differ then (docs/results.md, Bounds).

package source

// maxMakers is how many constructors a client calls: values that were made in different ways are different objects, and
// what is known of several of them is known of none. Further ones are
// not called (fewer races). Halved 3, doubled 0.
const maxMakers = 2

// maxSelf is how many methods a type may have whose clients call each of them from two goroutines at once: what they
// start is linked twice (nats.go's Conn, with 70 methods, took 23 s of CPU instead of 13). Past it: fewer races.
// Halved 0, doubled 0.
const maxSelf = 24

// The carry's cap, in units' weights: at least carryFloor, and carryFactor times the kept own units'. What does not
// travel along is unseen code (fewer races).
const (
	carryFloor  = 3000 // halved 0, doubled 0
	carryFactor = 6    // halved 0, doubled 0
)

// handlerDepth is through how many functions that are returned handlers are looked for: middleware is a function that
// returns one, and often made by another (fewer races). Halved 1, doubled 0.
const handlerDepth = 3

// servingDepth is through how many methods that a method calls on its receiver it is looked for what it waits for
// (fewer races). Halved 0, doubled 0.
const servingDepth = 3

// maxContexts is how many functions of a package may make contexts, or look into them (fewer races). Halved 0, doubled
// 0.
const maxContexts = 24

// cloneable is the largest size, in instructions, of a function that gets a context per call site (more races).
// Halved 5, doubled 0.
const cloneable = 80

// cloneableSpawner is that of one that starts goroutines and is given functions: what these goroutines call differs
// from call to call, and a goroutine of a call that is over would seem to run what a later one is given
// (more races). Halved 0, doubled 0.
const cloneableSpawner = 400

// maxUnions bounds constraints that lie in each other; the layout of a deeper one is its own (fewer races).
// Halved 0, doubled 0.
const maxUnions = 10
