// This file is the command: its subcommands, and what it does without one.

package cli

import (
	"fmt"
	"io"
	"runtime/debug"

	"github.com/syncvet/syncvet/internal/report"
)

// Main is the command without its name; it returns the exit code.
func Main(args []string, stdout, stderr io.Writer) int {
	if len(args) > 0 {
		if run := runner(args[0]); run != nil {
			return run(args[1:], stdout, stderr)
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

// runner is what a subcommand does; nil if there is none of that name. The words for each are in commands.
func runner(name string) func(args []string, stdout, stderr io.Writer) int {
	switch name {
	case "explain":
		return explain
	case "why":
		return why
	case "merge":
		return merge
	case "cache":
		return cache
	case "completion":
		return completion
	case "man":
		return manual
	case "version":
		return func(_ []string, stdout, _ io.Writer) int { return version(stdout) }
	}
	return nil
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
