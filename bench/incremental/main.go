// Command incremental measures what edits cost the pointer analysis, as D4's Tables 5 and 6 do: for each statement of
// each function, delete it, update, add it back, update. A statement is what a function states once, in all contexts
// that the function has: a constraint, or the passing of arguments and results at a call.
//
//	go run ./bench/incremental [-dir DIR] [-seconds 60] [-updates] PACKAGE...
//
// Statements are taken in a random but fixed order, until there are none left or the time per algorithm is up. Beside
// the product's live solver, with one worker and with two, run on the same system and statements: ECHO's
// reset-and-recover and reachability, and D4's neighbour rule. From scratch is measured in three ways: the product's
// batch solver on the ready constraint system; the whole pointer analysis, which finds the calls as it solves, from
// summaries; and from source files. What is printed is Markdown, for docs/results.md.
//
// With -updates, statements of the package's source are deleted and added back instead, and the whole program is
// updated and asked for races and deadlocks each time: the pointer analysis, sharing and happens-before, race detection
// and deadlock detection by themselves.
package main

import (
	"flag"
	"fmt"
	"io"
	"math"
	"os"
	"runtime"
	"time"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/link"
	"github.com/syncvet/syncvet/internal/program"
	"github.com/syncvet/syncvet/internal/relink"
)

func main() {
	dir := flag.String("dir", ".", "where package patterns are resolved")
	seconds := flag.Int("seconds", 60, "time per algorithm and package")
	whole := flag.Bool("updates", false, "measure updates of the whole program")
	flag.Parse()
	for _, pattern := range flag.Args() {
		if err := run(os.Stdout, *dir, pattern, time.Duration(*seconds)*time.Second, *whole); err != nil {
			fmt.Fprintln(os.Stderr, "incremental:", err)
			os.Exit(1)
		}
	}
}

// run measures one package.
func run(w io.Writer, dir, pattern string, budget time.Duration, whole bool) error {
	s, err := load(dir, pattern)
	if err != nil {
		return err
	}
	if whole {
		writeUpdates(w, s, s.update(budget))
		return nil
	}
	s.shop, s.files = nil, nil // syntax and types are of no more use
	sys, notes, times := linkThrice(s)
	if sys == nil || len(sys.Statements) == 0 {
		return fmt.Errorf("%s: nothing to link", pattern)
	}
	scratch := []row{
		{name: "from scratch: from source", deletes: []time.Duration{s.took + times[0]}},
		{name: "from scratch: link and solve, summaries ready", deletes: times},
	}
	bytes := heap()
	writeTable(w, s, sys, measure(sys, budget, scratch), notes, bytes)
	return nil
}

// linkThrice links a package three times, all roots together, and makes a link the system to be edited. It gives the
// times.
func linkThrice(s *subject) (sys *relink.System, notes []facts.Note, times []time.Duration) {
	var last *program.Program
	for range 3 {
		start := clock()
		p := program.New(link.Config{Own: s.path, Module: s.module, Editable: true, MaxWhole: math.MaxInt})
		p.Update(s.packages)
		times = append(times, clock()-start)
		last = p
	}
	return last.System(), last.Notes(), times
}

// heap returns the bytes that are alive on the heap.
func heap() uint64 {
	var m runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}
