// Command diffuzz compares the checker with the race detector on generated programs.
//
//	go build -o bin/syncvet ./cmd/syncvet
//	go run ./internal/differential/diffuzz -n 2000 bin/syncvet
//
// It prints how many races that the race detector has seen are reported, how many programs that cannot race are not
// silent, and the seeds of those where the checker is wrong. With -v it prints their source, with -shrink made as small
// as it goes.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"

	"github.com/syncvet/syncvet/internal/differential"
)

func main() {
	opt := differential.Options{Batch: 100}
	flag.Uint64Var(&opt.First, "seed", 1, "seed of the first program")
	flag.IntVar(&opt.Count, "n", 200, "programs")
	flag.IntVar(&opt.Runs, "runs", 12, "runs of each program under the race detector")
	verbose := flag.Bool("v", false, "print the programs on which the checker is wrong")
	flag.IntVar(&opt.Shrink, "shrink", 0, "make so many of them small first; takes minutes")
	flag.StringVar(&opt.Dir, "dir", "", "write the programs into this directory and leave them there")
	flag.Parse()
	if flag.NArg() != 1 {
		fmt.Fprintln(os.Stderr, "usage: diffuzz [flags] vettool")
		flag.PrintDefaults()
		os.Exit(2)
	}
	if err := run(opt, flag.Arg(0), *verbose); err != nil {
		fmt.Fprintln(os.Stderr, "diffuzz:", err)
		os.Exit(1)
	}
}

// run compares and prints.
func run(opt differential.Options, tool string, verbose bool) error {
	var err error
	if opt.Tool, err = filepath.Abs(tool); err != nil {
		return err
	}
	if opt.Dir == "" {
		if opt.Dir, err = os.MkdirTemp("", "diffuzz"); err != nil {
			return err
		}
		defer os.RemoveAll(opt.Dir)
	}
	r, err := differential.Run(context.Background(), opt)
	if err != nil {
		return err
	}
	if opt.Shrink > 0 {
		if err := r.Shrink(opt); err != nil {
			return err
		}
	}
	r.Write(os.Stdout, verbose)
	return nil
}
