// This file is one run on some packages, and what it ends with.

package cli

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"time"

	"github.com/syncvet/syncvet/internal/report"
)

// The exit codes (S3).
const (
	exitClean      = 0 // nothing found
	exitFindings   = 1 // findings at or above the level of -fail
	exitUsage      = 2 // the command line or the environment is wrong
	exitBroken     = 3 // some package does not load or build
	exitIncomplete = 4 // some package was not analysed completely
)

// A session is one run on some packages.
type session struct {
	opt      *options          // what is wanted
	self     string            // this executable
	cwd      string            // working directory
	goroot   string            // that of the go command, once it has been asked
	stderr   io.Writer         // for people: progress, build errors, notes, statistics
	start    time.Time         // of the run; of parts, that of the whole
	asked    func() []string   // the packages asked for; the first call asks go list
	seen     map[string]bool   // packages that an object of the stream has arrived for
	again    bool              // use the flags' other spelling (S6)
	broken   bool              // some package does not load or build
	overlay  string            // what go vet is to take for what is in files, as its -overlay reads it (S9); "" as it is
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
