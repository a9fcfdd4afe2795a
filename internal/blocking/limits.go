// This file is the bounds of this package, and what each counts.

package blocking

const (
	maxThreads = 8   // threads at one time
	maxCells   = 16  // cells of a thread
	maxCount   = 255 // value of a WaitGroup, or of a number, above zero or below
	maxReads   = 3   // read locks of one thread on one lock
)

// maxKept is how many values in a buffer are counted; a buffer with more holds many (B23). Three rounds of a loop in
// three rounds of another one send as many.
const maxKept = 9

// Endless is the capacity from which a buffer has room for every value.
const Endless = 1000

// maxNeeded bounds the choices on a way that are looked at one by one.
const maxNeeded = 12

// maxHelp bounds the states that are looked at to find out whether somebody helps stuck threads.
const maxHelp = 3_000
