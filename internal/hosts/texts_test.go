// This file reads what syncvet says about published modules as a machine can: lines, frames, counts.

package hosts

import (
	"bytes"
	"errors"
	"fmt"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"
)

// told are modules with many findings of low confidence.
var told = []Module{
	{Path: "github.com/go-zookeeper/zk", Version: "v1.0.4"},
	{Path: "github.com/robfig/cron/v3", Version: "v3.0.1"},
	{Path: "github.com/cheggaaa/pb/v3", Version: "v3.3.0"},
	{Path: "github.com/hashicorp/go-hclog", Version: "v1.6.3"},
	{Path: "github.com/goburrow/cache", Version: "v0.1.4"},
	{Path: "github.com/hashicorp/yamux", Version: "v0.1.2"},
}

// What a line of the default text is.
var (
	openLine = regexp.MustCompile(`^\S+\.go:\d+:\d+: .* \([A-Z]{2}\d{4}\)$`)
	frame    = regexp.MustCompile(`^      \S+\.go:\d+  \S`)
	abroad   = regexp.MustCompile(`^ +[a-z0-9]+\.[a-z.]+/`) // a file of another module
	closing  = regexp.MustCompile(`^(\d+) findings?: (.*?)(;.*)?$`)
	grade    = regexp.MustCompile(`^  confidence   (high|medium|low): \S`)
)

// TestTexts checks of each module's findings that no line has more than 160 columns, each frame has its source or says
// that it has none, each finding its confidence with a reason and how to silence it, and the closing line counts them
// exactly. Of the standard library and of the module itself the source is always there.
func TestTexts(t *testing.T) {
	if !*full {
		t.Skip("-full")
	}
	exe, err := tool()
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range told {
		t.Run(strings.TrimSuffix(filepath.Base(strings.TrimSuffix(m.Path, "/v3")), ".go"), func(t *testing.T) {
			target, err := Fetch(t.TempDir(), m)
			if err != nil {
				t.Fatal(err)
			}
			for _, format := range []string{"text", "stack"} {
				text := say(t, target.command(exe, "-confidence", "low", "-f", format, "./..."))
				wide(t, format, text)
				if format == "text" {
					readText(t, text)
				}
			}
		})
	}
}

// say is what a run writes whose findings make it fail.
func say(t *testing.T, cmd *exec.Cmd) string {
	t.Helper()
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if exit := (*exec.ExitError)(nil); err != nil && !errors.As(err, &exit) || len(out) == 0 {
		t.Fatalf("%v\n%s", err, stderr.String())
	}
	return string(out)
}

// wide checks the width of all lines.
func wide(t *testing.T, format, text string) {
	t.Helper()
	n := 0
	for line := range strings.Lines(text) {
		if n++; utf8.RuneCountInString(strings.TrimSuffix(line, "\n")) > 160 {
			t.Errorf("%s: more than 160 columns: %s", format, line)
		}
	}
	t.Logf("%s: %d lines", format, n)
}

// readText checks the default text.
func readText(t *testing.T, text string) {
	t.Helper()
	counts := map[string]int{}
	findings, silence, frames, absent := 0, 0, 0, 0
	said := ""
	for line := range strings.Lines(text) {
		line = strings.TrimSuffix(line, "\n")
		switch {
		case openLine.MatchString(line):
			findings++
		case frame.MatchString(line):
			frames++
			if said := strings.Contains(line, "(its source is not at hand)"); said && abroad.MatchString(line) {
				absent++
			} else if said || !strings.Contains(line, "{ ") {
				t.Errorf("a frame without source: %s", line)
			}
		case grade.MatchString(line):
			counts[grade.FindStringSubmatch(line)[1]]++
		case closing.MatchString(line):
			said = line
		}
		if strings.Contains(line, "silence: //syncvet:ignore ") {
			silence++
		}
	}
	var grades []string
	for _, g := range []string{"high", "medium", "low"} {
		if counts[g] > 0 {
			grades = append(grades, fmt.Sprintf("%d %s", counts[g], g))
		}
	}
	want := fmt.Sprint(findings, " ", strings.Join(grades, ", "))
	if m := closing.FindStringSubmatch(said); m == nil || m[1]+" "+m[2] != want {
		t.Errorf("the last line says %q, want %s", said, want)
	}
	if silence != findings || frames < findings {
		t.Errorf("%d findings, %d say how to silence them, %d frames", findings, silence, frames)
	}
	t.Logf("%d findings, %d frames, %d of them without source", findings, frames, absent)
}
