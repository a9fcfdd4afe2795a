// Package shapes is skeletons seen forwards, and how often the loops of a goroutine's calls have gone round.
//
// # Problem
//
// A walk comes to a place in each round of a loop (internal/waits W3, W4): it needs to know which loops a place lies
// in, and how many rounds they have made, for that is part of what tells places apart.
//
// # Tests
//
// They are those of internal/waits: walks of whole programs (go test . -run TestQuick).
package shapes
