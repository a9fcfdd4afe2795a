// This file holds the verdicts of testdata against the race detector.
//
// With -truth each program of testdata about races that has a main function or tests runs under -race: a program with
// an expected true race must show one, others must not. A race that needs luck gets several runs.

package syncvet_test

import (
	"bytes"
	"context"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"golang.org/x/tools/txtar"
)

var truth = flag.Bool("truth", false, "run the programs of testdata under the race detector")

const truthRuns = 60 // runs of a racy program before it counts as clean

// TestTruth runs the programs. It is slow (each is built with -race), hence the flag.
func TestTruth(t *testing.T) {
	if !*truth {
		t.Skip("needs -truth")
	}
	for _, file := range archives(t, "races", "papers") {
		t.Run(nameOf(file), func(t *testing.T) { checkTruth(t, nameOf(file), file) })
	}
}

// checkTruth builds and runs one program.
func checkTruth(t *testing.T, name, file string) {
	archive, err := txtar.ParseFile(file)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	extract(t, dir, archive)
	racy := false
	for _, w := range parseWants(t, name, archive) {
		racy = racy || w.mark != imprecise
	}
	programs := compile(t, dir)
	if len(programs) == 0 {
		t.Skip("nothing to run")
	}
	seen := runs(t, dir, programs, racy)
	switch {
	case racy && !seen:
		t.Error("the race detector sees no race")
	case !racy && seen:
		t.Error("the race detector sees a race")
	}
}

// compile builds the main packages and the tests of the module with -race.
func compile(t *testing.T, dir string) []string { return compileIn(t, dir, "./...") }

// compileIn builds those that a pattern names.
func compileIn(t *testing.T, dir, pattern string) []string {
	t.Helper()
	list := run(t, dir, "go", "list", "-test", "-f", "{{if eq .Name \"main\"}}{{.ImportPath}}{{end}}", pattern)
	var programs []string
	for i, pkg := range strings.Fields(list) {
		exe := filepath.Join(dir, "truth"+string(rune('a'+i))+".exe")
		if tested, ok := strings.CutSuffix(pkg, ".test"); ok {
			run(t, dir, "go", "test", "-race", "-c", "-o", exe, tested)
		} else {
			run(t, dir, "go", "build", "-race", "-o", exe, pkg)
		}
		programs = append(programs, exe)
	}
	return programs
}

// runs reports whether some run of some program shows a race; programs that should not race run once.
func runs(t *testing.T, dir string, programs []string, racy bool) bool {
	t.Helper()
	for _, program := range programs {
		for range truthRuns {
			ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
			cmd := exec.CommandContext(ctx, program)
			cmd.Dir = dir
			cmd.Env = append(os.Environ(), "GORACE=atexit_sleep_ms=0")
			out, err := cmd.CombinedOutput()
			cancel()
			if bytes.Contains(out, []byte("DATA RACE")) || bytes.Contains(out, []byte("concurrent map")) {
				t.Logf("%s", out)
				return true
			}
			if err != nil && !racy {
				t.Errorf("%v\n%s", err, out)
			}
			if !racy {
				break
			}
		}
	}
	return false
}

// run executes a go command and returns its output.
func run(t *testing.T, dir, name string, args ...string) string {
	t.Helper()
	cmd := exec.Command(name, args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOWORK=off", "GOFLAGS=", "GOPROXY=off", "GOTOOLCHAIN=local")
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%s %s: %v\n%s", name, strings.Join(args, " "), err, out)
	}
	return string(out)
}
