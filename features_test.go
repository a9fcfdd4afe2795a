// This file runs the commands of docs/features.md: each row of the table that syncvet has names a command or a place,
// and here is what it must do. A row without a run, or a run without a row, is an error.

package syncvet_test

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/syncvet/syncvet/internal/published"
)

// A feature is how a row of the table is tried, on a copy of the example.
type feature struct {
	row    string // the feature's name in the table
	before string // shell commands that prepare the copy; $SYNCVET is the tool
	run    string // a shell command
	want   string // regular expression that its output, both streams, must match
}

// features are the rows that a command shows; elsewhere are the others.
var features = []feature{
	{
		row: "suppression comment", before: ignoreAll, run: "$SYNCVET ./...",
		want: `(?s)^main.go:1:1: directive leaves out nothing.*\n1 finding: 1 high; 4 packages\n$`,
	},
	{row: "unused suppression reported", before: ignoreAll, run: "$SYNCVET ./...", want: `\(SV0001\)`},
	{
		row:    "baseline file",
		before: "$SYNCVET -baseline write ./... || true",
		run:    "$SYNCVET -baseline check ./...",
		want:   `4 known, 0 new, 0 fixed`,
	},
	{
		row:    "new since a revision, in a patch",
		before: repository,
		run:    "$SYNCVET -new-from-rev HEAD ./...",
		want:   `since HEAD: 4 known, 0 new, 0 fixed`,
	},
	{
		row:    "configuration file",
		before: "echo 'exclude: {rules: [RC1001, RC1003]}' > .syncvet.yaml",
		run:    "$SYNCVET ./...",
		want:   `(?s)^[^\n]*\(RC1005\)\n.*\n1 finding: 1 high; 1 more`,
	},
	{
		row: "output formats",
		run: "for f in text stack race json sarif html github junit codeclimate markdown dot mermaid; " +
			"do $SYNCVET -f $f ./... > out.$f; test -s out.$f || echo empty $f; done; echo done",
		want: `^done\n$`,
	},
	{row: "annotations on GitHub", run: "$SYNCVET -f github ./...", want: `::error file=.*,line=\d+`},
	{
		row: "exit codes",
		run: "$SYNCVET -fail none ./... >/dev/null; echo $?; $SYNCVET ./... > /dev/null; echo $?; " +
			"$SYNCVET -exit-zero ./... > /dev/null; echo $?; $SYNCVET -nonsense 2>/dev/null; echo $?",
		want: `^0\n1\n0\n2\n$`,
	},
	{row: "repairs", run: "$SYNCVET -fix ./...", want: `data race`},
	{
		row: "explain",
		run: "$SYNCVET explain RC1001; " +
			"id=$($SYNCVET -f json ./... | sed -n 's/.*\"id\":\"\\([0-9a-f]*\\)\".*/\\1/p' | head -1); $SYNCVET explain " +
			"$id ./...",
		want: `(?s)RC1001.*WARNING: `,
	},
	{row: "rule ids and URLs", run: "$SYNCVET -f sarif ./...", want: `"helpUri": "https://.*/docs/rules/RC1001.md"`},
	{row: "tests on and off", run: "$SYNCVET -tests=false ./...", want: `data race`},
	{row: "build tags, platforms", run: "$SYNCVET -matrix linux/amd64,linux/amd64/tag ./...", want: `data race`},
	{row: "generated code", run: "$SYNCVET -generated ./...", want: `data race`},
	{
		row: "levels and confidence",
		run: "$SYNCVET -runs=false -confidence high ./...; " +
			"$SYNCVET -runs=false -confidence medium -fail error ./... | grep -c 'confidence   medium'",
		want: `^2\n$`,
	},
	{
		row:  "grouping of duplicates",
		run:  "$SYNCVET -view field ./...; $SYNCVET -view object ./...; $SYNCVET -pairs ./...",
		want: `(?s)data race.*data race`,
	},
	{
		row:  "two call stacks as evidence",
		run:  "$SYNCVET -f stack ./...",
		want: `(?s)Goroutine of the second .*started at`,
	},
	{
		row:  "why not",
		run:  "$SYNCVET why Store.Hit Store.Total ./...; echo main.go:17 Store.Hit | $SYNCVET why - ./...",
		want: `(?s)^may race: store.Store.total: .*\nno shared access: `,
	},
	{
		row:  "page in the browser, graphs",
		run:  "$SYNCVET -f html ./... | head -1; $SYNCVET -f dot ./... | head -1; $SYNCVET -f mermaid ./... | head -1",
		want: `(?s)<!DOCTYPE html>.*graph.*(graph|flowchart)`,
	},
	{
		row:  "reports joined",
		run:  "$SYNCVET -f json ./... > a.json; $SYNCVET merge a.json a.json | tail -1",
		want: `2 findings: 2 high; 2 more with the same cause`,
	},
	{row: "progress", run: "$SYNCVET -progress plain ./... 2>&1 >/dev/null", want: `syncvet: \d+ of \d+ packages`},
	{row: "cache", run: "$SYNCVET cache stat", want: `(?i)cache`},
	{row: "version", run: "$SYNCVET version", want: `^syncvet \S+ go1`},
	{
		row:  "shell completion, manual page",
		run:  "for s in bash zsh fish; do $SYNCVET completion $s; done; $SYNCVET man",
		want: `(?s)syncvet.*complete.*\.TH SYNCVET`,
	},
	{
		row:  "profiling of the tool",
		run:  "$SYNCVET -debug.cpuprofile cpu -debug.memprofile mem -debug.trace tr ./... >/dev/null; ls -s cpu mem tr",
		want: `(?s)[1-9]\d* cpu.*[1-9]\d* mem.*[1-9]\d* tr`,
	},
	{row: "counters", run: "$SYNCVET -stats ./...", want: `pairs.original|original pairs|possible pairs|time`},
}

