// This file shows what each rule about inferred guards is for, and holds docs/guards.md against their table.

package syncvet_test

import (
	"bytes"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"testing"

	"golang.org/x/tools/go/analysis"

	"github.com/syncvet/syncvet/internal/evidence"
	"github.com/syncvet/syncvet/internal/guards"
	"github.com/syncvet/syncvet/passes/access"
)

// TestGuardAblation takes each rule away from the program that its row names, by the checker's flag, and wants other
// findings.
func TestGuardAblation(t *testing.T) {
	for _, r := range guards.Rules() {
		t.Run(r.ID, func(t *testing.T) {
			t.Parallel()
			file := filepath.Join("testdata", filepath.FromSlash(r.Archive)+".txtar")
			if whole, without := foundWithout(t, file, ""), foundWithout(t, file, r.ID); maps.Equal(whole, without) {
				t.Errorf("%s has the same findings without it: %s", r.Archive, r.Title)
			}
		})
	}
}

// TestGuardAblationWhole prints which programs each rule changes.
func TestGuardAblationWhole(t *testing.T) {
	var rows []ablationRow
	var ids []string
	for _, r := range guards.Rules() {
		rows = append(rows, ablationRow{r.ID, r.Title, r.Archive})
		ids = append(ids, r.ID)
	}
	ablateWhole(t, "Inferred guards", rows, func(t *testing.T, file string) (map[string]bool, error) {
		changed := map[string]bool{}
		return changed, analyzed(t, file, withoutGuardRule(ids, changed))
	})
}

// withoutGuardRule makes an analyzer that notes the rules without which a package's suspects differ.
func withoutGuardRule(ids []string, changed map[string]bool) *analysis.Analyzer {
	run := func(pass *analysis.Pass) (any, error) {
		acc := pass.ResultOf[access.Analyzer].(*access.Result)
		whole := suspects(guards.Infer(acc, "").Suspects)
		for _, id := range ids {
			if !maps.Equal(whole, suspects(guards.Infer(acc, id).Suspects)) {
				changed[id] = true
			}
		}
		return nil, nil
	}
	return &analysis.Analyzer{
		Name: "guardablation", Doc: "compare suspects without rules", Run: run,
		Requires: []*analysis.Analyzer{access.Analyzer},
	}
}

// suspects are the suspects that are shown by default, by variable and places.
func suspects(list []evidence.Evidence) map[string]bool {
	found := map[string]bool{}
	for k := range list {
		if s := &list[k]; s.Grade == evidence.Medium {
			found[fmt.Sprint(s.Name, s.Guard, s.At(), s.Ends[1].Last().Pos, s.Lazy, s.Shared, s.Promised)] = true
		}
	}
	return found
}

// guardsHead is what the page says before the table.
const guardsHead = `# Rules about inferred guards

An access without a lock that most others hold is reported unless a rule of this table rules it out: first those about
one access, then those about two. How certain the report is says the first of the other rows that holds; where none does
it is of low confidence. Each rule errs in the way said; where nothing is said it follows from the Go memory model, or
from what comments say. ` + "`testdata/ARCHIVE.txtar`" + ` is judged in another way without it
(` + "`go vet -vettool=syncvet -racecheck.debug.without=ID`" + `).
A row of effect "low" is told as a doubt of the finding.

This page is made from internal/guards/table.go: ` + "`go test . -run GuardTable -update`" + `.
Why each holds is said in the doc.go of internal/guards under its number.

| id | holds where | effect | errs | archive |
|---|---|---|---|---|
`

// TestGuardTable wants the page to be the table.
func TestGuardTable(t *testing.T) {
	var b bytes.Buffer
	b.WriteString(guardsHead)
	seen := map[string]bool{}
	for _, r := range guards.Rules() {
		if seen[r.ID] {
			t.Errorf("two rows are called %s", r.ID)
		}
		seen[r.ID] = true
		errs := r.Errs
		if r.Effect.Doubt() {
			errs = "fewer races"
		}
		fmt.Fprintf(&b, "| %s | %s | %s | %s | %s |\n", r.ID, r.Title, r.Effect, errs, r.Archive)
	}
	const page = "docs/guards.md"
	if *update {
		if err := os.WriteFile(page, b.Bytes(), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if text, err := os.ReadFile(page); err != nil || !bytes.Equal(text, b.Bytes()) {
		t.Errorf("%s is not up to date: go test . -run GuardTable -update (%v)", page, err)
	}
}
