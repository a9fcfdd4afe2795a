// This file checks which of two problems at one place is reported.

package deadlockcheck

import (
	"slices"
	"testing"

	"github.com/syncvet/syncvet/internal/explain"
	"github.com/syncvet/syncvet/internal/link"
	"github.com/syncvet/syncvet/internal/waits"
)

// TestContend compares what is shown by default and with everythinghing that is of low confidence.
func TestContend(t *testing.T) {
	at := func(line uint32, c explain.Confidence) waits.Problem {
		end := waits.ProblemStep{Pos: link.Position{Line: line}}
		return waits.Problem{Confidence: c, Threads: []waits.Thread{{Steps: []waits.ProblemStep{end}}}}
	}
	type grades = []explain.Confidence
	for _, c := range []struct {
		name              string
		seen, named       explain.Confidence // of two problems at one line; 0 for none
		usual, everything grades             // by default, and with -confidence low
	}{
		{"in view is as certain", explain.Medium, explain.Medium, grades{explain.Medium}, grades{explain.Medium}},
		{"in view is weaker", explain.Low, explain.Medium, grades{explain.Medium}, grades{explain.Medium}},
		{"the name is weaker", explain.High, explain.Low, grades{explain.High}, grades{explain.High}},
		{"both are weak", explain.Low, explain.Low, nil, grades{explain.Low}},
		{"by name only", 0, explain.Medium, grades{explain.Medium}, grades{explain.Medium}},
	} {
		for _, weakest := range []explain.Confidence{explain.Medium, explain.Low} {
			var seen, named []waits.Problem
			if c.seen != 0 && c.seen <= weakest { // others are not in the link's answer
				seen = append(seen, at(1, c.seen))
			}
			if c.named != 0 {
				named = append(named, at(1, c.named))
			}
			var got grades
			for _, x := range contend(seen, named, weakest) {
				got = append(got, x.Confidence)
			}
			if want := map[explain.Confidence]grades{explain.Medium: c.usual, explain.Low: c.everything}[weakest]; !slices.Equal(
				got,
				want,
			) {
				t.Errorf("%s: weakest %d: %v, want %v", c.name, weakest, got, want)
			}
		}
	}
}
