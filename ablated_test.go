// This file runs all programs of testdata without each row of a table, and keeps what that changes in docs/ablation.md.

package syncvet_test

import (
	"fmt"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/syncvet/syncvet/internal/guards"
	"github.com/syncvet/syncvet/internal/lockorder"
	"github.com/syncvet/syncvet/internal/merge"
	"github.com/syncvet/syncvet/internal/races"
	"github.com/syncvet/syncvet/internal/waits"
)

// ablationPage is where the tables stand.
const ablationPage = "docs/ablation.md"

// ablationHead is what the page says before the tables.
const ablationHead = `# What each rule changes

Each row of the rule tables was taken away from all programs of testdata. Of how many the findings or their confidence
differ then is said here, with the first three by name; a row that changes none is deleted. Rules whose archive is a
test need a program that is larger than those of testdata: the test shows them.

This page is made by (three minutes of processor time)

    go test . -run 'AblationWhole' -args -ablate -update
`

// An ablationRow is a row of a table.
type ablationRow struct {
	id      string
	title   string
	archive string // the programs that fail without it; a file of tests: none of testdata can
}

// An ablater gives the ids of rows without which a program is judged in another way.
type ablater func(t *testing.T, file string) (map[string]bool, error)

// ablateWhole prints which programs each row of a table changes, and wants each to change one.
func ablateWhole(t *testing.T, part string, rows []ablationRow, changed ablater) {
	if !*ablate {
		t.Skip("takes minutes: -args -ablate")
	}
	var mu sync.Mutex
	needs := map[string][]string{} // programs by row
	t.Run("programs", func(t *testing.T) {
		for _, folder := range append([]string{"models", "low", "atomicity"}, whole...) {
			for _, file := range archives(t, folder) {
				t.Run(nameOf(file), func(t *testing.T) {
					t.Parallel()
					ids, err := changed(t, file)
					if err != nil {
						t.Fatal(err)
					}
					mu.Lock()
					defer mu.Unlock()
					for id := range ids {
						if !slices.ContainsFunc(rows, func(r ablationRow) bool { return r.id == id }) {
							t.Error(id)
						}
						needs[id] = append(needs[id], strings.TrimSuffix(filepath.ToSlash(file), ".txtar"))
					}
				})
			}
		}
	})
	var table strings.Builder
	table.WriteString("| id | programs | among them |\n|---|--:|---|\n")
	for _, r := range rows {
		list := needs[r.id]
		slices.Sort(list)
		t.Logf("%-5s %3d %s", r.id, len(list), strings.Join(list[:min(len(list), 6)], " "))
		if len(list) == 0 && !strings.HasSuffix(r.archive, "_test.go") {
			t.Errorf("%s changes no program: %s", r.id, r.title)
		}
		fmt.Fprintf(&table, "| %s | %d | %s |\n", r.id, len(list), amongThem(r, list))
	}
	if *update && !t.Failed() {
		setPart(t, part, table.String())
	}
}

// amongThem names the first programs that a row changes, or the test that shows it.
func amongThem(r ablationRow, list []string) string {
	if len(list) == 0 {
		return r.archive
	}
	var names []string
	for _, name := range list[:min(len(list), 3)] {
		names = append(names, path.Base(name))
	}
	return strings.Join(names, ", ")
}

// setPart puts a table under its heading on the page.
func setPart(t *testing.T, part, table string) {
	data, _ := os.ReadFile(ablationPage)
	var b strings.Builder
	b.WriteString(ablationHead)
	for _, title := range []string{"Pairs", "Inferred guards", "Deadlocks", "Claims of one place"} {
		_, body, _ := strings.Cut(string(data), "\n## "+title+"\n\n")
		body, _, _ = strings.Cut(body, "\n## ")
		if title == part {
			body = table
		}
		fmt.Fprintf(&b, "\n## %s\n\n%s", title, body)
	}
	if err := os.WriteFile(ablationPage, []byte(b.String()), 0o666); err != nil {
		t.Fatal(err)
	}
}

// findingsAblated compares the findings of a program with those without each row.
func findingsAblated(rows []ablationRow) ablater {
	var ids []string
	for _, r := range rows {
		ids = append(ids, r.id)
	}
	return func(t *testing.T, file string) (map[string]bool, error) {
		changed := map[string]bool{}
		found := foundWithout(t, file, "")
		if maps.Equal(found, foundWithout(t, file, strings.Join(ids, ","))) {
			return nil, nil // where no row changes something one alone does not either
		}
		for _, id := range ids {
			if !maps.Equal(found, foundWithout(t, file, id)) {
				changed[id] = true
			}
		}
		return changed, nil
	}
}

// TestAblationPage wants the page to have rows of the tables only, in their order. A row that is new may be missing
// until the page is made again: TestAblation and its like have shown what its own archive needs it for.
func TestAblationPage(t *testing.T) {
	data, err := os.ReadFile(ablationPage)
	if err != nil {
		t.Fatal(err)
	}
	rest := tableIDs()
	for line := range strings.Lines(string(data)) {
		cells := strings.Split(line, " | ")
		if len(cells) != 3 || !strings.HasPrefix(line, "| ") || cells[0] == "| id" {
			continue
		}
		id := strings.TrimPrefix(cells[0], "| ")
		at := slices.Index(rest, id)
		if at < 0 {
			t.Errorf("%s has %s, which is no row, or not in the tables' order: run it again", ablationPage, id)
			continue
		}
		rest = rest[at+1:]
	}
}

// tableIDs are the ids of all rows, in the page's order.
func tableIDs() (ids []string) {
	for _, r := range races.Rules() {
		ids = append(ids, r.ID)
	}
	for _, r := range guards.Rules() {
		ids = append(ids, r.ID)
	}
	for _, r := range append(lockorder.Rows(), waits.Rows()...) {
		ids = append(ids, r.ID)
	}
	for _, r := range merge.Rules() {
		ids = append(ids, r.ID)
	}
	return ids
}
