// Command syncfacts prints the summaries of packages: the first thing to run when puzzled.
//
//	syncfacts [-size] [packages]
package main

import (
	"bufio"
	"flag"
	"fmt"
	"os"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/checker"
	"golang.org/x/tools/go/packages"

	"github.com/syncvet/syncvet/passes/access"
	"github.com/syncvet/syncvet/passes/flow"
	"github.com/syncvet/syncvet/passes/source"
)

func main() {
	size := flag.Bool("size", false, "print the sizes of each package's facts instead")
	flag.Parse()
	if err := run(flag.Args(), *size); err != nil {
		fmt.Fprintln(os.Stderr, "syncfacts:", err)
		os.Exit(1)
	}
}

// run loads the packages and analyses them with all they import.
func run(patterns []string, size bool) error {
	pkgs, err := packages.Load(&packages.Config{Mode: packages.LoadAllSyntax | packages.NeedModule}, patterns...)
	if err != nil {
		return err
	}
	if packages.PrintErrors(pkgs) > 0 {
		return fmt.Errorf("packages do not build")
	}
	graph, err := checker.Analyze([]*analysis.Analyzer{source.Analyzer, flow.Analyzer, access.Analyzer}, pkgs, nil)
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
		case size:
			fmt.Fprintln(out, r.Sizes())
		default:
			if err := r.Pkg.Write(out); err != nil {
				return err
			}
		}
	}
	return nil
}
