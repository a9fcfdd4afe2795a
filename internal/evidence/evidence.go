// This file is the one type that all engines return.

package evidence

import (
	"slices"
	"strings"

	"github.com/syncvet/syncvet/facts"
)

// A Kind says what goes wrong.
type Kind uint8

// The kinds of claims.
const (
	LockCycle        Kind = iota + 1 // goroutines each wait for a lock that the next one holds
	SelfDeadlock                     // a goroutine waits for a lock that it holds itself
	MissingUnlock                    // a lock is still held on some way out of a function
	BlockedUnderLock                 // a goroutine waits for a partner that needs a lock which it holds
	NeverReturns                     // a wait for a WaitGroup or Cond that nobody ends
	Leak                             // a goroutine that nobody will ever wake
	DoubleUnlock                     // an unlock of what is not locked: panics
	Misuse                           // send on a closed channel, double close, negative counter: panics
	LostWakeup                       // who waits for a Cond is not woken when what it waits for has come
	MissingRelease                   // a slot of a semaphore is still taken on some way out of a function
	Race                             // two accesses that nothing orders
	Unguarded                        // an access without the lock that most others hold
	NilBeforeUse                     // one event stores nil, another one uses what is there
	UseBeforeSet                     // nobody has set it before a goroutine that may come later
	StaleCheck                       // what is written comes of a read in an earlier critical section of the same lock
	Reused                           // memory is put back into a pool while somebody still has it
)

// An Engine says how a claim is known.
type Engine uint8

// The engines.
const (
	InView   Engine = iota + 1 // goroutines of the linked program do it (internal/races, waits, lockorder)
	ByName                     // what has one name does it, whoever runs the functions (internal/guards, fieldwaits)
	Function                   // one function does it by itself (internal/lockpaths)
)

// An Evidence is what an engine has found.
type Evidence struct {
	Kind   Kind         // what goes wrong
	Engine Engine       // which engine has found it, and so what it rests on
	Grade  Confidence   // how certain it is
	Doubts []Doubt      // why it is not of high confidence, as far as that is told
	Name   facts.Symbol // the lock, channel, WaitGroup, Cond or variable that it is about; zero unknown
	Run    string       // the test, or main, whose run shows it (internal/interp); empty: none does
	Ends   []End        // its goroutines; [0] is the one to report at, if it has a place in the package analysed

	Racing
	Guarding
	Waiting
}

// Racing is what only claims about two accesses have.
type Racing struct {
	Object  facts.ObjKind  // what holds the variable
	Alloc   facts.Position // where it is made; zero for static storage
	MayLock bool           // a lock that may be the same is held on both sides
	Static  facts.Symbol   // of what has static storage: its name
	Related []Sync         // synchronisation near the accesses that does not order them: Sync.End is into Ends
	// for each end, how many functions of its Path, from the last one on, are also entered with a lock held that the
	// other end holds: they cannot take that lock themselves
	Under [2]int
	Stray bool // seen in a link of its own only, of a function that nothing leads to (R48)
	Meant bool // seen in harnesses only that are linked where what is of low confidence is shown, too (C7)
	// counterexamples: pairs of call paths that lead to this race and to others on the variable, so many that each end is
	// in one
	Pairs  []Pair
	Places []Places         // of all pairs that the race stands for, this one's too: each once
	Bare   []facts.Position // of the pairs' accesses at which no lock is held: each line once
	Asleep []Wait           // waits for a goroutine of an end, with a lock held that this end would have to take
	// why calls that nobody makes are taken to overlap; NoClient if both goroutines are in view
	Assumes Assumption
	Client  facts.Symbol // the type whose client that is; zero for NoClient
}

// Guarding is what only claims about a guard have.
type Guarding struct {
	Guard    facts.Symbol     // the lock; zero when the other accesses are atomic
	Held     int              // at how many accesses the guard is held
	Total    int              // of how many
	Unlocked []End            // the other accesses without it, in the order of the source
	Lazy     bool             // the odd access sets a variable on first use, without any lock; the other is the same
	Shared   bool             // the odd access is one under the guard held for reading
	Promised bool             // the type is documented to be safe for concurrent use, and the odd access holds no lock
	Callers  []facts.Position // Under: where the outermost of these is called with the guard held
	Declared uint32           // the line of the comment that names the guard; 0: it is inferred
	Once     bool             // the guard is a Once behind which others read the variable, and which sets it
	Update   bool             // StaleCheck: what was read is a part of what is written; else it decides about it
}

