// The tests of the command run it on the example module: as a vet tool and by itself.

package main

import (
	"bytes"
	"encoding/json"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/syncvet/syncvet/internal/report"
)

// races are the variables that the example races on, by rule.
var races = map[string]string{"RC1001": "store.Store.total", "RC1005": "gauge.Gauge.now"}

// build builds the command.
func build(t *testing.T) string {
	t.Helper()
	tool := filepath.Join(t.TempDir(), "syncvet.exe")
	if out, err := exec.Command("go", "build", "-o", tool, ".").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return tool
}

// run runs a command in the example module and returns exit code, stdout and stderr.
func run(t *testing.T, name string, args ...string) (int, string, string) {
	t.Helper()
	dir, err := filepath.Abs(filepath.Join("..", "..", "example"))
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(name, args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOWORK=off", "GOFLAGS=", "PWD="+dir)
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	if err := cmd.Run(); err != nil && cmd.ProcessState == nil {
		t.Fatal(err)
	}
	return cmd.ProcessState.ExitCode(), stdout.String(), stderr.String()
}

// TestVetTool runs what the README says.
func TestVetTool(t *testing.T) {
	if testing.Short() {
		t.Skip("analyses the part of std that the example imports")
	}
	exit, _, stderr := run(t, "go", "vet", "-vettool="+build(t), "./...")
	if exit == 0 {
		t.Error("exit code 0")
	}
	for rule, variable := range races {
		if !strings.Contains(stderr, "data race on "+variable) || !strings.Contains(stderr, "("+rule+")") {
			t.Errorf("%s on %s is missing", rule, variable)
		}
	}
	// the gauge is found twice: where it is declared, by its atomic accesses, and where goroutines meet on it
	found := map[string]bool{}
	for _, m := range regexp.MustCompile(`data race on ([^:]*):`).FindAllStringSubmatch(stderr, -1) {
		found[m[1]] = true
	}
	if len(found) != len(races) {
		t.Errorf("races on %d variables, want %d", len(found), len(races))
	}
	if t.Failed() {
		t.Log(stderr)
	}
}

// TestReadme checks that the race shown whole in the README is what go vet prints.
func TestReadme(t *testing.T) {
	if testing.Short() {
		t.Skip("analyses the part of std that the example imports")
	}
	readme, err := os.ReadFile(filepath.Join("..", "..", "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	_, section, _ := strings.Cut(string(readme), "## One race, whole")
	_, block, _ := strings.Cut(section, "```\n")
	block, _, ok := strings.Cut(block, "```")
	if !ok || block == "" {
		t.Fatal("no block in the README")
	}
	_, _, stderr := run(t, "go", "vet", "-vettool="+build(t), "./...")
	if printed := words(stderr); !strings.Contains(printed, words(block)) {
		t.Errorf("README shows\n%s\nprinted is\n%s", block, stderr)
	}
}

// words folds white space: the README has no tabs.
func words(s string) string { return strings.Join(strings.Fields(s), " ") }

// TestStandalone checks that the command by itself says the same.
func TestStandalone(t *testing.T) {
	if testing.Short() {
		t.Skip("analyses the part of std that the example imports")
	}
	exit, stdout, stderr := run(t, build(t), "-f", "json", "-tests=false", "./...")
	got := map[string]string{}
	for dec := json.NewDecoder(strings.NewReader(stdout)); dec.More(); {
		var f report.Finding
		if err := dec.Decode(&f); err != nil {
			t.Fatal(err)
		}
		if f.Rule != "" {
			got[f.Rule] = f.Variable.Name
		}
	}
	if exit != 1 || len(got) != len(races) {
		t.Errorf("exit code %d, findings %v\n%s", exit, got, stderr)
	}
	for rule, variable := range races {
		if got[rule] != variable {
			t.Errorf("%s on %q, want %q", rule, got[rule], variable)
		}
	}
}

// TestWhyMissing checks that why refuses a line that is not there, and answers about those that are.
func TestWhyMissing(t *testing.T) {
	if testing.Short() {
		t.Skip("analyses the part of std that the example imports")
	}
	name := build(t)
	exit, _, stderr := run(t, name, "why", "store.go:31", "store.go:4000")
	if exit != 2 || !strings.Contains(stderr, "why: there is no store.go:4000 in these packages") {
		t.Errorf("exit code %d, %s", exit, stderr)
	}
	if exit, stdout, _ := run(t, name, "why", "store.go:31", "store.go:26"); exit != 1 ||
		!strings.Contains(stdout, "may race") {
		t.Errorf("exit code %d, %s", exit, stdout)
	}
}

// tested is a module whose packages each have a race, and tests: of their own, outside of them, or with a tag.
const tested = `
-- go.mod --
module example.com/tested

go 1.26
-- inner/a.go --
package inner

func Run() (n int) {
	go func() { n++ }()
	return n
}
-- inner/a_test.go --
package inner

import "testing"

func TestRun(t *testing.T) { Run() }
-- outer/a.go --
package outer

func Run() (n int) {
	go func() { n++ }()
	return n
}
-- outer/a_test.go --
package outer_test

import (
	"testing"

	"example.com/tested/outer"
)

func TestRun(t *testing.T) { outer.Run() }
-- tagged/a.go --
package tagged

func Run() (n int) {
	go func() { n++ }()
	return n
}
-- tagged/a_test.go --
//go:build slow

package tagged

import "testing"

func TestRun(t *testing.T) { Run() }
`

// TestInprocessOnce checks that one process looks at each package once, as go vet does: with its tests if it has some.
func TestInprocessOnce(t *testing.T) {
	if testing.Short() {
		t.Skip("analyses the part of std that testing imports")
	}
	tool, dir := build(t), t.TempDir()
	for _, f := range txtar.Parse([]byte(tested)).Files {
		name := filepath.Join(dir, filepath.FromSlash(f.Name))
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, f.Data, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	const inner, outer, tagged = "example.com/tested/inner", "example.com/tested/outer", "example.com/tested/tagged"
	variant := func(pkg string) string { return pkg + " [" + pkg + ".test]" }
	for _, c := range []struct {
		flags, tags string
		want        []string
	}{
		{"", "", []string{variant(inner), outer, tagged}},
		{"", "-tags=slow", []string{variant(inner), outer, variant(tagged)}},
		{"-test=false", "", []string{inner, outer, tagged}},
	} {
		args := append(append([]string{inprocessFlag, "-json"}, strings.Fields(c.flags)...), "./...")
		cmd := exec.Command(tool, args...)
		cmd.Dir, cmd.Env = dir, append(os.Environ(), "GOWORK=off", "GOFLAGS="+c.tags, "PWD="+dir)
		out, err := cmd.Output()
		if err != nil {
			t.Fatal(err)
		}
		var found map[string]map[string]any
		if err := json.Unmarshal(out, &found); err != nil {
			t.Fatal(err)
		}
		if got := slices.Sorted(maps.Keys(found)); !slices.Equal(got, c.want) {
			t.Errorf("%q %q: findings in %q, want %q", c.flags, c.tags, got, c.want)
		}
	}
}
