// This file checks that no finding is lost on its way to the reader, and that each fault of the input is told once,
// where it is.

package syncvet_test

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/syncvet/syncvet/internal/directive"
	"github.com/syncvet/syncvet/internal/report"
	"github.com/syncvet/syncvet/internal/ruledoc"
	"golang.org/x/tools/txtar"
)

// racyMain is a program with one race.
const racyMain = `
var n int

func main() {
	go func() { n++ }()
	n++
}
`

// TestNothingLost runs the command on small modules: what it exits with, and how often its output holds a text.
func TestNothingLost(t *testing.T) {
	if testing.Short() {
		t.Skip("runs the go command")
	}
	for _, c := range []struct {
		name, files string
		exit        int
		says        string // on standard output, once
	}{
		{"line directive behind the package clause", "-- main.go --\npackage main\n\n//line grammar.y:100\n" + racyMain, 1, "grammar.y:104:1: data race on main.n"},
		{"line directive for lines of the file itself", "-- main.go --\npackage main\n\n//line main.go:500\n" + racyMain, 1, "main.go:504:1: data race on main.n"},
		{"settings told once", "-- a/a.go --\npackage a\n-- b/b.go --\npackage b\n-- .syncvet.yaml --\nmodels:\n  - func: nonsense\n", 1, `.syncvet.yaml:2:1: left out: func: "nonsense" is no full name`},
		{"the other name", "-- a/a.go --\npackage a\n-- .syncvet.yml --\nmodels:\n  - func: nonsense\n", 1, `.syncvet.yml:2:1: left out: func: "nonsense" is no full name`},
		{"external tests only", "-- a/a_test.go --\npackage a_test\n", 0, ""},
		{"unknown rule", "-- a/a.go --\npackage a\n\nvar x int //syncvet:ignore RC9999 no reason\n", 1, "there is no rule RC9999"},
		{"unknown rule of another spelling", "-- a/a.go --\npackage a\n\nvar x int //nolint:RC9999 // no reason\n", 1, "there is no rule RC9999"},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir := newCorpus(t).dir
			extract(t, dir, txtar.Parse([]byte("-- go.mod --\nmodule m\n\ngo 1.26\n"+c.files)))
			out, exit := runTool(t, dir, "./...")
			if exit != c.exit || c.says != "" && strings.Count(out, c.says) != 1 || c.says == "" && out != "" {
				t.Errorf("exit code %d, want %d, and %q once in\n%s", exit, c.exit, c.says, out)
			}
		})
	}
}

// runTool runs the command outside any workspace.
func runTool(t *testing.T, dir string, args ...string) (stdout string, exit int) {
	t.Helper()
	path, err := tool()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(path, args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOWORK=off", "GOFLAGS=", "GOPROXY=off", "GOTOOLCHAIN=local")
	out, err := cmd.Output()
	if err != nil && cmd.ProcessState == nil {
		t.Fatal(err)
	}
	return string(out), cmd.ProcessState.ExitCode()
}

// TestConfidenceFlag checks that the vet tool takes no word that is no confidence.
func TestConfidenceFlag(t *testing.T) {
	if testing.Short() {
		t.Skip("runs the go command")
	}
	path, err := tool()
	if err != nil {
		t.Fatal(err)
	}
	dir := newCorpus(t).dir
	extract(t, dir, txtar.Parse([]byte("-- go.mod --\nmodule m\n\ngo 1.26\n-- a.go --\npackage a\n")))
	cmd := exec.Command("go", "vet", "-vettool="+path, "-racecheck.confidence=bogus", "./...")
	cmd.Dir = filepath.Clean(dir)
	cmd.Env = append(os.Environ(), "GOWORK=off", "GOFLAGS=", "GOPROXY=off", "GOTOOLCHAIN=local")
	if out, err := cmd.CombinedOutput(); err == nil || !strings.Contains(string(out), "want high, medium or low") {
		t.Errorf("%v\n%s", err, out)
	}
}

// TestRulesKnown checks that directives know the rules that there are.
func TestRulesKnown(t *testing.T) {
	var ids []string
	for _, r := range ruledoc.Rules() {
		ids = append(ids, r.ID)
	}
	known := slices.Clone(directive.Rules)
	slices.Sort(ids)
	slices.Sort(known)
	if !slices.Equal(ids, known) {
		t.Errorf("directives know %v, the rules are %v", known, ids)
	}
}

// TestEveryPairShown checks that -pairs and explain show all that "and 2 more" stands for, for a race and for a guard.
func TestEveryPairShown(t *testing.T) {
	if testing.Short() {
		t.Skip("runs the go command")
	}
	var b strings.Builder
	b.WriteString("-- go.mod --\nmodule m\n\ngo 1.26\n-- m.go --\npackage m\n\nimport \"sync\"\n\n")
	b.WriteString(
		"type C struct {\n\tmu sync.Mutex\n\tn  int\n}\n\nvar total int\n\nfunc Run() {\n\tgo func() { total++ }()\n",
	)
	for i := range 20 {
		fmt.Fprintf(&b, "\tgo get%d()\n", i)
	}
	b.WriteString("}\n\n")
	for i := range 20 {
		fmt.Fprintf(&b, "func get%d() int { return total }\n", i)
		fmt.Fprintf(&b, "func (c *C) Locked%d() { c.mu.Lock(); c.n++; c.mu.Unlock() }\n", i)
	}
	for i := range 9 {
		fmt.Fprintf(&b, "func (c *C) Unlocked%d() int { return c.n }\n", i)
	}
	dir := newCorpus(t).dir
	extract(t, dir, txtar.Parse([]byte(b.String())))
	out, _ := runTool(t, dir, "-f", "json")
	pairs := map[string]int{"m.total": 20, "m.C.n": 9} // what each finding stands for
	for dec := json.NewDecoder(strings.NewReader(out)); dec.More(); {
		var f report.Finding
		if err := dec.Decode(&f); err != nil {
			t.Fatal(err)
		}
		if f.ID == "" {
			continue
		}
		want := pairs[f.Variable.Name]
		delete(pairs, f.Variable.Name)
		if f.Others+1 != want {
			t.Errorf("%s: %d others, want %d", f.Message, f.Others, want-1)
		}
		for _, args := range [][]string{{"-pairs"}, {"explain", f.ID}} {
			out, _ := runTool(t, dir, args...)
			_, out, _ = strings.Cut(out, f.Variable.Name)
			out, _, _ = strings.Cut(out, "confidence")
			if got := strings.Count(out, "  pair "); got != want {
				t.Errorf("%v: %d pairs on %s, want %d", args, got, f.Variable.Name, want)
			}
		}
	}
	if len(pairs) > 0 {
		t.Errorf("not found: %v in\n%s", pairs, out)
	}
}
