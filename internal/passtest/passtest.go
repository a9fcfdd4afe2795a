// Package passtest compares what the passes say about small programs with golden files.
//
// A test names the kinds of lines of the printed units (facts.Package.Format) that it is about. Golden files are
// rewritten when the environment variable SYNCVET_UPDATE is set; then read the difference.
package passtest

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/checker"
	"golang.org/x/tools/go/packages"

	"github.com/syncvet/syncvet/passes/access"
)

// Golden analyses each file of testdata as a package and compares the lines of its units that begin with one of the
// words.
func Golden(t *testing.T, words ...string) {
	files, err := filepath.Glob("testdata/*.go")
	if err != nil || len(files) == 0 {
		t.Fatal("no test data: ", err)
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			r := Analyze(t, file)[0]
			if again := Analyze(t, file)[0]; text(r, nil) != text(again, nil) {
				t.Error("two runs differ")
			}
			compare(t, strings.TrimSuffix(file, ".go")+".golden", text(r, words))
		})
	}
}

// Analyze runs all passes on the packages and what they import, and gives the packages' results.
func Analyze(t *testing.T, patterns ...string) []*access.Result {
	t.Helper()
	pkgs, err := packages.Load(&packages.Config{Mode: packages.LoadAllSyntax | packages.NeedModule}, patterns...)
	if err != nil {
		t.Fatal(err)
	}
	graph, err := checker.Analyze([]*analysis.Analyzer{access.Analyzer}, pkgs, nil)
	if err != nil {
		t.Fatal(err)
	}
	var list []*access.Result
	for _, act := range graph.Roots {
		if act.Err != nil {
			t.Fatal(act.Err)
		}
		r := act.Result.(*access.Result)
		for _, n := range r.Source.Pkg.Source.Notes {
			t.Error(n)
		}
		list = append(list, r)
	}
	return list
}

// text prints the units of a package: the lines that begin with one of the words, all of them if there are none.
func text(r *access.Result, words []string) string {
	var b strings.Builder
	p := r.Source.Pkg
	for i := range p.Source.Own {
		for line := range strings.Lines(strings.ReplaceAll(p.Format(i), p.Source.Path+".", "")) {
			if wanted(line, words) {
				b.WriteString(line)
			}
		}
	}
	return b.String()
}

func wanted(line string, words []string) bool {
	if len(words) == 0 || strings.HasPrefix(line, "func ") {
		return true
	}
	word := strings.TrimRight(strings.Fields(line)[0], "0123456789")
	for _, w := range words {
		if w == word {
			return true
		}
	}
	return false
}

// compare compares with a golden file, or writes it.
func compare(t *testing.T, file, got string) {
	t.Helper()
	if os.Getenv("SYNCVET_UPDATE") != "" {
		if err := os.WriteFile(file, []byte(got), 0o666); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("%s differs; got:\n%s\nwant:\n%s", file, got, want)
	}
}
