// This file analyses packages and prints what was asked for.

package main

import (
	"bufio"
	"fmt"
	"os"

	"golang.org/x/tools/go/analysis/checker"
	"golang.org/x/tools/go/packages"

	"github.com/syncvet/syncvet/internal/workshop"
	"github.com/syncvet/syncvet/passes/source"
)

// run loads the packages and analyses them with all they import.
func run(patterns []string, o options) error {
	pkgs, err := packages.Load(&packages.Config{Mode: packages.LoadAllSyntax | packages.NeedModule}, patterns...)
	if err != nil {
		return err
	}
	if packages.PrintErrors(pkgs) > 0 {
		return fmt.Errorf("packages do not build")
	}
	graph, err := checker.Analyze(workshop.Passes(), pkgs, nil)
	if err != nil {
		return err
	}
	out := bufio.NewWriter(os.Stdout)
	defer out.Flush()
	for _, act := range graph.Roots {
		r, ok := act.Result.(*source.Result)
		switch {
		case act.Err != nil:
			return act.Err
		case !ok:
		case o.size:
			fmt.Fprintln(out, r.Sizes())
		case o.calls || o.dot:
			if err := writeCalls(out, r, o.dot); err != nil {
				return err
			}
		default:
			if err := r.Pkg.Write(out); err != nil {
				return err
			}
		}
	}
	return nil
}
