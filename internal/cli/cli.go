// This file is the entry point: the subcommands, the phases of an analysis, and the exit code.

package cli

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/syncvet/syncvet/internal/report"
	"github.com/syncvet/syncvet/internal/together"
)

// The exit codes (S3).
const (
	exitClean      = 0 // nothing found
	exitFindings   = 1 // findings at or above the level of -fail
	exitUsage      = 2 // the command line or the environment is wrong
	exitBroken     = 3 // some package does not load or build
	exitIncomplete = 4 // some package was not analysed completely
)

// Main is the command without its name; it returns the exit code.
func Main(args []string, stdout, stderr io.Writer) int {
	if len(args) > 0 {
		for _, c := range commands() {
			if c.name == args[0] {
				return c.run(args[1:], stdout, stderr)
			}
		}
		switch args[0] {
		case "-version", "--version":
			return version(stdout)
		case "help":
			args = []string{"-help"}
		}
	}
	return check(args, stdout, stderr)
}

// check analyses packages and renders the findings.
func check(args []string, stdout, stderr io.Writer) int {
	s, code := newSession(args, stderr)
	if s == nil {
		return code
	}
	analyse := s.analyse
	if s.opt.matrix != "" {
		analyse = s.analyseMatrix
	}
	if s.opt.stream {
		s.stream = report.NewStream(stdout, viewOn(s, stdout), s.opt.format)
	}
	if err := analyse(); err != nil {
		return s.fault(err)
	}
	return s.conclude(stdout)
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

// A session is one run on some packages.
type session struct {
	opt      *options
	self     string    // this executable
	cwd      string    // working directory
	goroot   string    // that of the go command, once it has been asked
	stderr   io.Writer // for people: progress, build errors, notes, statistics
	start    time.Time
	asked    func() []string   // the packages asked for; the first call asks go list
	seen     map[string]bool   // packages that an object of the stream has arrived for
	again    bool              // use the flags' other spelling (S6)
	broken   bool              // some package does not load or build
	nothing  bool              // the patterns name no package
	platform string            // GOOS/GOARCH for which there is no compiler; "" if there is one
	findings []*report.Finding // merged and sorted once analyse has returned
	stream   *report.Stream    // where findings are written as they come; nil: at the end
	between  []*report.Between // what packages know of two places, if somebody asks
	totals   report.Totals     // complete once analyse has returned
}

// newSession reads the command line. If there is nothing to run, the session is nil and the exit code is final.
func newSession(args []string, stderr io.Writer) (*session, int) {
	opt, err := parse(args, stderr)
	if errors.Is(err, flag.ErrHelp) {
		return nil, exitClean
	} else if err != nil {
		return nil, exitUsage
	}
	s := &session{
		opt:    opt,
		stderr: stderr,
		start:  time.Now(),
		seen:   map[string]bool{},
		totals: report.Totals{Schema: report.SchemaVersion},
	}
	if s.self, err = os.Executable(); err != nil {
		return nil, s.fault(err)
	}
	if s.cwd, err = os.Getwd(); err != nil {
		return nil, s.fault(err)
	}
	return s, exitClean
}

// fault reports what keeps the command from running at all.
func (s *session) fault(err error) int {
	fmt.Fprintln(s.stderr, "syncvet:", err)
	return exitUsage
}

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
		return nil
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

// version prints what this executable was built from.
func version(stdout io.Writer) int {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		fmt.Fprintln(stdout, "syncvet, version unknown")
		return exitClean
	}
	fmt.Fprintf(stdout, "syncvet %s %s\n", info.Main.Version, info.GoVersion)
	for _, s := range info.Settings {
		if s.Key == "vcs.revision" {
			fmt.Fprintf(stdout, "revision %s\n", s.Value)
		}
	}
	return exitClean
}
