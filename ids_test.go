// This file holds the ids of all rule tables apart: a doubt, a count of -stats and -debug.without name a row by its id
// alone.

package syncvet_test

import (
	"bytes"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
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

// theoryRule is where a doc.go states a rule: "- (L8) ...".
var theoryRule = regexp.MustCompile(`(?m)^//\s+- \(([A-Z]+[0-9]+[a-z]?)\)`)

// TestTheoryIDs wants each id of a rule of theory once in its package: a rule there is its package and its id, as in
// "internal/link L8"; the package's own code leaves out the package. Ids of tables are unique over the project.
func TestTheoryIDs(t *testing.T) {
	rules := 0
	err := filepath.WalkDir(".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.Name() != "doc.go" {
			return err
		}
		data, err := os.ReadFile(name)
		data, _, _ = bytes.Cut(data, []byte("\n// # Approximations")) // which cites the rules
		seen := map[string]bool{}
		for _, m := range theoryRule.FindAllSubmatch(data, -1) {
			if rules++; seen[string(m[1])] {
				t.Errorf("%s states %s twice", name, m[1])
			}
			seen[string(m[1])] = true
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if rules < 300 {
		t.Errorf("%d rules are few", rules)
	}
}
