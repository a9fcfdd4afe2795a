// This file holds what runs have seen, and what is kept while one runs.

package interp

import (
	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/evidence"
	"github.com/syncvet/syncvet/internal/interp/machine"
)

// A Pair is two lines, the smaller one first.
type Pair [2]facts.Position

// line is a position without its column.
func line(p facts.Position) facts.Position {
	p.Col = 0
	return p
}

// pairOf makes a pair of two positions, and reports whether they are the other way round in it.
func pairOf(a, b facts.Position) (p Pair, turned bool) {
	a, b = line(a), line(b)
	if facts.ComparePos(b, a) < 0 {
		return Pair{b, a}, true
	}
	return Pair{a, b}, false
}

// A Result is what runs of a package's roots have seen.
type Result struct {
	Races   map[Pair]*evidence.Evidence // accesses that nothing orders
	Ordered map[Pair]bool               // accesses that met, each time in order
	Tidy    map[facts.Position]bool     // lines of accesses that met others, always in order
	Stalls  map[facts.Position]*Stall   // goroutines that stay where they are for ever, by the line of the first one
	Stuck   map[facts.Position]string   // lines where goroutines stay for ever: the root that was run
	Panics  map[facts.Position]string   // lines where they panic about synchronisation: the root that was run
	Stayed  map[facts.Position]bool     // lines where somebody stood when a run was over
	Passed  map[facts.Position]int      // how often each line was passed that may block
	Roots   int                         // roots that were run to their end
	Orders  int                         // in how many orders they were run
	Cut     int                         // runs that were broken off
	Crashed []string                    // panics that ended a run
	Failed  []string                    // why roots were not run
	Ended   map[string]int              // how often each root came to its end
	Missed  map[string]string           // tests that have failed in a run, with what they said then
	Steps   int64                       // how many instructions all took

	pkg    string                  // the package, as facts call it
	module string                  // packages below it are judged, too
	tests  map[string]bool         // the roots that are tests
	called map[facts.Symbol]bool   // functions that runs have called
	left   map[facts.Position]bool // lines of these that no run has come to
	seen   map[facts.Position]bool // lines of these with an access that runs have come to
}

// size is how much has been seen.
func (r *Result) size() int {
	return len(r.Races) + len(r.Ordered) + len(r.Stalls) + len(r.Stuck) + len(r.Panics) + len(r.Passed)
}

// A Stall is goroutines that stay where they are for ever.
type Stall struct {
	evidence.Evidence
	Sure bool // the program cannot end, or somebody misses what they do not do
}

// A trial is one run of a root.
type trial struct {
	program *program      // what is run
	run     *machine.Run  // the run
	root    root          // where it begins
	begun   bool          // the root has been called
	panic   machine.Iface // what ended it
	main    bool          // the root is called by TestMain
	limit   int64         // how many instructions it may take from there
	out     *Result       // what is seen goes there
	early   int           // how many threads there were when the root was called
	missed  bool          // its test has failed
	still   int           // how often time had passed in stillness when it first did
}

// A root is where a program begins.
type root struct {
	name string          // of the function
	fns  []*ssa.Function // the function, or tests that run at the same time
	test bool            // it is a test, or several
	past *past           // what its runs have shown
}
