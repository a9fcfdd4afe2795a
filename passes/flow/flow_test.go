package flow_test

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/checker"
	"golang.org/x/tools/go/packages"

	"github.com/syncvet/syncvet/passes/flow"
	"github.com/syncvet/syncvet/passes/source"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// analyze runs both passes over the packages and all they import.
func analyze(t *testing.T, patterns ...string) *checker.Graph {
	t.Helper()
	pkgs, err := packages.Load(&packages.Config{Mode: packages.LoadAllSyntax | packages.NeedModule}, patterns...)
	if err != nil {
		t.Fatal(err)
	}
	graph, err := checker.Analyze([]*analysis.Analyzer{source.Analyzer, flow.Analyzer}, pkgs, nil)
	if err != nil {
		t.Fatal(err)
	}
	return graph
}

// results are the source passes' results.
func results(t *testing.T, graph *checker.Graph) []*source.Result {
	t.Helper()
	var list []*source.Result
	for _, act := range graph.Roots {
		if act.Err != nil {
			t.Fatal(act.Err)
		}
		if r, ok := act.Result.(*source.Result); ok {
			list = append(list, r)
		}
	}
	return list
}

// own prints the package's own units and the method tables.
func own(t *testing.T, r *source.Result) string {
	t.Helper()
	var b strings.Builder
	for _, x := range r.Pkg.Source.Types {
		if strings.Contains(x.Sym.Name, r.Pkg.Source.Path) {
			b.WriteString(x.String())
		}
	}
	for i := range r.Pkg.Source.Own {
		b.WriteString(r.Pkg.Format(i))
	}
	return strings.ReplaceAll(b.String(), r.Pkg.Source.Path+".", "")
}

func TestGolden(t *testing.T) {
	files, err := filepath.Glob("testdata/*.go")
	if err != nil || len(files) == 0 {
		t.Fatal("no test data: ", err)
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			for _, r := range results(t, analyze(t, file)) {
				compare(t, strings.TrimSuffix(file, ".go")+".golden", own(t, r))
			}
		})
	}
}

// compare compares with a golden file, or writes it.
func compare(t *testing.T, file, got string) {
	t.Helper()
	if *update {
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
		t.Errorf("%s differs; got:\n%s", file, got)
	}
}

// blobs are the facts of a run by package and pass.
func blobs(t *testing.T, graph *checker.Graph) map[string][]byte {
	t.Helper()
	m := map[string][]byte{}
	for act := range graph.All() {
		for _, f := range act.AllPackageFacts() {
			switch x := f.Fact.(type) {
			case *source.Fact:
				m[f.Package.Path()+" source"] = x.Blob
			case *flow.Fact:
				m[f.Package.Path()+" flow"] = x.Blob
			}
		}
	}
	return m
}

// Facts are byte-identical from run to run.
func TestDeterminism(t *testing.T) {
	first, second := blobs(t, analyze(t, "net/textproto")), blobs(t, analyze(t, "net/textproto"))
	if len(first) < 20 || len(first) != len(second) {
		t.Fatalf("%d and %d facts", len(first), len(second))
	}
	for key, b := range first {
		if !bytes.Equal(b, second[key]) {
			t.Errorf("%s differs", key)
		}
	}
}

// All of std goes through without a contained panic, and the facts keep to their size.
func TestStd(t *testing.T) {
	if testing.Short() {
		t.Skip("analyses std")
	}
	for _, r := range results(t, analyze(t, "std")) {
		for _, n := range r.Pkg.Source.Notes {
			t.Errorf("%s: %s: %s", r.Pkg.Source.Path, n.Kind, n.Text)
		}
		for i := range r.Funcs {
			if _, _, err := r.Pkg.Flow(i); err != nil {
				t.Errorf("%s: %v", r.Pkg.Source.Units[i].Sym.Name, err)
			}
		}
	}
}