// elsewhere are rows that other tests try, by name.
var elsewhere = map[string]string{
	"other hosts":   "internal/hosts TestEqual",
	"GitHub Action": "internal/hosts TestAction",
	"pre-commit":    "internal/hosts TestPreCommit",
	"Bazel nogo":    "internal/hosts TestNogoPage, TestEqual",
	"documentation": "TestLinks, TestRulePrograms",
}

const (
	ignoreAll  = `for f in $(find . -name '*.go'); do sed -i '1i //syncvet:file-ignore RC* tried' $f; done`
	repository = "git init -q && git add -A && git -c user.name=a -c user.email=a@b commit -qm first"
)

// TestFeatures runs each row, and compares the rows with the page.
func TestFeatures(t *testing.T) {
	if testing.Short() {
		t.Skip("analyses the example many times")
	}
	exe, err := tool()
	if err != nil {
		t.Fatal(err)
	}
	tried := map[string]bool{}
	for name := range elsewhere {
		tried[name] = true
	}
	for _, f := range features {
		tried[f.row] = true
		t.Run(f.row, func(t *testing.T) {
			out := tryFeature(t, exe, f)
			if !regexp.MustCompile(f.want).MatchString(out) {
				t.Errorf("%s: want %s in\n%s", f.run, f.want, out)
			}
		})
	}
	rows := featureRows(t)
	for row, state := range rows {
		if has := state == "●" || state == "◐"; has != tried[row] {
			t.Errorf("docs/features.md says %s of %q, which is tried: %v", state, row, tried[row])
		}
	}
	for row := range tried {
		if rows[row] == "" {
			t.Errorf("docs/features.md has no row %q", row)
		}
	}
}

// tryFeature gives what a row's command says, on a fresh copy of the example.
func tryFeature(t *testing.T, exe string, f feature) string {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	dir = filepath.Join(dir, "example")
	if err := published.Copy(dir, "example"); err != nil {
		t.Fatal(err)
	}
	var out []byte
	for _, script := range []string{f.before, f.run} {
		cmd := exec.Command("sh", "-c", script)
		cmd.Dir = dir
		cmd.Env = append(os.Environ(), "SYNCVET="+exe, "GOWORK=off", "GOFLAGS=-buildvcs=false", "PWD="+dir)
		if out, err = cmd.CombinedOutput(); err != nil && cmd.ProcessState == nil {
			t.Fatal(err)
		}
	}
	return string(bytes.TrimLeft(out, "\n"))
}

// featureRows reads the table: the state of syncvet, by row.
func featureRows(t *testing.T) map[string]string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("docs", "features.md"))
	if err != nil {
		t.Fatal(err)
	}
	rows := map[string]string{}
	for line := range strings.Lines(string(data)) {
		if cells := strings.Split(line, " | "); len(cells) >= 9 && cells[7] != "syncvet" && !strings.HasPrefix(line, "|---") {
			rows[strings.TrimPrefix(cells[0], "| ")] = cells[7]
		}
	}
	if len(rows) < 30 {
		t.Fatalf("%d rows", len(rows))
	}
	return rows
}
