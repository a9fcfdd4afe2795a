// This file says in words of Go why a deadlock or leak is not certain.

package deadlockcheck

import "github.com/syncvet/syncvet/internal/waits"

// doubtWords are the doubts in words.
var doubtWords = map[waits.Doubt]string{
	waits.DoubtBranches:  "several branches have to be taken on the way there, which may exclude each other",
	waits.DoubtOutside:   "on the way something is waited for that the analysis does not follow, such as a timer or a context",
	waits.DoubtEnds:      "main, or the test, ends soon after, and the goroutine with it",
	waits.DoubtNarrow:    "the function has too many channels and goroutines to follow all of them",
	waits.DoubtRounds:    "how often the loops run is assumed",
	waits.DoubtUnwalked:  "goroutines are started without end here: they were not followed step by step",
	waits.DoubtPart:      "there are too many interleavings here: only some were looked at",
	waits.DoubtObjects:   "the locks may be those of different objects",
	waits.DoubtNearby:    "some synchronisation near by may keep the goroutines apart",
	waits.DoubtCallers:   "the goroutines are assumed: the analysed code is not known to run these functions at the same time",
	waits.DoubtPath:      "a condition on the way there may exclude it",
	waits.DoubtWriter:    "it takes a writer that comes in between",
	waits.DoubtElsewhere: "other packages may do what nothing in this package does",
}

// doubtRules are the numbers of the rules that the doubts come from (internal/waits, internal/lockpaths,
// internal/fieldwaits).
var doubtRules = map[waits.Doubt]string{
	waits.DoubtBranches: "W7", waits.DoubtOutside: "W6", waits.DoubtEnds: "W8", waits.DoubtNarrow: "W12",
	waits.DoubtRounds: "W4", waits.DoubtUnwalked: "W10", waits.DoubtPart: "W15", waits.DoubtObjects: "D5", waits.DoubtNearby: "D5",
	waits.DoubtCallers: "T", waits.DoubtPath: "T", waits.DoubtWriter: "D5", waits.DoubtElsewhere: "T",
}
