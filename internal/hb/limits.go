// This file is the bounds of this package: what each counts, and which way what lies past it errs. Halved and doubled:
// of how many programs the findings differ then (docs/results.md, Bounds).

package hb

// maxHandings bounds the attempts at finding out which locks are handed over; after the last one none is (more races).
// Halved 1, doubled 0.
const maxHandings = 3

// maxAddDepth bounds the calls between a function and the Add that counts for the goroutines it starts. Deeper ones do
// not count (more races). Halved 0, doubled 0.
const maxAddDepth = 3

// maxEithers bounds the tokens of a program of which a state may have one or another one; past it such states have
// neither (more races). Halved 0, doubled 0.
const maxEithers = 256

// maxTurns bounds the sets of channels over which goroutines may take turns; past it they take none (more races).
// Halved 0, doubled 0.
const maxTurns = 32

// maxOnward bounds the points that are followed from one point; past it anything may come (more races).
// Halved 0, doubled 0.
const maxOnward = 5000

// maxClimb bounds the functions and goroutines around a wait in which a go event before it is looked for (less is
// told). Halved 0, doubled 0.
const maxClimb = 6

// maxEdges bounds explanations, in edges (less is told). Halved 0, doubled 0.
const maxEdges = 8

// unlimited is the credit, in Dones, of an Add of an unknown number (fewer races). Halved 0, doubled 0.
const unlimited = 64

// recentSets is how many results of operations on sets are found without a look into a map (time only).
const recentSets = 1 << 12

// recentOrders is how many answers about two places are found without a look into a map (time only).
const recentOrders = 1 << 12

// Defaults of Options.
const (
	// states of one function in one origin that are told apart; more are joined (more races); halved 0, doubled 0
	defaultStates = 8
	// work of the tabulation; past it everything is ordered (fewer races, and said so); halved 0, doubled 0
	defaultBudget = 100_000_000
)
