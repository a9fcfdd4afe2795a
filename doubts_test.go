// This file shows what each doubt about a deadlock is for, and holds docs/doubts.md against the tables.

package syncvet_test

import (
	"bytes"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/syncvet/syncvet/internal/evidence"
	"github.com/syncvet/syncvet/internal/lockorder"
	"github.com/syncvet/syncvet/internal/waits"
)

// TestDoubtAblation takes each row away from the programs that it names, and wants other findings.
func TestDoubtAblation(t *testing.T) {
	for _, r := range append(lockorder.Rows(), waits.Rows()...) {
		if strings.HasSuffix(r.Archive, "_test.go") {
			continue // shown there: no program of testdata can
		}
		t.Run(r.ID, func(t *testing.T) {
			t.Parallel()
			for _, name := range strings.Fields(r.Archive) {
				file := filepath.Join("testdata", filepath.FromSlash(name)+".txtar")
				if whole, without := foundWithout(t, file, ""), foundWithout(t, file, r.ID); maps.Equal(whole, without) {
					t.Errorf("%s has the same findings without it: %s", name, r.Title)
				}
			}
		})
	}
}

// TestDoubtAblationWhole prints which programs each row changes.
func TestDoubtAblationWhole(t *testing.T) {
	var rows []ablationRow
	for _, r := range append(lockorder.Rows(), waits.Rows()...) {
		rows = append(rows, ablationRow{r.ID, r.Title, r.Archive})
	}
	ablateWhole(t, "Deadlocks", rows, findingsAblated(rows))
}

// doubtsHead is what the page says before the tables.
const doubtsHead = `# Doubts about deadlocks

A cycle of locks, a goroutine that is blocked for ever and misuse are of high confidence unless a row of these tables
holds, and no more certain than the rows that hold allow. Rows are asked from the top, up to one that leaves low
confidence. Each errs towards fewer deadlocks. ` + "`testdata/ARCHIVE.txtar`" + ` is judged in another way without it
(` + "`go vet -vettool=syncvet -deadlockcheck.debug.without=ID`" + `).

This page is made from internal/lockorder/table.go and internal/waits/table.go:
` + "`go test . -run Doubts -update`" + `. Why each holds is said in the doc.go of its package under its number.
`

// doubtsTail is what it says about doubts of no table.
const doubtsTail = `
## Doubts that come with the way in which a claim is found

| id | doubt |
|---|---|
`

// TestDoubts wants the page to be the tables.
func TestDoubts(t *testing.T) {
	var b bytes.Buffer
	b.WriteString(doubtsHead)
	confidences := map[evidence.Confidence]string{evidence.Medium: "medium", evidence.Low: "low"}
	for _, part := range []struct {
		title string             // of the table
		rows  []evidence.Heading // in the order in which they are asked
	}{
		{"Cycles of locks", lockorder.Rows()},
		{"Goroutines that wait, and misuse", waits.Rows()},
	} {
		fmt.Fprintf(&b, "\n## %s\n\n| id | holds where | doubt | at most | archive |\n|---|---|---|---|---|\n", part.title)
		for _, r := range part.rows {
			archives := strings.ReplaceAll(r.Archive, " ", ", ")
			fmt.Fprintf(&b, "| %s | %s | %s | %s | %s |\n", r.ID, r.When, r.Title, confidences[r.To], archives)
		}
	}
	b.WriteString(doubtsTail)
	for _, d := range evidence.Doubts() {
		fmt.Fprintf(&b, "| %s | %s |\n", d.ID, d.Title)
	}
	const page = "docs/doubts.md"
	if *update {
		if err := os.WriteFile(page, b.Bytes(), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if text, err := os.ReadFile(page); err != nil || !bytes.Equal(text, b.Bytes()) {
		t.Errorf("%s is not up to date: go test . -run Doubts -update (%v)", page, err)
	}
}
