// Command syncfacts prints the summaries of packages: the first thing to run when puzzled.
//
//	syncfacts [-size | -calls | -calls.dot] [packages]
//
// With -calls it prints the call graph of each package's program instead, once linked; -calls.dot is for Graphviz.
package main

import (
	"bufio"
	"flag"
	"fmt"
	"os"

	"golang.org/x/tools/go/analysis/checker"
	"golang.org/x/tools/go/packages"

	"github.com/syncvet/syncvet/internal/workshop"
	"github.com/syncvet/syncvet/passes/source"
)

func main() {
	var o options
	flag.BoolVar(&o.size, "size", false, "print the sizes of each package's facts instead")
	flag.BoolVar(&o.calls, "calls", false, "print the linked call graph of each package's program instead")
	flag.BoolVar(&o.dot, "calls.dot", false, "print the linked call graph for Graphviz instead")
	flag.Parse()
	if err := run(flag.Args(), o); err != nil {
		fmt.Fprintln(os.Stderr, "syncfacts:", err)
		os.Exit(1)
	}
}

// options say what is printed.
type options struct {
	size, calls, dot bool
}

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
