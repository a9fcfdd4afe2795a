// This file is how certain a claim is, and why it is not more certain.

package evidence

// A Confidence says how strong the evidence is.
type Confidence uint8

// The confidences, strongest first.
const (
	High   Confidence = iota + 1 // two proven origins, the object known exactly
	Medium                       // the object known only as one of many, through a container or a merged allocation site
	Low                          // protected by a lock that may be the same, or through code that was not seen
)

// A Doubt is a reason why a claim is not of high confidence.
type Doubt struct {
	ID    string // of the rule that raises it
	Title string // what holds then, in words
}

// The doubts about goroutines that wait (internal/waits, lockorder, lockpaths, fieldwaits).
var (
	DoubtBranches = Doubt{"W7", "several branches have to be taken on the way there, which may exclude each other"}
	DoubtOutside  = Doubt{
		"W6", "on the way something is waited for that the analysis does not follow, such as a timer or a context",
	}
	DoubtEnds     = Doubt{"W8", "main, or the test, ends soon after, and the goroutine with it"}
	DoubtNarrow   = Doubt{"W12", "the function has too many channels and goroutines to follow all of them"}
	DoubtEarly    = Doubt{"W31", "who is blocked would have to go on first: on the way there its end is waited for"}
	DoubtRounds   = Doubt{"W4", "how often the loops run is assumed"}
	DoubtUnwalked = Doubt{"W10", "goroutines are started without end here: they were not followed step by step"}
	DoubtPart     = Doubt{"W15", "there are too many interleavings here: only some were looked at"}
	DoubtObjects  = Doubt{"D5", "the locks may be those of different objects"}
	DoubtNearby   = Doubt{"D5", "some synchronisation near by may keep the goroutines apart"}
	DoubtWriter   = Doubt{"D5", "it takes a writer that comes in between"}
	DoubtCallers  = Doubt{
		"T", "the goroutines are assumed: the analysed code is not known to run these functions at the same time",
	}
	DoubtPath      = Doubt{"T", "a condition on the way there may exclude it"}
	DoubtElsewhere = Doubt{"T", "other packages may do what nothing in this package does"}
)
