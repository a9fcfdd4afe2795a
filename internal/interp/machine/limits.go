// This file is the bounds of this package: what each counts, and which way what lies past it errs. Measured on 38
// programs with races and deadlocks, of which runs show 35. Halved and doubled: of how many programs the findings
// differ then (docs/results.md, Bounds).

package machine

// Bounds of one run, which is broken off past them (fewer races, fewer deadlocks).
const (
	// Goroutines that one run may have started, ended ones among them. Halved 0, doubled 0.
	maxGoroutines = 1_500
	// Calls that may be in progress in one goroutine. Halved 0, doubled 0.
	maxDepth = 1_000
	// MaxCells is how many variables one run may make, each field and element by itself; and how many bytes one string
	// may have. Halved 0, doubled 0.
	MaxCells = 600_000
	// Timers that fire while the root runs, and again when it has returned: past it no more time passes. Halved
	// 0, doubled 0.
	maxFired = 3_000
)

// Numbers that decide which orders of goroutines are seen: others may be missed (fewer races, fewer deadlocks).
const (
	// Nanoseconds by which time may pass at once although somebody could go on (V25). Halved 0, doubled 0.
	hurry = 20_000_000
	// How often it does, in 100 turns. Halved 2, doubled 2.
	hurryRate = 25
	// Accesses of memory between two at which a thread gives its turn away, at most and divided by how often it does at
	// other operations, in 100 (V24). Halved 4, doubled 5.
	accessesPerTurn = 1_000
)
