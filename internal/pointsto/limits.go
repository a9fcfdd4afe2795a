// This file is the bounds of this package: what each counts, and which way what lies past it errs. Halved and doubled:
// of how many programs the findings differ then (docs/results.md, Bounds).

package pointsto

// relinkThirds is the part of all facts, in thirds, that an Update removes before it starts from scratch instead (P17,
// time only). At a fifth, deletions in gopls that kill a third of the program took three times as long.
const relinkThirds = 2

// relinkFloor is the number of removed facts below which starting from scratch is not worth a thought (time only).
const relinkFloor = 1000

// staleFloor is the number of constraints that do not count any more below which none is weeded out (time only).
const staleFloor = 1000

// keptScratch is the largest list, in elements, that is kept for the next update (memory only).
const keptScratch = 1 << 18

// How large updates are shared among workers (time only).
const (
	shards      = 8    // parts of the nodes, each changed by one worker at a time
	chunkItems  = 256  // see crew.chunk
	leastItems  = 2048 // see crew.least
	windowItems = 2048 // see crew.window
)

// Bounds of the search for another proof of a fact that is doubted (time only: what is not found here is derived anew).
const (
	manyDoubts = 64   // facts that one edge was the reason of, beyond which none of them is looked at
	manyProofs = 2000 // facts that a proof may need before it is given up
	// edges that are asked whether they give a reason of lower rank: 64 make no difference in time
	tries = 16
)

// manyFacts is the number of facts of one node from which on they are brought together (time only).
const manyFacts = 32

// Largest sets, in addresses, that are searched from end to end (time only).
const (
	smallMax = 16 // in the arena: 64 bytes, one cache line, are searched faster than hashed
	denseMax = 8  // of facts with their ranks
)

// chunk is how many addresses are propagated at a time: the budget is looked at in between (time only).
const chunk = 1 << 10

// room is what ranks are apart at first (time only).
const room = 64
