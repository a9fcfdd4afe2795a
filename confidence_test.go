// This file checks that what is shown of one confidence is the same whatever else is shown.

package syncvet_test

import (
	"fmt"
	"path/filepath"
	"slices"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/syncvet/syncvet/internal/report"
)

// TestSameWhateverShown judges all programs with all confidences shown, and compares what is not low with what the
// default shows: identity, grade, headline, and how many further pairs or ways there are.
func TestSameWhateverShown(t *testing.T) {
	if testing.Short() {
		t.Skip("judges each program twice")
	}
	for _, folder := range append([]string{"models", "low"}, whole...) {
		for _, file := range archives(t, folder) {
			t.Run(nameOf(file), func(t *testing.T) {
				t.Parallel()
				usual := shownOf(t, file, "medium")
				more := slices.DeleteFunc(shownOf(t, file, "low"), func(s string) bool { return s[:3] == "low" })
				if !slices.Equal(usual, more) {
					t.Errorf("by default\n%q\nbeside what is low\n%q", usual, more)
				}
			})
		}
	}
}

// shownOf judges a program, and gives each finding as one text, the confidence first, in order.
func shownOf(t *testing.T, file, confidence string) []string {
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
	p := &quickProgram{shop: std.Branch(), root: root, done: map[string]bool{}, analyzers: checkersWith("")}
	for _, a := range p.analyzers {
		if err := a.Flags.Set("confidence", confidence); err != nil {
			t.Fatal(err)
		}
	}
	var list []string
	p.heard = func(f *report.Finding) {
		if f.Rule != "SV0001" { // directives are only judged where everything is shown
			list = append(list, fmt.Sprint(f.Confidence, f.ID, f.Pos.Line, f.Others, f.Message))
		}
	}
	if err := p.judge(filepath.Join(root, nameOf(file))); err != nil {
		t.Skip(err) // needs cgo
	}
	slices.Sort(list)
	return list
}
