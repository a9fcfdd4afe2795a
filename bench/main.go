// Command bench measures what syncvet costs under go vet, against the floor: a tool that only builds SSA.
//
//	go run ./bench [-rounds 3] [-corpus std,gopls]
//
// Both tools run in turn, in every round first cold (go vet has no facts of the tool, but all export data) and then
// warm (nothing changed). The figures come from a wrapper around the tool (folder measure): processor time and peak
// memory are those of the tool's processes, not of go vet or of the compiler. What is printed is Markdown, for
// docs/results.md.
package main

import (
	"flag"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/syncvet/syncvet/bench/trial"
)

func main() {
	rounds := flag.Int("rounds", 3, "cold and warm runs of each tool")
	names := flag.String("corpus", "std,gopls", "what to analyse, separated by commas")
	flag.Parse()
	if err := run(*rounds, strings.Split(*names, ","), os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

// run builds the tools, measures each corpus, and prints its table as soon as it is complete.
func run(rounds int, names []string, w io.Writer) error {
	dir, err := os.MkdirTemp("", "bench")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	b, err := trial.New(dir, tools()...)
	if err != nil {
		return err
	}
	for _, name := range names {
		c, err := findCorpus(name)
		if err != nil {
			return err
		}
		results, err := measure(b, c, rounds)
		if err != nil {
			return err
		}
		writeTable(w, c, results)
	}
	return nil
}
