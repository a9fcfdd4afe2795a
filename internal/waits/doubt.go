// This file is what makes a problem less certain, one by one: the checkers put it into words.

package waits

// A Doubt is a reason why a problem is not of high confidence.
type Doubt uint8

// The doubts.
const (
	DoubtBranches  Doubt = iota + 1 // several branches must be taken on the way there (W7)
	DoubtOutside                    // something outside the scope is waited for on the way: a timer, a context (W6)
	DoubtEnds                       // main or a test: what is left over is left over once (W8)
	DoubtNarrow                     // only some of the scope's objects were followed (W12)
	DoubtRounds                     // loops were taken to run another number of times (W4)
	DoubtUnwalked                   // it was looked at without following the goroutines step by step (W10)
	DoubtObjects                    // a lock is one of several objects (internal/lockorder D5)
	DoubtNearby                     // synchronisation near by may keep the goroutines apart (internal/lockorder D5)
	DoubtCallers                    // the goroutines are not in view: callers are assumed
	DoubtPath                       // what holds on the way was not decided (internal/lockpaths)
	DoubtWriter                     // it needs somebody who wants to write in between
	DoubtElsewhere                  // other packages may do what nothing here does
	DoubtPart                       // only some of the interleavings were looked at (W15)
)
