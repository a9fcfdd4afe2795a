// This file shows what each rule about claims of one place is for, and holds docs/merging.md against their table.

package syncvet_test

import (
	"bytes"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/txtar"

	"github.com/syncvet/syncvet/deadlockcheck"
	"github.com/syncvet/syncvet/internal/merge"
	"github.com/syncvet/syncvet/internal/report"
	"github.com/syncvet/syncvet/racecheck"
)

// TestMergeAblation takes each rule away from the program that its row names, and wants other findings.
func TestMergeAblation(t *testing.T) {
	for _, r := range merge.Rules() {
		t.Run(r.ID, func(t *testing.T) {
			t.Parallel()
			file := filepath.Join("testdata", filepath.FromSlash(r.Archive)+".txtar")
			if whole, without := foundWithout(t, file, ""), foundWithout(t, file, r.ID); maps.Equal(whole, without) {
				t.Errorf("%s has the same findings without it: %s", r.Archive, r.Title)
			}
		})
	}
}

// TestMergeAblationWhole prints which programs each rule changes.
func TestMergeAblationWhole(t *testing.T) {
	var rows []ablationRow
	for _, r := range merge.Rules() {
		rows = append(rows, ablationRow{r.ID, r.Title, r.Archive})
	}
	ablateWhole(t, "Claims of one place", rows, findingsAblated(rows))
}

// foundWithout gives the findings of a program without some rules, with the confidence of each, and how many others it
// stands for.
func foundWithout(t *testing.T, file, ids string) map[string]string {
	std, err := stdlib()
	if err != nil {
		t.Fatal(err)
	}
	archive, err := txtar.ParseFile(file)
	if err != nil {
		t.Fatal(err)
	}
	root, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	extract(t, filepath.Join(root, nameOf(file)), archive)
	checkers := []*analysis.Analyzer{racecheck.New(), deadlockcheck.New()}
	flags := map[string]string{"evidence": "true", "runs": "false", "debug.without": ids}
	if strings.Contains(filepath.ToSlash(file), "/low/") {
		flags["confidence"] = "low"
	}
	for _, a := range checkers {
		for name, value := range flags {
			if err := a.Flags.Set(name, value); err != nil {
				t.Fatal(err)
			}
		}
	}
	found := map[string]string{}
	p := &quickProgram{
		shop: std.Branch(), root: root, done: map[string]bool{}, analyzers: checkers,
		heard: func(f *report.Finding) {
			found[fmt.Sprint(f.Pos.File, f.Pos.Line, f.Message)] += fmt.Sprint(f.Confidence, f.Others, " ")
		},
	}
	if err := p.judge(filepath.Join(root, nameOf(file))); err != nil {
		t.Fatal(err)
	}
	return found
}

// mergingHead is what the page says before the table.
const mergingHead = `# Rules about claims of one place

Several engines look for deadlocks and for races. Where two of their claims are of one thing, a rule of this table says
which one is told: of two waits at one place, of two claims about one variable, of two about one WaitGroup. The rules
are asked from the top, each about the claims that those before it left; no claim yields to a less certain one. Each
rule errs in the way said: what is not told is another mistake at the same place. ` + "`testdata/ARCHIVE.txtar`" + `
has other findings without it
(` + "`go vet -vettool=syncvet -racecheck.debug.without=ID -deadlockcheck.debug.without=ID`" + `).

This page is made from internal/merge/table.go: ` + "`go test . -run Merging -update`" + `.

| id | which claim is told | errs | archive |
|---|---|---|---|
`

// TestMerging wants the page to be the table.
func TestMerging(t *testing.T) {
	var b bytes.Buffer
	b.WriteString(mergingHead)
	for _, r := range merge.Rules() {
		fmt.Fprintf(&b, "| %s | %s | %s | %s |\n", r.ID, r.Title, r.Errs, r.Archive)
	}
	const page = "docs/merging.md"
	if *update {
		if err := os.WriteFile(page, b.Bytes(), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if text, err := os.ReadFile(page); err != nil || !bytes.Equal(text, b.Bytes()) {
		t.Errorf("%s is not up to date: go test . -run Merging -update (%v)", page, err)
	}
}
