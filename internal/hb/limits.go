// This file is the bounds of this package, and what each counts.

package hb

// maxHandings bounds the attempts at finding out which locks are handed over.
const maxHandings = 3

// maxAddDepth bounds the calls between a function and the Add that counts for the goroutines it starts. Deeper ones do
// not count (more races).
const maxAddDepth = 3

// maxEithers bounds the tokens of a program of which a state may have one or another one; past it such states have
// neither (more races).
const maxEithers = 256

// maxTurns bounds the sets of channels over which goroutines may take turns; past it they take none (more races).
const maxTurns = 32

// maxOnward bounds the points that are followed from one point; past it anything may come.
const maxOnward = 5000

// maxClimb bounds the functions and goroutines around a wait in which a go event before it is looked for.
const maxClimb = 6

// maxEdges bounds explanations.
const maxEdges = 8

// unlimited is the credit of an Add of an unknown number.
const unlimited = 64

// recentSets is how many results of operations on sets are found without a look into a map.
const recentSets = 1 << 12

// recentOrders is how many answers about two places are found without a look into a map.
const recentOrders = 1 << 12
