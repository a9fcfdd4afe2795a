// This file is `syncvet explain`: the page of a rule, or everything known about one finding.

package cli

import (
	"fmt"
	"io"
	"regexp"
	"strings"

	"github.com/syncvet/syncvet/internal/report"
	"github.com/syncvet/syncvet/internal/ruledoc"
	"github.com/syncvet/syncvet/internal/together"
)

// findingID matches what can be the beginning of a fingerprint.
var findingID = regexp.MustCompile(`^[0-9a-f]{4,}$`)

// explain prints the page of a rule or the findings with an identity.
func explain(args []string, stdout, stderr io.Writer) int {
	s, code := newSession(args, stderr)
	if s == nil {
		return code
	}
	what := s.opt.patterns[0]
	if what == "." { // nothing was given
		fmt.Fprintln(stderr, "usage: syncvet explain RULE | [flags] ID [packages]")
		return exitUsage
	}
	if r, ok := ruledoc.Lookup(what); ok {
		r.Write(stdout)
		return exitClean
	}
	if !findingID.MatchString(what) {
		fmt.Fprintf(stderr, "syncvet: explain: %q is neither a rule nor the id of a finding; the rules are:\n", what)
		for _, r := range ruledoc.Rules() {
			fmt.Fprintf(stderr, "  %s  %s\n", r.ID, r.Title)
		}
		return exitUsage
	}
	return s.explainFinding(what, stdout)
}

// explainFinding analyses the packages again, from the cache, and prints the findings whose identity begins with id.
func (s *session) explainFinding(id string, stdout io.Writer) int {
	if s.opt.patterns = s.opt.patterns[1:]; len(s.opt.patterns) == 0 {
		s.opt.patterns = []string{"./..."}
	}
	if err := s.analyse(); err != nil {
		return s.fault(err)
	}
	together.Mark(s.findings)
	var match []*report.Finding
	for _, f := range s.findings {
		if strings.HasPrefix(f.ID, id) {
			match = append(match, f)
		}
	}
	if len(match) == 0 {
		fmt.Fprintf(s.stderr, "syncvet: explain: no finding %s in %s\n", id, strings.Join(s.opt.patterns, " "))
		return exitUsage
	}
	view := s.view()
	view.Group, view.Pairs = report.BySite, true
	for _, format := range []string{"text", "stack"} {
		if err := report.Formats()[format](stdout, view, match, &s.totals); err != nil {
			return s.fault(err)
		}
	}
	if err := report.WriteDoubts(stdout, match); err != nil {
		return s.fault(err)
	}
	return exitClean
}
