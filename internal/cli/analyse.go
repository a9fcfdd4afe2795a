// This file has packages analysed, and tells what was found.

package cli

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/syncvet/syncvet/internal/report"
	"github.com/syncvet/syncvet/internal/together"
)

// analyse runs go vet until all packages that can be analysed are, then orders what it said.
func (s *session) analyse() error {
	if slices.Contains(s.opt.patterns, "-") {
		return errors.New(`"-" is no package`)
	}
	if err := s.opt.profiles.create(); err != nil {
		return err
	}
	if err := s.preflight(); err != nil {
		return err
	}
	s.asked = sync.OnceValue(func() []string { return s.list(buildable, s.opt.patterns) })
	go s.asked()
	if err := s.vet(s.opt.patterns); err != nil {
		return err
	}
	if s.nothing {
		return fmt.Errorf("no packages match %s", strings.Join(s.opt.patterns, " "))
	}
	if s.platform != "" {
		return fmt.Errorf("there is no platform %s; \"go tool dist list\" lists those that there are", s.platform)
	}
	if s.broken && len(s.seen) == 0 { // (S4)
		if err := s.vet(s.loadable()); err != nil {
			return err
		}
	}
	if err := s.revisit(); err != nil {
		return err
	}
	s.findings = report.Dedup(s.shown(s.findings))
	s.totals.Sort()
	s.totals.Findings = len(s.findings)
	s.totals.Millis = time.Since(s.start).Milliseconds()
	return nil
}

// revisit analyses packages again that nothing was heard of although they build (S6).
func (s *session) revisit() error {
	if s.broken {
		s.totals.Skipped = s.unseen()
		return untested(s)
	}
	lost := s.unseen()
	if len(lost) == 0 {
		return nil
	}
	s.again = true
	if err := s.vet(lost); err != nil {
		return err
	}
	for _, pkg := range s.unseen() {
		s.note(
			report.Note{Pkg: pkg, Kind: "output", Text: "go vet says nothing about this package; go clean -cache may help"},
		)
	}
	return nil
}

// conclude compares the findings with what was known, renders them and gives the exit code.
func (s *session) conclude(stdout io.Writer) int {
	if err := s.compare(); err != nil {
		return s.fault(err)
	}
	together.Mark(s.findings)
	if s.opt.fix {
		if err := s.applyFixes(); err != nil {
			return s.fault(err)
		}
	}
	if err := render(s, stdout); err != nil {
		return s.fault(err)
	}
	if err := s.jobSummary(); err != nil {
		return s.fault(err)
	}
	s.remarks()
	return s.exitCode()
}

// render writes the findings, or what is left of them.
func render(s *session, stdout io.Writer) error {
	if s.stream != nil {
		return s.stream.Close(s.findings, &s.totals)
	}
	s.totals.Known = len(s.findings) - len(s.fresh())
	return report.Formats()[s.opt.format](stdout, viewOn(s, stdout), s.listed(), &s.totals)
}

// shown leaves out findings that the settings do not want, and those that need test code if that is not wanted.
func (s *session) shown(in []*report.Finding) []*report.Finding {
	var out []*report.Finding
	for _, f := range in {
		if (s.opt.tests || !f.InTests()) && s.opt.settings.Apply(f) {
			out = append(out, f)
		}
	}
	return out
}

// remarks tells people on stderr what is not a finding.
func (s *session) remarks() {
	s.totals.WriteNotes(s.stderr, s.opt.stats)
	if len(s.totals.Skipped) > 0 {
		fmt.Fprintf(
			s.stderr,
			"syncvet: not analysed, because they or packages that they import do not build: %v\n",
			s.totals.Skipped,
		)
	}
	if s.opt.stats {
		s.totals.WriteTable(s.stderr)
	}
}

// exitCode is the first that applies (S3).
func (s *session) exitCode() int {
	switch {
	case s.broken:
		return exitBroken
	case len(s.totals.Incomplete) > 0:
		return exitIncomplete
	}
	for _, f := range s.fresh() {
		if s.opt.fails(f.Level) {
			return exitFindings
		}
	}
	return exitClean
}
