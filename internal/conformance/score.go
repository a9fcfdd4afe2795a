// This file attributes findings to the suite's tests and counts.

package conformance

import (
	"fmt"
	"strings"

	"github.com/syncvet/syncvet/internal/report"
)

// A Score says which tests are right and which are not. All lists are sorted.
type Score struct {
	Suite   *Suite                       // the tests there are
	Found   []string                     // TestRace* with a finding
	Missed  []string                     // TestRace* without
	Silent  []string                     // TestNoRace* without a finding
	False   []string                     // TestNoRace* with one
	Exact   []string                     // the X of exact pairs (C6)
	Inexact []string                     // the X of the other pairs
	Stray   []*report.Finding            // findings that belong to no test
	Of      map[string][]*report.Finding // findings by test, in the order of the input
}

// Run analyses the suite with the given vet tool and scores it (C1). The environment env applies to go vet (nil: the
// parent's).
func Run(suite *Suite, env []string, tool string) (*Score, error) {
	args := append([]string{"-tags", "race", "-racecheck.evidence"}, suite.Files...)
	diags, err := Vet(suite.Dir, env, tool, args...)
	if err != nil {
		return nil, err
	}
	var findings []*report.Finding
	for i := range diags {
		d := &diags[i]
		if d.IsSummary() || d.Analyzer != "racecheck" {
			continue
		}
		if d.Finding == nil {
			return nil, fmt.Errorf("%s: finding without evidence: %s", d.Posn, d.Message)
		}
		findings = append(findings, d.Finding)
	}
	return NewScore(suite, findings), nil
}

// NewScore attributes the findings and counts.
func NewScore(suite *Suite, findings []*report.Finding) *Score {
	s := &Score{Suite: suite, Of: make(map[string][]*report.Finding)}
	for _, f := range findings {
		s.attribute(f)
	}
	s.Found, s.Missed = s.partition(suite.Race)
	s.False, s.Silent = s.partition(suite.NoRace)
	for _, x := range suite.Pairs() {
		if s.has(racePrefix+x) && !s.has(noRacePrefix+x) {
			s.Exact = append(s.Exact, x)
		} else {
			s.Inexact = append(s.Inexact, x)
		}
	}
	return s
}

// has reports whether a finding belongs to the test (C5).
func (s *Score) has(test string) bool { return len(s.Of[test]) > 0 }

// partition splits names into those with findings and those without.
func (s *Score) partition(names []string) (with, without []string) {
	for _, name := range names {
		if s.has(name) {
			with = append(with, name)
		} else {
			without = append(without, name)
		}
	}
	return with, without
}

// attribute enters f under each test it belongs to (C4).
func (s *Score) attribute(f *report.Finding) {
	known := make(map[string]bool)
	for _, fn := range functions(f) {
		test := topLevel(fn)
		if known[test] || !strings.HasPrefix(test, racePrefix) && !strings.HasPrefix(test, noRacePrefix) {
			continue
		}
		known[test] = true
		s.Of[test] = append(s.Of[test], f)
	}
	if len(known) == 0 {
		s.Stray = append(s.Stray, f)
	}
}

// functions returns the name of every function on the paths of f.
func functions(f *report.Finding) []string {
	var names []string
	for i := range f.Accesses {
		a := &f.Accesses[i]
		names = append(names, a.Func, a.Origin.Name)
		for _, frame := range a.Path {
			names = append(names, frame.Func)
		}
		for _, frame := range a.Origin.Chain {
			names = append(names, frame.Func)
		}
	}
	return names
}

// topLevel returns the declared function that a closure is written in: TestRaceX for TestRaceX.func1.2, with or without
// a package name before it.
func topLevel(fn string) string {
	for part := range strings.SplitSeq(fn, ".") {
		if strings.HasPrefix(part, "Test") {
			return part
		}
	}
	return fn
}