// Waiting is what only claims about goroutines that wait or panic have.
type Waiting struct {
	Freed    facts.Position // DoubleUnlock: where it was unlocked before; zero where that is not known
	Cycle    []facts.Symbol // LockCycle: the locks in order, the first one not repeated
	Trace    []Step         // the order in which they get there, where it matters
	Writer   []Step         // LockCycle, SelfDeadlock: who must want to write for readers to block; empty: nobody
	Local    bool           // found in the function that Ends[0].Path begins with, whoever calls it
	Assumed  bool           // users of a type call its methods, who are not in view (W14)
	Definite bool           // the objects are surely the same
	Never    bool           // MissingUnlock: no return releases it
	Ways     int            // further ways into it
	Partners []Step         // what could let Ends[0] go on, where that stands, but does not come
	Together int            // how many of Ends, from the first, wait for each other; 1: it waits for nobody who waits
}

// At is where the first end ends.
func (x *Evidence) At() facts.Position { return x.Ends[0].Last().Pos }

// Weaken makes a claim no more certain than some confidence, for a reason.
func (x *Evidence) Weaken(to Confidence, why Doubt) {
	if x.Grade < to {
		x.Grade = to
		x.Doubts = append(x.Doubts, why)
	}
}

// Blocked gives the ends that wait for each other, or all of them where nobody says which do.
func (x *Evidence) Blocked() []End {
	if x.Together > 0 {
		return x.Ends[:x.Together]
	}
	return x.Ends
}

// InTests reports whether one of the places where somebody waits lies in a test file, or whether a test leads there.
func (x *Evidence) InTests() bool {
	test := func(p facts.Position) bool { return strings.HasSuffix(p.File.Name, "_test.go") }
	call := func(f Frame) bool { return test(f.Call) }
	return slices.ContainsFunc(x.Ends, func(t End) bool {
		return t.Goroutine.Kind == RootTest || test(t.Goroutine.Site) ||
			slices.ContainsFunc(t.Goroutine.Chain, call) || slices.ContainsFunc(t.Path, call) ||
			slices.ContainsFunc(t.Steps, func(s Step) bool { return test(s.Pos) })
	})
}

// Others is how many further pairs of accesses, or ways, a claim stands for.
func (x *Evidence) Others() int { return x.Ways + max(len(x.Places)-1, 0) }

// Absorb makes a claim stand for what another one with the same cause stands for, too. What is of low confidence is
// left out, unless the claim is that itself: what is said of others does not depend on what is shown.
func (x *Evidence) Absorb(y *Evidence) {
	if y.Grade > max(x.Grade, Medium) || y.Meant && !x.Meant {
		return
	}
	if len(y.Places) == 0 {
		x.Ways += y.Ways + 1
	}
	for _, p := range y.Places {
		if !slices.Contains(x.Places, p) {
			x.Places = append(x.Places, p)
		}
	}
	for _, p := range y.Bare {
		x.AddBare(p)
	}
	for k := range y.Pairs {
		if !slices.ContainsFunc(x.Pairs, y.Pairs[k].Same) {
			x.Pairs = append(x.Pairs, y.Pairs[k])
		}
	}
}

// Swap makes the second of two ends the first.
func (x *Evidence) Swap() {
	x.Ends[0], x.Ends[1] = x.Ends[1], x.Ends[0]
	x.Under[0], x.Under[1] = x.Under[1], x.Under[0]
	x.Related = slices.Clone(x.Related)
	for k := range x.Related {
		x.Related[k].End = 1 - x.Related[k].End
	}
}

// AddBare adds a place at which no lock is held.
func (x *Evidence) AddBare(p facts.Position) {
	if !slices.ContainsFunc(x.Bare, p.SameLine) {
		x.Bare = append(x.Bare, p)
	}
}

// Places are where the two accesses of a pair stand, in the order of places.
type Places [2]facts.Position

// SameLines reports whether two pairs of places are of the same two lines, whichever is the first.
func (p Places) SameLines(q Places) bool {
	return p[0].SameLine(q[0]) && p[1].SameLine(q[1]) || p[0].SameLine(q[1]) && p[1].SameLine(q[0])
}

// A Pair is two call paths that may be in progress at once, and what is done at their ends.
type Pair struct {
	Paths    [2][]Frame        // of the two goroutines, as in End.Path
	Accesses [2]facts.Access   // what is done where they end
	At       [2]facts.Position // where that stands
}

// Same reports whether two pairs look alike, whichever side is the first.
func (p *Pair) Same(q Pair) bool {
	alike := func(i, j int) bool { return p.At[i] == q.At[j] && slices.Equal(p.Paths[i], q.Paths[j]) }
	return alike(0, 0) && alike(1, 1) || alike(0, 1) && alike(1, 0)
}
