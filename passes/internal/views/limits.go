// This file is the bounds of this package: what each counts, and which way what lies past it errs. Halved and doubled:
// of how many programs the findings differ then (docs/results.md, Bounds).

package views

// Bounds of the search for stores that a literal may see; past them it sees all stores (more races).
const (
	maxStores = 12  // into one variable; halved 0, doubled 0
	maxBlocks = 200 // blocks of the function; halved 0, doubled 0
)
