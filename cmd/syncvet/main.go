// Command syncvet finds data races and deadlocks in Go programs without running them. It is the vet tool
//
//	go vet -vettool=$(which syncvet) ./...
//
// and, run by hand, a front with more to say: see syncvet -help.
package main

import (
	"fmt"
	"os"
	"runtime"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/unitchecker"

	"github.com/syncvet/syncvet/deadlockcheck"
	"github.com/syncvet/syncvet/internal/cli"
	"github.com/syncvet/syncvet/racecheck"
)

func main() {
	args := os.Args[1:]
	switch {
	case cli.IsVersionQuery(args):
		if err := writeVersion(); err != nil {
			fmt.Fprintln(os.Stderr, "syncvet:", err)
			os.Exit(2)
		}
	case cli.IsUnit(args):
		checkers := []*analysis.Analyzer{racecheck.Analyzer, deadlockcheck.Analyzer}
		for i := range checkers {
			if cli.FactsOnly(args) {
				checkers[i] = factsOnly(checkers[i])
			}
		}
		ballast := cli.Pace()
		unitchecker.Main(checkers...)
		runtime.KeepAlive(ballast)
	default:
		os.Exit(cli.Main(args, os.Stdout, os.Stderr))
	}
}

// writeVersion tells go vet what findings depend on beside source and flags.
func writeVersion() error {
	self, err := os.Executable()
	if err != nil {
		return err
	}
	return cli.WriteVersion(os.Stdout, self, cli.ConfigFile())
}

// factsOnly is a checker reduced to the passes that it requires, which export facts, and to its flags, which go vet passes for
// dependencies too. Without this the driver would run it on every dependency.
func factsOnly(a *analysis.Analyzer) *analysis.Analyzer {
	quiet := *a
	quiet.Run = func(*analysis.Pass) (any, error) { return nil, nil }
	return &quiet
}
