// This file is syncvet -inprocess: all packages in one process, without the go command's cache of findings.

package main

import (
	"os"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/multichecker"

	"github.com/syncvet/syncvet/analyzers"
	"github.com/syncvet/syncvet/internal/cli"
)

// inprocessFlag asks for it, as the first argument.
const inprocessFlag = "-inprocess"

// inprocess runs the analyzers as x/tools' multichecker does, with its flags (syncvet -inprocess help), and exits.
func inprocess(args []string) {
	os.Args = append([]string{os.Args[0]}, args...)
	checkers := analyzers.Checkers()
	for i, a := range checkers {
		checkers[i] = widest(a)
	}
	multichecker.Main(checkers...)
}

// widest is a checker that is silent about a package that comes again with its tests.
func widest(a *analysis.Analyzer) *analysis.Analyzer {
	wide := *a
	wide.Run = func(pass *analysis.Pass) (any, error) {
		var names []string
		for _, f := range pass.Files {
			names = append(names, pass.Fset.Position(f.Package).Filename)
		}
		if cli.ComesAgain(pass.Pkg.Name(), names) {
			return nil, nil
		}
		return a.Run(pass)
	}
	return &wide
}
