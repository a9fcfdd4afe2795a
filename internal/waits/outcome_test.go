// This file checks which ways out of a function exclude which outcomes.

package waits

import (
	"testing"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/link"
)

// TestExcludes checks that a way out that passes on what another call has told may have either outcome (W16).
func TestExcludes(t *testing.T) {
	u := &link.Unit{Spawn: &facts.Spawn{Outcomes: []facts.Outcome{
		{Number: 0, Points: []facts.PointID{1}, Passed: []facts.Passed{{Point: 3}}},
		{Number: 1, Points: []facts.PointID{2}, Passed: []facts.Passed{{Point: 3, Number: 1}}},
	}}}
	for _, c := range []struct {
		exit   facts.PointID
		number int64
		want   bool
	}{
		{1, 0, false}, {1, 1, true}, {2, 0, true}, {2, 1, false}, {3, 0, false}, {3, 1, false},
	} {
		e := &facts.Event{Op: facts.EventOutcome, N: c.number}
		if got := (outcome{callee: u, exit: c.exit}).excludes(e); got != c.want {
			t.Errorf("way out %d, outcome %d: excluded %v, want %v", c.exit, c.number, got, c.want)
		}
	}
}
