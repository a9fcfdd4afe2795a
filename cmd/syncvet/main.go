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

	"golang.org/x/tools/go/analysis/unitchecker"

	"github.com/syncvet/syncvet/analyzers"
	"github.com/syncvet/syncvet/internal/cli"
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
		checkers := analyzers.Checkers()
		for i := range checkers {
			if cli.FactsOnly(args) {
				checkers[i] = factsOnly(checkers[i])
			}
		}
		if cli.FactsOnly(args) {
			cli.Tick()
		}
		//lint:ignore SA4006 it has to live as long as Main runs
		ballast := cli.Pace()
		unitchecker.Main(checkers...)
		runtime.KeepAlive(ballast)
	case len(args) > 0 && args[0] == inprocessFlag:
		inprocess(args[1:])
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
