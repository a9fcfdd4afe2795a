// The tests of the command: its tables, and how labels and fixes find their reports.

package main

import (
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/syncvet/syncvet/internal/report"
)

// TestTables checks the checked-in tables: every line is well formed and about a module of the corpus.
func TestTables(t *testing.T) {
	modules, err := readModules("modules.tsv")
	if err != nil {
		t.Fatal(err)
	}
	known, halves := map[string]bool{}, map[int]int{}
	for _, m := range modules {
		if known[m.path] {
			t.Errorf("%s is there twice", m.path)
		}
		known[m.path] = true
		halves[half(m.path)]++
	}
	if halves[1] < 15 || halves[2] < 15 {
		t.Errorf("%v modules in the halves", halves)
	}
	labels, err := readLabels("labels.tsv")
	if err != nil {
		t.Fatal(err)
	}
	for k := range labels.byKey {
		if !known[k.module] {
			t.Errorf("labels.tsv: %s is no module of the corpus", k.module)
		}
	}
	if _, err := readFixes("fixes.tsv"); err != nil {
		t.Error(err)
	}
}

// race makes a report on a module's variable with two ends.
func race(id, variable, file1, func1, file2, func2 string) *report.Finding {
	at := func(file, fn string) report.Access {
		return report.Access{Pos: report.Pos{Pkg: "example.com/m/p", File: file, Line: 1}, Func: fn}
	}
	return &report.Finding{
		ID: id, Rule: "RC1001", Confidence: "high", Variable: report.Variable{Name: variable},
		Accesses: [2]report.Access{at(file1, func1), at(file2, func2)},
	}
}

