// This file holds the rules' pages against the tool: the bad example of each is reported under its rule, the good one
// is not.

package syncvet_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/syncvet/syncvet/internal/conformance"
	"github.com/syncvet/syncvet/internal/ruledoc"
)

// TestRulePrograms analyses the examples, all in one run. Only those of SV0003 are no programs.
func TestRulePrograms(t *testing.T) {
	tool, err := tool()
	if err != nil {
		t.Fatal(err)
	}
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	writeProgram(t, filepath.Join(dir, "go.mod"), "module example.com/rules\n\ngo 1.26\n")
	for _, r := range ruledoc.Rules() {
		if strings.HasPrefix(r.Bad, "package ") {
			writeProgram(t, filepath.Join(dir, r.ID, "bad", "main.go"), r.Bad)
			writeProgram(t, filepath.Join(dir, r.ID, "good", "main.go"), r.Good)
		}
	}
	env := append(os.Environ(), "GOWORK=off", "GOFLAGS=", "GOPROXY=off", "GOTOOLCHAIN=local")
	diags, err := conformance.Vet(dir, env, tool, "-racecheck.atomicity", "./...")
	if err != nil {
		t.Fatal(err)
	}
	found := map[string][]string{}
	for _, d := range diags {
		found[d.Package] = append(found[d.Package], d.Category)
	}
	for _, r := range ruledoc.Rules() {
		bad, good := found["example.com/rules/"+r.ID+"/bad"], found["example.com/rules/"+r.ID+"/good"]
		if strings.HasPrefix(r.Bad, "package ") && (len(bad) != 1 || bad[0] != r.ID) {
			t.Errorf("%s: the bad example is reported as %v", r.ID, bad)
		}
		if len(good) > 0 {
			t.Errorf("%s: the good example is reported as %v", r.ID, good)
		}
	}
}

// writeProgram writes a file and the folders it lies in.
func writeProgram(t *testing.T, name, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(text+"\n"), 0o666); err != nil {
		t.Fatal(err)
	}
}
