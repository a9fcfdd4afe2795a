// This file words a score.

package conformance

import (
	"fmt"
	"io"
	"strings"
)

// Write prints the figures and the lists of what is wrong; verbose adds the findings behind each false alarm and those
// that belong to no test.
func (s *Score) Write(w io.Writer, verbose bool) {
	fmt.Fprintf(
		w,
		"races found        %3d of %3d TestRace*    (%s)\n",
		len(s.Found),
		len(s.Suite.Race),
		percent(len(s.Found), len(s.Suite.Race)),
	)
	fmt.Fprintf(
		w,
		"false alarms       %3d of %3d TestNoRace*  (%s)\n",
		len(s.False),
		len(s.Suite.NoRace),
		percent(len(s.False), len(s.Suite.NoRace)),
	)
	fmt.Fprintf(w, "exact pairs        %3d of %3d\n", len(s.Exact), len(s.Exact)+len(s.Inexact))
	fmt.Fprintf(w, "outside any test   %3d findings\n", len(s.Stray))
	writeList(w, "missed", s.Missed)
	writeList(w, "false", s.False)
	writeList(w, "inexact pairs", s.Inexact)
	if verbose {
		s.writeFindings(w)
	}
}

// writeFindings prints the findings behind what is wrong, and behind what is found.
func (s *Score) writeFindings(w io.Writer) {
	for _, group := range []struct {
		title string   // heading of the tests
		tests []string // their names
	}{{"false", s.False}, {"found", s.Found}} {
		for _, test := range group.tests {
			fmt.Fprintf(w, "\n%s %s\n", group.title, test)
			for _, f := range s.Of[test] {
				fmt.Fprintf(w, "  %s:%d:%d: %s\n", f.Pos.File, f.Pos.Line, f.Pos.Col, f.Message)
			}
		}
	}
	for _, f := range s.Stray {
		fmt.Fprintf(w, "\nstray %s:%d:%d: %s\n", f.Pos.File, f.Pos.Line, f.Pos.Col, f.Message)
	}
}

// writeList prints a titled list of names, one a line.
func writeList(w io.Writer, title string, names []string) {
	if len(names) == 0 {
		return
	}
	fmt.Fprintf(w, "\n%s (%d):\n  %s\n", title, len(names), strings.Join(names, "\n  "))
}

// percent words n of total.
func percent(n, total int) string {
	if total == 0 {
		return "-"
	}
	return fmt.Sprintf("%.1f %%", 100*float64(n)/float64(total))
}
