// This file is one function being run, and what was met on its ways.

package lockpaths

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/place"
)

// A simulation is one function under way.
type simulation struct {
	*reader
	conds  *conditions       // the function's conditions, those that keep their outcome among them
	seen   []map[string]bool // by block: the states that it was entered in, spelled
	visits int               // of blocks, so far
	over   bool              // there are too many: nothing is known of the function

	asked     bool       // selectors are known
	selectors []selector // parameters that are compared with constants (T62)

	takes    []acquisition                                // of the summary, by bit
	takeAt   map[string]int                               // by text
	invokes  []invoke                                     // parameters that are called, of the summary, by bit
	invoked  []*ssa.BasicBlock                            // by invoke: where it happens first
	exits    []exit                                       // states at returns and panics
	clashes  []*clash                                     // acquisitions of what is held
	misused  []mistake                                    // unlocks of what is not locked, each place once
	visited  map[*lockEvent]int                           // how many states came by
	panicked []panicked                                   // what is held where an unknown function may panic
	laps     []lap                                        // the ends of rounds
	loops    map[*ssa.BasicBlock]map[*ssa.BasicBlock]bool // by head
	entered  map[*ssa.BasicBlock][]place.Path             // what is held or taken where a loop is entered
}

// An exit is a return, or a panic, in one state.
type exit struct {
	instr ssa.Instruction // the return or panic; nil: a state that is compared with exits only
	state *pathState      // what is held there, deferred calls applied
}

// A lap is the end of a round of a loop, in one state.
type lap struct {
	head  *ssa.BasicBlock // of the loop
	from  *ssa.BasicBlock // what leads back to it
	state *pathState      // at that end
}

// A clash is an acquisition of what is held, in some states.
type clash struct {
	at    *lockEvent         // what acquires it
	held  hold               // the lock, with where it was taken
	reach *calleeAcquisition // the acquisition
	count int                // states
}

// A panicked is a lock that is held where a panic may start, and that nothing deferred unlocks.
type panicked struct {
	hold hold           // the lock, with where it was taken
	at   facts.Position // where the function of unknown code is called, or panic is
}

// clash records one.
func (m *simulation) clash(h *lockEvent, held *hold, t *calleeAcquisition) {
	for _, c := range m.clashes {
		if c.at == h && c.held.at == held.at && c.held.spot == held.spot && c.reach.at == t.at {
			c.count++
			return
		}
	}
	r := *t
	m.clashes = append(m.clashes, &clash{h, *held, &r, 1})
}

// misuse records an unlock of what is not locked.
func (m *simulation) misuse(s *pathState, h *lockEvent, held facts.Position, name facts.Symbol, twice bool) {
	x := mistake{Kind: Unheld, Name: name, Reads: !twice, Held: held, At: h.at}
	if i := slices.IndexFunc(s.freed, func(f freed) bool { return f.lock == h.path }); twice && i >= 0 {
		x.Freed = s.freed[i].at
	}
	if !slices.ContainsFunc(m.misused, func(y mistake) bool { return y.At == x.At }) {
		m.misused = append(m.misused, x)
	}
}
