// Command precision measures whether reports are believed: how many of those on real modules are true, and how many
// races, deadlocks and leaks that such modules have mended are reported before the mend and no longer after it.
//
//	go run ./bench/precision [-half 1|2] [-modules a,b] [-unlabelled] [-against HASH]
//	go run ./bench/precision -fixes [-modules a,b]
//
// The tables beside this file say what is run (modules.tsv, fixes.tsv) and what a reader of the code found each report
// to be (labels.tsv). Modules come from the module proxy and are analysed whole, with their tests. Rules may be derived
// from the first half of them; the second half is only counted. What is printed is Markdown, for docs/precision.md.

package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"time"
)

func main() {
	var o options
	var modules string
	flag.IntVar(&o.half, "half", 0, "only this half of the modules: 1 or 2, 0 for both")
	flag.StringVar(&modules, "modules", "", "only modules whose path contains one of these, separated by commas")
	flag.BoolVar(&o.fixes, "fixes", false, "run the versions before and after real fixes, not the corpus")
	flag.BoolVar(&o.unlabelled, "unlabelled", false, "list reports without a label, as lines for labels.tsv")
	flag.StringVar(&o.against, "against", "", "start of the hash of a tool to compare with; empty: the last other one")
	flag.StringVar(&o.tables, "tables", filepath.Join("bench", "precision"), "folder of the tables")
	temp := filepath.Join(os.TempDir(), "syncvet-precision")
	flag.StringVar(&o.cache, "cache", temp, "folder for modules and results")
	flag.StringVar(&o.tool, "tool", "", "syncvet executable; default: built from ./cmd/syncvet")
	flag.DurationVar(&o.cpu, "cpu", 5*time.Minute, "processor time that the analysis of one package may take")
	flag.DurationVar(&o.wall, "wall", 20*time.Minute, "time that one module may take")
	flag.IntVar(&o.parallel, "p", 2, "packages analysed at once")
	flag.Parse()
	if modules != "" {
		o.modules = strings.Split(modules, ",")
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx, &o, os.Stdout, os.Stderr); err != nil {
		fmt.Fprintln(os.Stderr, "precision:", err)
		os.Exit(1)
	}
}

// run measures what the options ask for: tables to w, progress to log.
func run(ctx context.Context, o *options, w, log io.Writer) error {
	r, err := newRunner(ctx, o, log)
	if err != nil {
		return err
	}
	if o.fixes {
		return runFixes(ctx, o, r, w)
	}
	return runCorpus(ctx, o, r, w)
}

// runCorpus runs the tool on the modules and prints the figures.
func runCorpus(ctx context.Context, o *options, r *runner, w io.Writer) error {
	modules, err := readModules(filepath.Join(o.tables, "modules.tsv"))
	if err != nil {
		return err
	}
	labels, err := readLabels(filepath.Join(o.tables, "labels.tsv"))
	if err != nil {
		return err
	}
	before, err := r.findBefore(o.against)
	if err != nil {
		return err
	}
	var results []judged
	for _, m := range modules {
		if !o.wants(m.path, half(m.path)) {
			continue
		}
		res, err := r.result(ctx, m.target())
		if err != nil {
			return err
		}
		results = append(results, judge(m, res, labels))
	}
	if o.unlabelled {
		return writeUnlabelled(w, results, labels)
	}
	writeFigures(w, results)
	return writeChanges(w, r, before, results, labels)
}
