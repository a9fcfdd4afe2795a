// This file asks golangci-lint, built with the plugin.

package hosts

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
)

// golangciConfig enables the plugin alone, and no limits.
const golangciConfig = `version: "2"
linters:
  default: none
  enable: [syncvet]
  settings:
    custom:
      syncvet:
        type: module
        description: data races, deadlocks and goroutine leaks
issues:
  max-issues-per-linter: 0
  max-same-issues: 0
`

// Golangci asks a golangci-lint that was built with the plugin. What it keeps lies in dir.
func Golangci(exe, dir string) Driver {
	return func(t *Target) ([]Finding, error) {
		config := filepath.Join(dir, "golangci.yml")
		if err := os.WriteFile(config, []byte(golangciConfig), 0o666); err != nil {
			return nil, err
		}
		args := append([]string{"run", "-c", config, "--path-mode", "abs", "--issues-exit-code", "0", "--show-stats=false",
			"--allow-parallel-runners", "--output.json.path", "stdout"}, t.Patterns...)
		cmd := t.command(exe, args...)
		cmd.Env = append(cmd.Env, "GOLANGCI_LINT_CACHE="+filepath.Join(dir, "cache"))
		out, err := output(cmd)
		if err != nil {
			return nil, err
		}
		var issues struct {
			// of all linters that ran
			Issues []struct {
				FromLinter string // name of the linter; another one than ours is an error of the target
				Text       string // the message
				// where it is shown
				Pos struct {
					Filename string // relative to the target's folder
					Line     int    // 1-based
				}
			}
		}
		if err := json.Unmarshal(out, &issues); err != nil {
			return nil, fmt.Errorf("%w in %s", err, out)
		}
		s := &Findings{dir: t.Dir}
		for _, x := range issues.Issues {
			if x.FromLinter != "syncvet" {
				return nil, fmt.Errorf("%s:%d: %s (%s)", x.Pos.Filename, x.Pos.Line, x.Text, x.FromLinter)
			}
			s.addJoined(x.Pos.Filename, x.Pos.Line, x.Text)
		}
		return s.sorted(), nil
	}
}

// identity matches the end of the last line of a finding's evidence.
var identity = regexp.MustCompile(` id ([0-9a-f]+)$`)

// addJoined adds the findings of one message: headlines, each followed by indented lines.
func (s *Findings) addJoined(file string, line int, text string) {
	head, id := "", ""
	flush := func() {
		if head != "" {
			s.add(file, line, head, id)
		}
	}
	for l := range strings.SplitSeq(text, "\n") {
		if !strings.HasPrefix(l, " ") {
			flush()
			head, id = l, ""
		} else if m := identity.FindStringSubmatch(l); m != nil {
			id = m[1]
		}
	}
	flush()
}
