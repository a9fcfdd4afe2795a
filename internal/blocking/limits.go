// This file is the bounds of this package: what each counts, and which way what lies past it errs. Halved and doubled:
// of how many programs the findings differ then (docs/results.md, Bounds).

package blocking

// Bounds of a state: a search that comes past one is over, and says so (fewer deadlocks).
const (
	maxThreads = 8   // threads at one time; halved 32, doubled 0
	maxCells   = 16  // cells of a thread; halved 142, doubled 0
	maxCount   = 255 // value of a WaitGroup, or of a number, above zero or below; halved 0, doubled 0
	maxReads   = 3   // read locks of one thread on one lock; halved 0, doubled 0
)

// maxKept is how many values in a buffer are counted; a buffer with more holds many, and may be full or not (B23, more
// deadlocks). Three rounds of a loop in three rounds of another one send as many.
// Halved 3, doubled 1.
const maxKept = 9

// Endless is the capacity, in values, from which a buffer has room for every value (fewer deadlocks).
// Halved 0, doubled 0.
const Endless = 1000

// maxNeeded bounds the choices on a way that are looked at one by one; where there are more, all count as needed (lower
// grades). Halved 0, doubled 0.
const maxNeeded = 12

// maxHelp bounds the states that are looked at to find out whether somebody helps stuck threads; past it somebody may
// (fewer deadlocks). Halved 0, doubled 0.
const maxHelp = 3_000

// defaultStates bounds the states of a search whose caller says nothing (fewer deadlocks). Halved 0, doubled 0.
const defaultStates = 200_000
