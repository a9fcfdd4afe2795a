// This file keeps the list of tests that are right, so that none is lost unnoticed.

package conformance

import (
	"bufio"
	"fmt"
	"io"
	"strings"
)

// Right returns the ratchet's entries for s: one per test that is right, in a fixed order.
func (s *Score) Right() []string {
	var right []string
	for _, name := range s.Found {
		right = append(right, "found "+name)
	}
	for _, name := range s.Silent {
		right = append(right, "silent "+name)
	}
	return right
}

// Lost returns the entries of an earlier ratchet that no longer hold, apart from tests that the suite does not have
// (another Go version).
func (s *Score) Lost(earlier []string) []string {
	right, exists := setOf(s.Right()), setOf(append(append([]string(nil), s.Suite.Race...), s.Suite.NoRace...))
	var lost []string
	for _, entry := range earlier {
		_, test, _ := strings.Cut(entry, " ")
		if exists[test] && !right[entry] {
			lost = append(lost, entry)
		}
	}
	return lost
}

// WriteRatchet writes entries as a ratchet file.
func WriteRatchet(w io.Writer, entries []string) error {
	_, err := fmt.Fprintf(
		w,
		"# Tests of runtime/race/testdata that are right; "+
			"rewritten by go test ./internal/conformance -run Ratchet -update.\n%s\n",
		strings.Join(entries, "\n"),
	)
	return err
}

// ReadRatchet reads a ratchet file.
func ReadRatchet(r io.Reader) ([]string, error) {
	var entries []string
	lines := bufio.NewScanner(r)
	for lines.Scan() {
		if line := strings.TrimSpace(lines.Text()); line != "" && !strings.HasPrefix(line, "#") {
			entries = append(entries, line)
		}
	}
	return entries, lines.Err()
}
