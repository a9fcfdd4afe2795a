// This file checks which of two problems at one place is reported.

package deadlockcheck

import (
	"slices"
	"testing"

	"github.com/syncvet/syncvet/internal/evidence"
	"github.com/syncvet/syncvet/internal/link"
)

// TestContend compares what is shown by default and with everythinghing that is of low confidence.
func TestContend(t *testing.T) {
	at := func(line uint32, c evidence.Confidence) evidence.Evidence {
		end := evidence.Step{Pos: link.Position{Line: line}}
		return evidence.Evidence{Grade: c, Ends: []evidence.End{{Steps: []evidence.Step{end}}}}
	}
	type grades = []evidence.Confidence
	for _, c := range []struct {
		name              string
		seen, named       evidence.Confidence // of two problems at one line; 0 for none
		usual, everything grades              // by default, and with -confidence low
	}{
		{"in view is as certain", evidence.Medium, evidence.Medium, grades{evidence.Medium}, grades{evidence.Medium}},
		{"in view is weaker", evidence.Low, evidence.Medium, grades{evidence.Medium}, grades{evidence.Medium}},
		{"the name is weaker", evidence.High, evidence.Low, grades{evidence.High}, grades{evidence.High}},
		{"both are weak", evidence.Low, evidence.Low, nil, grades{evidence.Low}},
		{"by name only", 0, evidence.Medium, grades{evidence.Medium}, grades{evidence.Medium}},
	} {
		for _, weakest := range []evidence.Confidence{evidence.Medium, evidence.Low} {
			var seen, named []evidence.Evidence
			if c.seen != 0 && c.seen <= weakest { // others are not in the link's answer
				seen = append(seen, at(1, c.seen))
			}
			if c.named != 0 {
				named = append(named, at(1, c.named))
			}
			var got grades
			for _, x := range contend(seen, named, weakest) {
				got = append(got, x.Grade)
			}
			if want := map[evidence.Confidence]grades{evidence.Medium: c.usual, evidence.Low: c.everything}[weakest]; !slices.Equal(
				got,
				want,
			) {
				t.Errorf("%s: weakest %d: %v, want %v", c.name, weakest, got, want)
			}
		}
	}
}
