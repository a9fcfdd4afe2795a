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
	conds  *conditions
	seen   []map[string]bool // by block: the states that it was entered in, spelled
	visits int               // of blocks, so far
	over   bool              // there are too many: nothing is known of the function

	takes    []take         // of the summary, by bit
	takeAt   map[string]int // by text
	invokes  []invoke
	invoked  []*ssa.BasicBlock // by invoke: where it happens first
	exits    []exit
	clashes  []*clash
	misused  []mistake
	visited  map[*happening]int                           // how many states came by
	panicked []panicked                                   // what is held where a stranger's function may panic
	laps     []lap                                        // the ends of rounds
	loops    map[*ssa.BasicBlock]map[*ssa.BasicBlock]bool // by head
	entered  map[*ssa.BasicBlock][]place.Path             // what is held or taken where a loop is entered
}

// An exit is a return, or a panic, in one state.
type exit struct {
	instr ssa.Instruction
	state *way
}

// A lap is the end of a round of a loop, in one state.
type lap struct {
	head  *ssa.BasicBlock // of the loop
	from  *ssa.BasicBlock // what leads back to it
	state *way
}

// A clash is an acquisition of what is held, in some states.
type clash struct {
	at    *happening
	held  hold
	reach *reach
	count int // states
}

// A panicked is a lock that is held where a panic may start, and that nothing deferred unlocks.
type panicked struct {
	hold hold
	at   facts.Position
}

// clash records one.
func (m *simulation) clash(h *happening, held *hold, t *reach) {
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
func (m *simulation) misuse(s *way, h *happening, held facts.Position, name facts.Symbol, twice bool) {
	x := mistake{Kind: Unheld, Name: name, Reads: !twice, Held: held, At: h.at}
	if i := slices.IndexFunc(s.freed, func(f freed) bool { return f.spot == h.spot }); twice && i >= 0 {
		x.Freed = s.freed[i].at
	}
	if !slices.ContainsFunc(m.misused, func(y mistake) bool { return y.At == x.At }) {
		m.misused = append(m.misused, x)
	}
}
