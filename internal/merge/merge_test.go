// This file checks which of two waits at one place is told.

package merge

import (
	"slices"
	"testing"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/evidence"
)

// TestWeaker compares what is told by default and with everything that is of low confidence.
func TestWeaker(t *testing.T) {
	at := func(e evidence.Engine, c evidence.Confidence) evidence.Evidence {
		step := evidence.Step{Pos: facts.Position{Line: 1}}
		return evidence.Evidence{
			Kind: evidence.Leak, Engine: e, Grade: c, Ends: []evidence.End{{Steps: []evidence.Step{step}}},
		}
	}
	type grades = []evidence.Confidence
	for _, c := range []struct {
		name              string
		seen, named       evidence.Confidence // of two waits at one line; 0 for none
		usual, everything grades              // by default, and with -confidence low
	}{
		{"in view is as certain", evidence.Medium, evidence.Medium, grades{evidence.Medium}, grades{evidence.Medium}},
		{"in view is weaker", evidence.Low, evidence.Medium, grades{evidence.Medium}, grades{evidence.Medium}},
		{"the name is weaker", evidence.High, evidence.Low, grades{evidence.High}, grades{evidence.High}},
		{"both are weak", evidence.Low, evidence.Low, nil, grades{evidence.Low}},
		{"by name only", 0, evidence.Medium, grades{evidence.Medium}, grades{evidence.Medium}},
	} {
		for _, weakest := range []evidence.Confidence{evidence.Medium, evidence.Low} {
			var claims []evidence.Evidence
			if c.seen != 0 && c.seen <= weakest { // others are not in the link's answer
				claims = append(claims, at(evidence.InView, c.seen))
			}
			if c.named != 0 {
				claims = append(claims, at(evidence.ByName, c.named))
			}
			var got grades
			for _, k := range Told(claims, weakest, "") {
				got = append(got, claims[k].Grade)
			}
			want := c.usual
			if weakest == evidence.Low {
				want = c.everything
			}
			if !slices.Equal(got, want) {
				t.Errorf("%s: weakest %d: %v, want %v", c.name, weakest, got, want)
			}
		}
	}
}

// TestNeverByWeaker asks each row about claims of all kinds, engines and grades: a claim yields to one that is as
// certain, or more (Y0), but for races that only linked harnesses show.
func TestNeverByWeaker(t *testing.T) {
	var claims []claim
	kinds := []evidence.Kind{
		evidence.LockCycle, evidence.SelfDeadlock, evidence.Misuse, evidence.Leak, evidence.Race, evidence.Unguarded,
	}
	for _, kind := range kinds {
		for engine := evidence.InView; engine <= evidence.Function; engine++ {
			for grade := evidence.High; grade <= evidence.Low; grade++ {
				for assumed := range 2 {
					end := evidence.End{Steps: []evidence.Step{{Act: evidence.ActDone, Pos: facts.Position{Line: 1}}}}
					x := &evidence.Evidence{
						Kind: kind, Engine: engine, Grade: grade, Ends: []evidence.End{end, end},
						Waiting: evidence.Waiting{Assumed: assumed == 1},
					}
					claims = append(claims, claim{Evidence: x, index: len(claims)})
				}
			}
		}
	}
	for _, r := range Rules() {
		for _, x := range claims {
			for _, y := range claims {
				if x != y && r.holds(x, y) && (x.Grade > y.Grade || r.holds(y, x)) {
					t.Errorf("%s: kind %d of grade %d yields to kind %d of grade %d", r.ID, y.Kind, y.Grade, x.Kind, x.Grade)
				}
			}
		}
	}
}
