// This file asks the hosts that are this repository's own executable: go vet with it, the standalone front, and one
// process.

package hosts

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os/exec"
	"strings"

	"github.com/syncvet/syncvet/internal/conformance"
	"github.com/syncvet/syncvet/internal/report"
)

// A Driver asks one host about a target.
type Driver func(t *Target) ([]Finding, error)

// Vet asks go vet with the tool.
func Vet(tool string) Driver {
	return func(t *Target) ([]Finding, error) {
		args := append([]string{"-racecheck.evidence", "-deadlockcheck.evidence"}, t.Patterns...)
		diags, err := conformance.Vet(t.Dir, t.Env(), tool, args...)
		if err != nil {
			return nil, err
		}
		return gather(t, diags)
	}
}

// Inprocess asks the tool itself, without the go command's cache.
func Inprocess(tool string) Driver {
	return func(t *Target) ([]Finding, error) {
		args := append([]string{"-inprocess", "-json", "-racecheck.evidence", "-deadlockcheck.evidence"}, t.Patterns...)
		out, err := output(t.command(tool, args...))
		if err != nil {
			return nil, err
		}
		diags, err := conformance.Decode(bytes.NewReader(out))
		if err != nil {
			return nil, err
		}
		return gather(t, diags)
	}
}

// gather takes findings from diagnostics with evidence.
func gather(t *Target, diags []conformance.Diagnostic) ([]Finding, error) {
	s := &Findings{dir: t.Dir}
	for i := range diags {
		d := &diags[i]
		if d.IsSummary() {
			continue
		}
		if d.Finding == nil {
			return nil, fmt.Errorf("%s: finding without evidence: %s", d.Posn, d.Message)
		}
		file, line, ok := splitPosn(d.Posn)
		if !ok {
			return nil, fmt.Errorf("position %q", d.Posn)
		}
		s.add(file, line, d.Message, d.Finding.ID)
	}
	return s.sorted(), nil
}

// splitPosn takes file:line:col apart.
func splitPosn(posn string) (file string, line int, ok bool) {
	m := located.FindStringSubmatch(posn + ": ")
	if m == nil {
		return "", 0, false
	}
	_, err := fmt.Sscan(m[2], &line)
	return m[1], line, err == nil
}

// incomplete is the front's exit code for packages that exceed a budget, as under all other hosts.
const incomplete = 4

// Standalone asks the front.
func Standalone(tool string) Driver {
	return func(t *Target) ([]Finding, error) {
		cmd := t.command(tool, append([]string{"-f", "json", "-progress", "off", "-exit-zero"}, t.Patterns...)...)
		out, err := output(cmd)
		if err != nil && cmd.ProcessState.ExitCode() != incomplete {
			return nil, err
		}
		s := &Findings{dir: t.Dir}
		for line := range strings.Lines(string(out)) {
			var f report.Finding
			if err := json.Unmarshal([]byte(line), &f); err != nil {
				return nil, fmt.Errorf("%w in %s", err, line)
			}
			if f.Rule != "" {
				s.add(f.Pos.Dir+"/"+f.Pos.File, f.Pos.Line, f.Message, f.ID)
			}
		}
		return s.sorted(), nil
	}
}

// output runs a command and gives its standard output; the error holds what it said on the other.
func output(cmd *exec.Cmd) ([]byte, error) {
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	err := cmd.Run()
	if exit := (*exec.ExitError)(nil); errors.As(err, &exit) {
		err = fmt.Errorf("%s: %w\n%s", cmd, err, stderr.String())
	}
	return stdout.Bytes(), err
}
