// Command syncfacts prints the summaries of packages: the first thing to run when puzzled.
//
//	syncfacts [-size | -calls | -calls.dot] [packages]
//
// With -calls it prints the call graph of each package's program instead, once linked; -calls.dot is for Graphviz.
package main

import (
	"flag"
	"fmt"
	"os"
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
	size  bool // sizes of facts instead of facts
	calls bool // the linked call graph instead
	dot   bool // the same for Graphviz
}
