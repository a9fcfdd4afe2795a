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

// The doubts that no table raises: they come with the way in which a claim is found (internal/waits W4, W10, W12, W14
// and W15, internal/lockpaths and fieldwaits).
var (
	DoubtNarrow   = Doubt{"W12", "the function has too many channels and goroutines to follow all of them"}
	DoubtRounds   = Doubt{"W4", "how often the loops run is assumed"}
	DoubtUnwalked = Doubt{"W10", "goroutines are started without end here: they were not followed step by step"}
	DoubtPart     = Doubt{"W15", "there are too many interleavings here: only some were looked at"}
	DoubtWriter   = Doubt{"T5a", "it takes a writer that comes in between"}
	DoubtCallers  = Doubt{
		"T10a", "the goroutines are assumed: the analysed code is not known to run these functions at the same time",
	}
	DoubtPath      = Doubt{"T4a", "a condition on the way there may exclude it"}
	DoubtElsewhere = Doubt{"T15a", "other packages may do what nothing in this package does"}
	DoubtRan       = Doubt{"T91", "runs of the test come to their end, and nobody stays there"}
	DoubtPassed    = Doubt{"T90", "runs of the program's tests or main function get there and always go on"}
)

// Doubts lists them.
func Doubts() []Doubt {
	return []Doubt{
		DoubtNarrow, DoubtRounds, DoubtUnwalked, DoubtPart, DoubtWriter, DoubtCallers, DoubtPath, DoubtElsewhere,
		DoubtPassed,
	}
}
