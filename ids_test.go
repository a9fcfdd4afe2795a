// This file holds the ids of all rule tables apart: a doubt, a count of -stats and -debug.without name a row by its id
// alone.

package syncvet_test

import (
	"testing"

	"github.com/syncvet/syncvet/internal/evidence"
	"github.com/syncvet/syncvet/internal/guards"
	"github.com/syncvet/syncvet/internal/lockorder"
	"github.com/syncvet/syncvet/internal/merge"
	"github.com/syncvet/syncvet/internal/races"
	"github.com/syncvet/syncvet/internal/waits"
)

// TestRuleIDs wants each id once.
func TestRuleIDs(t *testing.T) {
	table := map[string]string{} // by id
	add := func(id, where string) {
		if other, twice := table[id]; twice {
			t.Errorf("%s is a row of %s and of %s", id, other, where)
		}
		table[id] = where
	}
	for _, r := range races.Rules() {
		add(r.ID, "internal/races")
	}
	for _, r := range guards.Rules() {
		add(r.ID, "internal/guards")
	}
	for _, r := range merge.Rules() {
		add(r.ID, "internal/merge")
	}
	for _, r := range lockorder.Rows() {
		add(r.ID, "internal/lockorder")
	}
	for _, r := range waits.Rows() {
		add(r.ID, "internal/waits")
	}
	for _, d := range evidence.Doubts() {
		add(d.ID, "internal/evidence")
	}
}
