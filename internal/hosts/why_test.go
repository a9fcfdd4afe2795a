// This file asks syncvet why about pairs of places in published modules of which the answer is known by reading them.
//
// Each file of testdata/why opens with a module and its version. Each further line has the truth, two places, and a
// regular expression that the answer must match; of a race whose doubts leave low confidence it is "unlikely":
//
//	races A B | RE    the two race
//	apart A B | RE    they do not
//	wrong A B | RE    the answer is wrong as it stands; the reason follows #

package hosts

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// A known pair is one of which the answer is known.
type known struct {
	truth  string // races, apart or wrong
	places string // with a blank between
	want   *regexp.Regexp
}

// pairsOf reads a file of known pairs.
func pairsOf(t *testing.T, file string) (m Module, pairs []known) {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	head, rest, _ := strings.Cut(string(data), "\n")
	m.Path, m.Version, _ = strings.Cut(head, " ")
	for line := range strings.Lines(rest) {
		line, _, _ = strings.Cut(line, " #")
		if line = strings.TrimSpace(line); line == "" {
			continue
		}
		what, want, _ := strings.Cut(line, " | ")
		truth, places, _ := strings.Cut(what, " ")
		pairs = append(pairs, known{truth, places, regexp.MustCompile("(?m)" + want)})
	}
	return m, pairs
}

// TestWhyPublished asks about all pairs of a module in one run.
func TestWhyPublished(t *testing.T) {
	if !*full {
		t.Skip("-full")
	}
	exe, err := tool()
	if err != nil {
		t.Fatal(err)
	}
	files, err := filepath.Glob(filepath.Join("testdata", "why", "*.txt"))
	if err != nil {
		t.Fatal(err)
	}
	count := map[string]int{}
	for _, file := range files {
		m, pairs := pairsOf(t, file)
		for _, p := range pairs {
			count[p.truth]++
		}
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txt"), func(t *testing.T) {
			answers := ask(t, exe, m, pairs)
			for _, p := range pairs {
				answer, ok := answers[p.places]
				if !ok || !p.want.MatchString(answer) {
					t.Errorf("%s: want %s in\n%s", p.places, p.want, answer)
				}
				if p.truth == "apart" && strings.HasPrefix(answer, "may race") {
					t.Errorf("%s: may race, but does not:\n%s", p.places, answer)
				}
			}
		})
	}
	t.Logf("pairs: %v", count)
	if count["races"] < 20 || count["apart"] < 20 {
		t.Errorf("pairs: %v, want 20 that race and 20 that do not", count)
	}
}

// ask gives the answer to each pair, by its places.
func ask(t *testing.T, exe string, m Module, pairs []known) map[string]string {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	target, err := Fetch(dir, m)
	if err != nil {
		t.Fatal(err)
	}
	var questions, stderr bytes.Buffer
	for _, p := range pairs {
		questions.WriteString(p.places + "\n")
	}
	cmd := target.command(exe, "why", "-", "./...")
	cmd.Stdin, cmd.Stderr = &questions, &stderr
	out, err := cmd.Output()
	if exit := (*exec.ExitError)(nil); err != nil && (!errors.As(err, &exit) || exit.ExitCode() == 2) {
		t.Fatalf("%s: %v\n%s", m.Path, err, stderr.String())
	}
	if len(out) == 0 {
		t.Errorf("%s: exit code %d, no answer\n%s", m.Path, cmd.ProcessState.ExitCode(), stderr.String())
	}
	heads := map[string]string{} // places, by the line that opens their answer
	for _, p := range pairs {
		heads[strings.Replace(p.places, " ", " and ", 1)] = p.places
	}
	answers := map[string]string{}
	current := pairs[0].places // of a single pair nothing opens the answer
	for line := range strings.Lines(string(out)) {
		if places, ok := heads[strings.TrimSuffix(line, "\n")]; ok {
			current = places
		} else if answers[current] != "" || line != "\n" {
			answers[current] += line
		}
	}
	return answers
}
