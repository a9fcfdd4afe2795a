// This file runs syncvet over the history of a published module: a baseline survives edits elsewhere, and a seeded
// race is found at its commit only.

package hosts

import (
	"bytes"
	"encoding/json"
	"fmt"
	"go/parser"
	"go/token"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// seeded is a race in a file of its own.
const seeded = `

// SeededRace counts without a lock.
func SeededRace() int {
	n := 0
	go func() { n++ }()
	return n
}
`

// history is a module under git that syncvet is run on.
type history struct {
	t      *testing.T
	target *Target
	exe    string
}

// newHistory fetches cron and commits it.
func newHistory(t *testing.T) *history {
	t.Helper()
	if !*full {
		t.Skip("-full")
	}
	exe, err := tool()
	if err != nil {
		t.Fatal(err)
	}
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	target, err := Fetch(dir, Module{"github.com/robfig/cron/v3", "v3.0.1"})
	if err != nil {
		t.Fatal(err)
	}
	target.env = append(target.env, "XDG_CACHE_HOME="+t.TempDir(), "GOFLAGS=-buildvcs=false")
	h := &history{t, target, exe}
	git(t, target.Dir, "init", "-q")
	h.commit("v3.0.1")
	return h
}

// commit commits everything.
func (h *history) commit(message string) {
	h.t.Helper()
	git(h.t, h.target.Dir, "add", "-A")
	git(h.t, h.target.Dir, "commit", "-qm", message)
}

// found runs syncvet and gives the headlines of what it shows, and what it says on standard error.
func (h *history) found(args ...string) (headlines []string, stderr string) {
	h.t.Helper()
	cmd := h.target.command(h.exe, append(append([]string{"-f", "json"}, args...), "./...")...)
	var errs bytes.Buffer
	cmd.Stderr = &errs
	out, err := cmd.Output()
	if _, exited := err.(*exec.ExitError); err != nil && !exited {
		h.t.Fatal(err)
	}
	for line := range bytes.Lines(out) {
		var f struct{ Rule, Message, Baseline string }
		if err := json.Unmarshal(line, &f); err != nil {
			h.t.Fatalf("%v in %s", err, line)
		}
		if f.Rule != "" && f.Baseline != "unchanged" && f.Baseline != "absent" {
			headlines = append(headlines, f.Message)
		}
	}
	return headlines, errs.String()
}

// write writes a file of the module.
func (h *history) write(name, text string) {
	h.t.Helper()
	if err := os.WriteFile(filepath.Join(h.target.Dir, name), []byte(text), 0o666); err != nil {
		h.t.Fatal(err)
	}
}

// insert inserts a comment before some line of some file, and reports whether the file is still Go.
func (h *history) insert(random *rand.Rand, n int) bool {
	h.t.Helper()
	files, err := filepath.Glob(filepath.Join(h.target.Dir, "*.go"))
	if err != nil || len(files) == 0 {
		h.t.Fatal(err)
	}
	name := files[random.IntN(len(files))]
	data, err := os.ReadFile(name)
	if err != nil {
		h.t.Fatal(err)
	}
	lines := strings.SplitAfter(string(data), "\n")
	at := random.IntN(len(lines))
	text := strings.Join(lines[:at], "") + fmt.Sprintf("// edit %d\n", n) + strings.Join(lines[at:], "")
	if _, err := parser.ParseFile(token.NewFileSet(), name, text, parser.SkipObjectResolution); err != nil {
		return false
	}
	h.write(filepath.Base(name), text)
	return true
}

// TestBaselineSurvives edits 200 random lines of a module with a baseline, and renames a file.
func TestBaselineSurvives(t *testing.T) {
	h := newHistory(t)
	before, _ := h.found()
	h.found("-baseline", "write")
	random := rand.New(rand.NewPCG(1, 2))
	for done := 0; done < 200; {
		if h.insert(random, done) {
			done++
		}
	}
	git(t, h.target.Dir, "mv", "chain.go", "links.go")
	news, said := h.found("-baseline", "check")
	want := fmt.Sprintf("%d known, 0 new, 0 fixed", len(before))
	if len(news) > 0 || !strings.Contains(said, want) {
		t.Errorf("after 200 edits: %q, %s; want %s", news, said, want)
	}
	h.write("seeded.go", "package cron"+seeded)
	news, said = h.found("-baseline", "check")
	want = fmt.Sprintf("%d known, 1 new, 0 fixed", len(before))
	if len(news) != 1 || !strings.Contains(news[0], "SeededRace") || !strings.Contains(said, want) {
		t.Errorf("with a seeded race: %q, %s; want %s", news, said, want)
	}
}

// TestHistory makes ten commits, one of them with a race, and asks at each what is new since the one before.
func TestHistory(t *testing.T) {
	h := newHistory(t)
	random := rand.New(rand.NewPCG(3, 4))
	const racy = 6
	for n := range 10 {
		for k := 0; k < 5; {
			if h.insert(random, 100*n+k) {
				k++
			}
		}
		text := fmt.Sprintf("package cron\n\n// Step%d is step %d.\nfunc Step%[1]d() int { return %[1]d }\n", n, n)
		if n == racy {
			text += seeded
		}
		h.write(fmt.Sprintf("step%d.go", n), text)
		h.commit(fmt.Sprint("step ", n))
		news, said := h.found("-new-from-rev", "HEAD~1")
		if found := len(news) == 1 && strings.Contains(news[0], "SeededRace"); found != (n == racy) || len(news) > 1 {
			t.Errorf("step %d: %q\n%s", n, news, said)
		}
	}
}