// TestFind checks that a label is found by identity, and by key when lines, identity or words of names change.
func TestFind(t *testing.T) {
	name := filepath.Join(t.TempDir(), "labels.tsv")
	rows := []string{
		"module\tid\trule\tvariable\tends\tconfidence\tverdict\tcause\twhy",
		"example.com/m\t1\tRC1001\tm.T.n\tp/a.go:f | p/b.go:g\thigh\ttrue\t\tboth",
		"example.com/m\t2\tRC1001\tm.T.k\tp/a.go:f\thigh\tfalse\tvalues\tnever",
		"example.com/m\t3\tRC1001\tm.T.k\tp/a.go:f\thigh\ttrue\t\tsometimes",
	}
	if err := os.WriteFile(name, []byte(strings.Join(rows, "\n")+"\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	labels, err := readLabels(name)
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		name string
		f    *report.Finding
		want verdict
	}{
		{"by identity", race("1", "other", "c.go", "h", "c.go", "h"), isTrue},
		{"by key, ends the other way round", race("9", "m.T.n", "b.go", "g", "a.go", "f"), isTrue},
		{"by key, with another name of the package", race("9", "pkg.T.n", "a.go", "f", "b.go", "g"), isTrue},
		{"another function", race("9", "m.T.n", "a.go", "h", "b.go", "g"), unknown},
		{"labels of the key disagree", race("9", "m.T.k", "a.go", "f", "a.go", "f"), unknown},
		{"labels of the key disagree, identity known", race("2", "m.T.k", "a.go", "f", "a.go", "f"), isFalse},
	} {
		if got := verdictOf(labels.find("example.com/m", test.f)); got != test.want {
			t.Errorf("%s: %q, want %q", test.name, got, test.want)
		}
	}
	hint := labels.hint("example.com/m", race("9", "m.T.k", "", "", "", ""))
	if hint != "false values: never; true: sometimes" {
		t.Errorf("hint %q", hint)
	}
}

// TestCheck checks that a label must say what the command can count.
func TestCheck(t *testing.T) {
	for _, l := range []label{
		{verdict: "maybe", why: "x"}, {verdict: isFalse, why: "x"}, {verdict: isFalse, cause: "luck", why: "x"},
		{verdict: isTrue, cause: "values", why: "x"}, {verdict: isTrue}, {verdict: unknown, why: "x"},
	} {
		if l.check() == nil {
			t.Errorf("%+v is accepted", l)
		}
	}
}

// TestLastName checks what stays of a variable's name.
func TestLastName(t *testing.T) {
	for name, want := range map[string]string{
		`local "n" captured by TestX.func1`: "n", "element of cache.Cache.size": "size", "v2.Server.mu": "mu",
		"done": "done", "element of data": "data", "what r points to": "what r points to", "": "",
		"map paho.mqtt.golang.T.m": "m",
	} {
		if got := lastName(name); got != want {
			t.Errorf("%q: %q, want %q", name, got, want)
		}
	}
}

// TestFix checks which reports are about a fix: kind, variable and place must agree.
func TestFix(t *testing.T) {
	x := fix{module: "example.com/m", kind: "race", variable: "n", ends: []string{"p/a.go:f"}}
	weak := race("2", "m.T.n", "c.go", "h", "a.go", "f")
	weak.Confidence = "low"
	other := race("3", "m.T.n", "a.go", "f", "b.go", "g")
	other.Rule = "GL3001"
	findings := []*report.Finding{
		race("1", "m.T.nn", "a.go", "f", "b.go", "g"), weak, other, race("4", "m.T.n", "b.go", "g", "b.go", "g"),
	}
	res := new(result)
	for _, f := range findings {
		res.Findings = append(res.Findings, finding{Finding: *f})
	}
	if got := x.best(res); got != "low" {
		t.Errorf("best is %q", got)
	}
	x.variable = "-"
	if got := x.best(res); got != "high" {
		t.Errorf("best for any variable is %q", got)
	}
	x.ends = []string{"a.go:f"}
	if got := x.best(res); got != "" {
		t.Errorf("best in another folder is %q", got)
	}
}

// TestCompare checks what counts as a change: reports that appear, vanish or are graded otherwise, each once.
func TestCompare(t *testing.T) {
	graded := func(f *report.Finding, c report.Confidence) finding {
		f.Confidence = c
		return finding{Finding: *f}
	}
	report := func(id, variable string) *report.Finding { return race(id, variable, "a", "f", "b", "g") }
	same := finding{Finding: *report("1", "v")}
	moved, gone, fresh := report("2", "w"), report("3", "x"), report("4", "y")
	m := module{path: "example.com/m"}
	old := []finding{same, graded(moved, "medium"), graded(gone, "medium")}
	before := judge(m, &result{Findings: old}, &labelling{})
	moved.ID = "22" // found by its key
	now := []finding{same, graded(moved, "low"), graded(fresh, "high")}
	after := judge(m, &result{Findings: now}, &labelling{})
	var got []string
	for _, c := range compareResults(before, after) {
		got = append(got, c.what)
	}
	if want := []string{"appeared at high", "medium to low", "vanished from medium"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

// TestDecode checks that findings, doubts in both forms, and totals are read.
func TestDecode(t *testing.T) {
	const output = `{"schema":1,"id":"a","rule":"RC1001","confidence":"low","doubts":["P1","P2"]}
{"schema":1,"id":"b","rule":"RC1001","confidence":"low","doubts":[{"id":"P3","text":"x"}]}
{"schema":1,"id":"c","rule":"RC1001","confidence":"high"}
{"schema":1,"summary":{"schema":1,"packages":4}}
`
	res, err := decode(strings.NewReader(output))
	if err != nil {
		t.Fatal(err)
	}
	var doubts []string
	for i := range res.Findings {
		doubts = append(doubts, strings.Join(res.Findings[i].Doubted, " "))
	}
	if !slices.Equal(doubts, []string{"P1 P2", "P3", ""}) || res.Totals.Packages != 4 {
		t.Errorf("doubts %q, %d packages", doubts, res.Totals.Packages)
	}
}

// TestWilson checks the interval against its defining equation: the bounds are where the share lies z deviations away.
func TestWilson(t *testing.T) {
	for _, test := range [][2]float64{{0.5, 10}, {0.9, 40}, {0, 7}, {1, 3}} {
		p, n := test[0], test[1]
		low, high := wilson(p, n)
		for _, bound := range []float64{low, high} {
			if off := math.Abs(math.Abs(p-bound) - 1.645*math.Sqrt(bound*(1-bound)/n)); off > 1e-9 {
				t.Errorf("share %v of %v: bound %v is off by %v", p, n, bound, off)
			}
		}
	}
}
