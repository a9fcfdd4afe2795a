// This file holds docs/heuristics.md against the rule table that it is made from.

package syncvet_test

import (
	"bytes"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/syncvet/syncvet/internal/races"
)

// heuristicsHead is what the page says before the table.
const heuristicsHead = `# Rules about pairs

A pair of accesses is a race unless a rule of this table rules it out, and as certain as the doubts leave it. The rules
are asked from the top. A pair is of low confidence with a doubt of effect "low", with two of effect "medium; with
another one: low", with three of any kind (all of effect "medium; several count as one" are one), or with any doubt
beside one of effect "medium; with any other doubt: low". With any other doubt it is of medium confidence, with none of
high. Each rule errs in the way said; where nothing is said it follows from the Go memory model. ` +
	"`testdata/ARCHIVE.txtar`" + `
is judged in another way without it (` + "`go vet -vettool=syncvet -racecheck.debug.without=ID`" + `).

This page is made from internal/races/table.go: ` + "`go test . -run Heuristics -update`" + `.
Why each holds is said in the doc.go of internal/races and internal/order, under its number.

| id | holds where | effect | errs | archive |
|---|---|---|---|---|
`

// TestHeuristics wants the page to be the table.
func TestHeuristics(t *testing.T) {
	var b bytes.Buffer
	b.WriteString(heuristicsHead)
	seen := map[string]bool{}
	for _, r := range races.Rules() {
		if seen[r.ID] {
			t.Errorf("two rows are called %s", r.ID)
		}
		seen[r.ID] = true
		errs := r.Errs
		if r.Effect.Doubt() {
			errs = "fewer races"
		}
		fmt.Fprintf(
			&b,
			"| %s | %s%s | %s | %s | %s |\n",
			r.ID,
			r.Title,
			r.Objects.Suffix(),
			r.Effect,
			errs,
			strings.ReplaceAll(r.Archive, " ", ", "),
		)
	}
	const page = "docs/heuristics.md"
	if *update {
		if err := os.WriteFile(page, b.Bytes(), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if text, err := os.ReadFile(page); err != nil || !bytes.Equal(text, b.Bytes()) {
		t.Errorf("%s is not up to date: go test . -run Heuristics -update (%v)", page, err)
	}
}
