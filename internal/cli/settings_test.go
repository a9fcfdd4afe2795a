package cli

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestSettings checks what each key of the file does, and that flags win.
func TestSettings(t *testing.T) {
	dir := module(t, `
-- go.mod --
module m
go 1.26
-- a/a.go --
package a

var x int // say finding error
-- a/a_test.go --
package a

var y int // say finding error
-- gen/deep/g.go --
package deep

var z int // say finding error
-- h.go --
package m // say finding hint
`)
	for _, c := range []struct {
		yaml, args string
		exit       int
		files      string // that have findings
	}{
		{"", "", exitFindings, "a.go g.go a_test.go"},
		{"# nothing\n", "", exitFindings, "a.go g.go a_test.go"},
		{"tests: false\n", "", exitFindings, "a.go g.go"},
		{"tests: false\n", "-tests=true", exitFindings, "a.go g.go a_test.go"},
		{"confidence: low\n", "", exitFindings, "a.go g.go h.go a_test.go"},
		{"confidence: low\n", "-confidence high", exitFindings, "a.go g.go a_test.go"},
		{"fail: none\n", "", exitClean, "a.go g.go a_test.go"},
		{"exclude:\n  paths: [gen/**]\n", "", exitFindings, "a.go a_test.go"},
		{"exclude:\n  paths: ['**/*_test.go', gen]\n", "", exitFindings, "a.go g.go"},
		{"exclude:\n  rules:\n    - RC*\n", "", exitClean, ""},
		{"levels: {RC1001: hint}\nfail: warning\n", "", exitClean, "a.go g.go a_test.go"},
		{"models:\n  - type: m/a.T\n    sync: internal\ntests: false\nexclude: {paths: [a/*]}\n", "", exitFindings, "g.go"},
	} {
		if err := os.WriteFile(filepath.Join(dir, ".syncvet.yaml"), []byte(c.yaml), 0o666); err != nil {
			t.Fatal(err)
		}
		r := command(t, dir, append(strings.Fields(c.args), "./...")...)
		var files []string
		for line := range strings.Lines(r.stdout) {
			if name, _, ok := strings.Cut(line, ".go:"); ok && line[0] != ' ' {
				files = append(files, filepath.Base(name)+".go")
			}
		}
		if r.exit != c.exit || strings.Join(files, " ") != c.files {
			t.Errorf("%q %s: exit %d, %v; want %d, %s\n%s", c.yaml, c.args, r.exit, files, c.exit, c.files, r.stderr)
		}
	}
	for yaml, says := range map[string]string{
		"confidense: low\n": "confidense", "confidence: bogus\n": `confidence: "bogus"`,
		"exclude: {rules: [XX1]}\n": "no rule XX1",
		"levels: {RC1001: fatal}\n": `"fatal"`, "tests: [\n": ".syncvet.yaml",
		"exclude: {paths: ['[']}\n": "syntax error in pattern", "tests: often\n": "often",
	} {
		if err := os.WriteFile(filepath.Join(dir, ".syncvet.yaml"), []byte(yaml), 0o666); err != nil {
			t.Fatal(err)
		}
		if r := command(t, dir, "./a"); r.exit != exitUsage || !strings.Contains(r.stderr, says) {
			t.Errorf("%q: exit %d, %s", yaml, r.exit, r.stderr)
		}
	}
}
