// This file is the bounds of this package: what each counts, and which way what lies past it errs. Measured on 38
// programs with races and deadlocks, of which runs show 35. Halved and doubled: of how many programs the findings
// differ then (docs/results.md, Bounds).

package interp

// Bounds of the runs of one package (fewer races, fewer deadlocks).
const (
	// Instructions that all runs of a package's roots take together: past it no run begins, and one that goes on is
	// broken off; what it has shown until then counts. Halved 0, doubled 0.
	maxSteps = 3_000_000
	// Orders in which the roots are run at most. Halved 0, doubled 0.
	maxOrders = 12
	// Instructions after which no order of the roots begins when the last ones have shown nothing new. Halved 0,
	// doubled 1.
	enoughSteps = 500_000
	// Orders of all roots that have shown nothing new before that. Halved 1, doubled 1.
	staleOrders = 2
	// Instructions that each run may take at least: where less is left of maxSteps no run begins. Halved 0, doubled 0.
	minRunSteps = 20_000
	// Instructions that the initialisation of a program may take: past it nothing is run. Halved 0, doubled 0.
	maxInit = 1_500_000
	// Parts into which what is left of maxSteps is divided at most, where there are many roots: a run may take one, and
	// is broken off past it. Halved 0, doubled 0.
	rootShare = 20
	// Orders in which roots that take too long get a part of that share only, so that the others come to their end in as
	// many: what ends in fewer proves nothing (V67). Halved 0, doubled 0.
	fullOrders = 3
	// Which part that is. Halved 0, doubled 0.
	longShare = 8
	// Instructions for which a run goes on when its root has returned, to see who stays blocked: then it is taken as it
	// is. Halved 0, doubled 0.
	maxAfter = 60_000
	// Bytes of embedded files that one variable may have: past it nothing is run. Halved 0, doubled 0.
	maxEmbedded = 400_000
	// How often a package is type-checked again without functions that have errors: past it nothing is run. Halved
	// 0, doubled 0.
	maxRounds = 4
)
