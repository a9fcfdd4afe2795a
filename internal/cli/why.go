// This file is syncvet why: what orders, guards or separates two places, or the pair itself with all doubts about it.

package cli

import (
	"fmt"
	"io"
	"regexp"

	"github.com/syncvet/syncvet/internal/report"
)

// lineOrFunc matches the places that may be asked about.
var lineOrFunc = regexp.MustCompile(`^\S+\.go:[1-9][0-9]*(:[0-9]+)?$|^[\pL_(][\pL\pN_./()*-]*$`)

// why answers what is known of two places. It exits with 1 if they may race, or a finding concerns both.
func why(args []string, stdout, stderr io.Writer) int {
	s, code := newSession(args, stderr)
	if s == nil {
		return code
	}
	words := s.opt.patterns
	if len(words) < 2 {
		fmt.Fprintln(
			stderr,
			"syncvet: why: want two places, each FILE.go:LINE or a function such as pkg.Type.Method, and then packages (./...)",
		)
		return exitUsage
	}
	for _, p := range words[:2] {
		if !lineOrFunc.MatchString(p) {
			fmt.Fprintf(stderr, "syncvet: why: %q is neither FILE.go:LINE nor a function\n", p)
			return exitUsage
		}
	}
	a, b := words[0], words[1]
	s.opt.why, s.opt.confidence = a+"|"+b, "low"
	if s.opt.patterns = words[2:]; len(s.opt.patterns) == 0 {
		s.opt.patterns = []string{"./..."}
	}
	if err := s.analyse(); err != nil {
		return s.fault(err)
	}
	wrong, err := report.WriteBetween(stdout, s.view(), a, b, s.between, s.findings)
	if err != nil {
		return s.fault(err)
	}
	s.remarks()
	if code := s.exitCode(); code != exitClean && code != exitFindings {
		return code
	}
	if wrong {
		return exitFindings
	}
	return exitClean
}
