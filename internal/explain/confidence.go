// This file is how strong the evidence for a report is.

package explain

// A Confidence says how strong the evidence is (design note "Confidence").
type Confidence uint8

// The confidences, strongest first.
const (
	High   Confidence = iota + 1 // two proven origins, the object known exactly
	Medium                       // the object known only as one of many, through a container or a merged allocation site
	Low                          // protected by a lock that may be the same, or through code that was not seen
)
