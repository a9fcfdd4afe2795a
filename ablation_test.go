// This file shows what each rule about races is for: without it, some program of testdata is judged in another way.

package syncvet_test

import (
	"flag"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/txtar"

	"github.com/syncvet/syncvet/internal/evidence"
	"github.com/syncvet/syncvet/internal/explain"
	"github.com/syncvet/syncvet/internal/linked"
	"github.com/syncvet/syncvet/internal/program"
	"github.com/syncvet/syncvet/internal/races"
)

// ablate asks for the whole table: each rule on all of testdata.
var ablate = flag.Bool("ablate", false, "run every program of testdata without each rule, and print what it changes")

// TestAblation takes each rule away from the programs that its row names, and wants another verdict of each.
func TestAblation(t *testing.T) {
	for _, r := range races.Rules() {
		if strings.HasSuffix(r.Archive, "_test.go") {
			continue // shown there: no program of testdata can
		}
		t.Run(r.ID, func(t *testing.T) {
			t.Parallel()
			for _, name := range strings.Fields(r.Archive) {
				changed, err := ablated(t, filepath.Join("testdata", filepath.FromSlash(name)+".txtar"), []string{r.ID})
				if err != nil {
					t.Fatal(err)
				}
				if len(changed) != 1 || !changed[r.ID] {
					t.Errorf("%s without it: %v differ: %s", name, slices.Collect(maps.Keys(changed)), r.Title)
				}
			}
		})
	}
}

// TestAblationWhole prints which programs each rule changes.
func TestAblationWhole(t *testing.T) {
	var rows []ablationRow
	var ids []string
	for _, r := range races.Rules() {
		rows = append(rows, ablationRow{r.ID, r.Title, r.Archive})
		ids = append(ids, r.ID)
	}
	ablateWhole(t, "Pairs", rows, func(t *testing.T, file string) (map[string]bool, error) {
		return ablated(t, file, ids)
	})
}

// ablated gives those of some rules without which a program is judged in another way.
func ablated(t *testing.T, file string, ids []string) (map[string]bool, error) {
	view := explain.View{Weakest: evidence.Medium}
	if strings.Contains(file, "/low/") {
		view.Weakest = evidence.Low
	}
	changed := map[string]bool{}
	return changed, analyzed(t, file, without(view, ids, changed))
}

// analyzed runs an analyzer over the packages of an archive.
func analyzed(t *testing.T, file string, a *analysis.Analyzer) error {
	std, err := stdlib()
	if err != nil {
		return err
	}
	archive, err := txtar.ParseFile(file)
	if err != nil {
		return err
	}
	root, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		return err
	}
	extract(t, filepath.Join(root, nameOf(file)), archive)
	p := &quickProgram{shop: std.Branch(), root: root, done: map[string]bool{}, analyzers: []*analysis.Analyzer{a}}
	return p.judge(filepath.Join(root, nameOf(file)))
}

// without makes an analyzer that notes the rules without which a package's races differ.
func without(view explain.View, ids []string, changed map[string]bool) *analysis.Analyzer {
	run := func(pass *analysis.Pass) (any, error) {
		failed := pass.ResultOf[linked.Analyzer].(*linked.Result).Ask(func(p *program.Program) {
			answers := p.RacesWithout(view, append([]string{""}, ids...))
			for k := range answers[0] {
				r := &answers[0][k]
				if g := races.GradeOf(r.Doubts); g != r.Grade {
					changed[fmt.Sprintf("%v graded %d with doubts that make %d", r.Ends[0].Last().Name, r.Grade, g)] = true
				}
			}
			for k, id := range ids {
				if !maps.Equal(verdicts(answers[0]), verdicts(answers[k+1])) {
					changed[id] = true
				}
			}
		})
		if failed != nil {
			return nil, fmt.Errorf("%s", failed.Text)
		}
		return nil, nil
	}
	return &analysis.Analyzer{
		Name:     "ablation",
		Doc:      "compare races without rules",
		Requires: []*analysis.Analyzer{linked.Analyzer},
		Run:      run,
	}
}

// verdicts are the confidences of races by variable and places.
func verdicts(list []evidence.Evidence) map[string]evidence.Confidence {
	found := map[string]evidence.Confidence{}
	for k := range list {
		r := &list[k]
		found[fmt.Sprint(r.Ends[0].Last().Name, r.Ends[0].Last().Pos, r.Ends[1].Last().Pos)] = r.Grade
	}
	return found
}
