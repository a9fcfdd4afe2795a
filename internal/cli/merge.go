// This file is `syncvet merge`: the output of several runs as that of one.

package cli

import (
	"fmt"
	"io"
	"os"
	"slices"

	"github.com/syncvet/syncvet/internal/report"
)

// merge joins files that -f json or -f sarif wrote and renders them: SARIF as SARIF, the others in any format.
func merge(args []string, stdout, stderr io.Writer) int {
	s, code := newSession(args, stderr)
	if s == nil {
		return code
	}
	if slices.Equal(s.opt.patterns, []string{"."}) {
		fmt.Fprintln(stderr, "usage: syncvet merge [flags] FILE...")
		return exitUsage
	}
	var runs []*report.Run
	for _, name := range s.opt.patterns {
		data, err := os.ReadFile(name)
		if err != nil {
			return s.fault(err)
		}
		r, err := report.ReadRun(data)
		if err != nil {
			return s.fault(fmt.Errorf("%s: %w", name, err))
		}
		runs = append(runs, r)
	}
	joined, err := report.Merge(runs)
	if err != nil {
		return s.fault(err)
	}
	if joined.SARIF() {
		if err := joined.WriteSARIF(stdout); err != nil {
			return s.fault(err)
		}
		return exitClean
	}
	s.findings, s.totals, s.broken = s.shown(joined.Findings), joined.Totals, len(joined.Totals.Skipped) > 0
	return s.conclude(stdout)
}
