// This file is the bounds of this package, and what each counts.

package pointsto

// relinkThirds is the part of all facts, in thirds, that an Update removes before it starts from scratch instead. (P17)
const relinkThirds = 2

// relinkFloor is the number of removed facts below which starting from scratch is not worth a thought.
const relinkFloor = 1000

// keptScratch is the largest list, in elements, that is kept for the next update.
const keptScratch = 1 << 18

const (
	shards      = 8    // parts of the nodes, each changed by one worker at a time
	chunkItems  = 256  // see crew.chunk
	leastItems  = 2048 // see crew.least
	windowItems = 2048 // see crew.window
)
