// Command house prints how the code of this module is built, package by package: sizes, knots, and what lacks words.
//
//	go run ./internal/house [-list] [packages]
//
// With -list it prints the places instead. The table is Markdown, for docs/results.md. What must hold is a test
// (house_test.go).
package main

import (
	"flag"
	"fmt"
	"os"
)

func main() {
	list := flag.Bool("list", false, "print the places that are counted")
	flag.Parse()
	patterns := flag.Args()
	if len(patterns) == 0 {
		patterns = []string{"./..."}
	}
	measures, err := measure(patterns...)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	if !*list {
		fmt.Print(table(measures))
		return
	}
	for _, f := range measures {
		if len(f.circle) > mostInCircle(f.files) {
			fmt.Printf("%s: these files refer to each other in a circle: %v\n", f.pkg, f.circle)
		}
		for _, x := range f.faults {
			fmt.Printf("%s:%d: %s\n", x.posn.Filename, x.posn.Line, x.what)
		}
	}
}
