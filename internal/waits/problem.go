// This file is what deadlocks, leaks and misuse have in common: the form in which they are handed to the checker.

package waits

import (
	"cmp"
	"slices"
	"strings"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/explain"
	"github.com/syncvet/syncvet/internal/link"
)

// A ProblemKind says what goes wrong.
type ProblemKind uint8

// The kinds of problems.
const (
	LockCycle        ProblemKind = iota + 1 // goroutines each wait for a lock that the next one holds
	SelfDeadlock                            // a goroutine waits for a lock that it holds itself
	MissingUnlock                           // a lock is still held on some way out of a function
	BlockedUnderLock                        // a goroutine waits for a partner that needs a lock which it holds
	NeverReturns                            // a wait for a WaitGroup or Cond that nobody ends
	Leak                                    // a goroutine that nobody will ever wake
	DoubleUnlock                            // an unlock of what is not locked: panics
	Misuse                                  // send on a closed channel, double close, negative counter: panics
	LostWakeup                              // who waits for a Cond is not woken when what it waits for has come
	MissingRelease                          // a slot of a semaphore is still taken on some way out of a function
)

// An Act is what a goroutine does in a step.
type Act uint8

// The acts. Those that wait are the last step of a thread.
const (
	ActLocks          Act = iota + 1 // takes a lock
	ActRLocks                        // takes a lock for reading
	ActWantsLock                     // waits for a lock
	ActWantsRLock                    // waits for a lock for reading
	ActUnlocks                       // releases a lock
	ActSends                         // sends
	ActReceives                      // receives
	ActCloses                        // closes a channel
	ActSelects                       // waits in a select
	ActRanges                        // receives in a range loop
	ActWaits                         // waits for a WaitGroup
	ActCondWaits                     // waits for a Cond
	ActStarts                        // starts a goroutine
	ActDone                          // WaitGroup.Done
	ActAdds                          // WaitGroup.Add
	ActReturns                       // returns
	ActWaitsOnce                     // waits for a Once to finish
	ActRunsOnce                      // runs the function of a Once
	ActReturnsHolding                // returns with a lock held
	ActPanicsHolding                 // may panic with a lock held, and recovers
	ActTakesSlot                     // takes a slot of a semaphore
	ActReturnsTaking                 // returns with a slot of a semaphore taken
	ActSets                          // sets a variable that ends a wait, and wakes nobody
	ActWakesOne                      // wakes one of those who wait for a Cond
	ActLeavesNil                     // makes an object and leaves a channel of it nil
	ActAwaitsRoom                    // waits until a group of goroutines has room for another one
	ActReads                         // reads from a pipe
	ActWrites                        // writes to a pipe
	ActOffers                        // offers a message to who waits, and drops it if nobody does
	ActStays                         // goes round for ever, though it has deferred what others wait for
	ActGoesOn                        // takes a case of a select that does not depend on the others: a timer, a context
	ActKeepsCancel                   // makes a context, and keeps its cancel function where nobody calls it
	ActNextRound                     // goes on to the next round of a loop
	ActNextHolding                   // does so with a lock held
	ActNextTaking                    // does so with a slot of a semaphore taken
)

// A ProblemStep is one thing that a goroutine does.
type ProblemStep struct {
	Thread int          // index into Problem.Threads
	Act    Act          // what it does
	Name   facts.Symbol // the lock, channel, WaitGroup or function it does it with; zero unknown
	Func   facts.Symbol // where
	Pos    link.Position
	Case   link.Position // of a select that goes on: the case that it takes; zero if that is not known
}

// A Thread is one goroutine of a problem: its way in, and what it does until it blocks.
type Thread struct {
	Goroutine explain.Goroutine
	Start     link.Position // the go statement that starts Path's first function, where that alone is known; else zero
	// where the finding holds for whoever calls Path's first function: one way there from the origin's entry
	Callers []explain.Frame
	Path    []explain.Frame // from the origin's entry, or from where Callers end, to the function with the first step
	Steps   []ProblemStep   // in order, at least one; the last one is where it blocks or fails
	Flags   facts.UnitFlags // of the function with the last step
}

// A Problem is a deadlock, leak or misuse with what is needed to explain it.
type Problem struct {
	Kind       ProblemKind
	Confidence explain.Confidence
	Name       facts.Symbol   // the lock, channel, WaitGroup or Cond that it is about
	Freed      link.Position  // DoubleUnlock: where it was unlocked before; zero where that is not known
	Cycle      []facts.Symbol // LockCycle: the locks in order, the first one not repeated
	Threads    []Thread       // [0] is the one to report at, if it has a place in the package analysed
	Trace      []ProblemStep  // the order in which they get there, where it matters
	Writer     []ProblemStep  // LockCycle, SelfDeadlock: who must want to write for readers to block; empty: nobody
	Local      bool           // found in the function that Threads[0].Path begins with, whoever calls it
	Assumed    bool           // users of a type call its methods, who are not in view (W14)
	Definite   bool           // the objects are surely the same
	Never      bool           // MissingUnlock: no return releases it
	Others     int            // further ways into it
	Partners   []ProblemStep  // what could let Threads[0] go on, where that stands, but does not come
	Doubts     []Doubt        // why it is not of high confidence, as far as that is told
	Together   int            // how many of Threads, from the first, wait for each other; 1: it waits for nobody who waits
}

// At is where the first thread ends.
func (x *Problem) At() link.Position {
	s := x.Threads[0].Steps
	return s[len(s)-1].Pos
}

// weaken makes a problem no more certain than some confidence, for a reason.
func (x *Problem) weaken(to explain.Confidence, why Doubt) {
	if x.Confidence < to {
		x.Confidence = to
		x.Doubts = append(x.Doubts, why)
	}
}

// Absorb makes a problem stand for another one with the same cause, which is no more certain. What is of low
// confidence does not count beside what is more certain: a report is the same whatever else is shown.
func (x *Problem) Absorb(y *Problem) {
	if y.Confidence <= max(x.Confidence, explain.Medium) {
		x.Others += y.Others + 1
	}
}

// Distinct keeps of the problems whose goroutines wait at the same places the most certain one, of equally certain ones
// the first. It stands for the others. Goroutines that only lead there do not count: who is left waiting is one
// mistake, whichever way the others go. What somebody would see without the tests stays beside what only tests lead to,
// and stands for it unless that is more certain.
func Distinct(list []Problem) []Problem {
	sorted := slices.Clone(list)
	slices.SortStableFunc(sorted, func(x, y Problem) int { return cmp.Compare(x.Confidence, y.Confidence) })
	var kept []Problem
	for _, x := range sorted {
		k := slices.IndexFunc(kept, func(y Problem) bool {
			return x.Kind == y.Kind && x.inTests() == y.inTests() && slices.EqualFunc(x.waiting(), y.waiting(), sameEnd)
		})
		if k < 0 {
			kept = append(kept, x)
			continue
		}
		kept[k].Absorb(&x)
	}
	all := slices.Clone(kept)
	return slices.DeleteFunc(kept, func(x Problem) bool {
		return x.inTests() && slices.ContainsFunc(all, func(y Problem) bool {
			return x.Kind == y.Kind && !y.inTests() && y.Confidence <= x.Confidence &&
				slices.EqualFunc(x.waiting(), y.waiting(), sameEnd)
		})
	})
}

// waiting gives the threads that wait for each other, or all of them where nobody says which do.
func (x *Problem) waiting() []Thread {
	if x.Together > 0 {
		return x.Threads[:x.Together]
	}
	return x.Threads
}

// inTests reports whether one of a problem's places lies in a test file, or whether a test leads there.
func (x *Problem) inTests() bool {
	test := func(p link.Position) bool { return strings.HasSuffix(p.File.Name, "_test.go") }
	call := func(f explain.Frame) bool { return test(f.Call) }
	return slices.ContainsFunc(x.Threads, func(t Thread) bool {
		return t.Goroutine.Kind == link.RootTest || test(t.Goroutine.Site) ||
			slices.ContainsFunc(t.Goroutine.Chain, call) || slices.ContainsFunc(t.Path, call) ||
			slices.ContainsFunc(t.Steps, func(s ProblemStep) bool { return test(s.Pos) })
	})
}

// sameEnd reports whether two threads end at the same place.
func sameEnd(a, b Thread) bool {
	return a.Steps[len(a.Steps)-1].Pos == b.Steps[len(b.Steps)-1].Pos
}

// A problemKey tells problems apart: what goes wrong, and where; a lock and a channel may block each other from both
// sides. What only tests lead to does not stand for the rest.
type problemKey struct {
	kind  ProblemKind
	at    link.Position
	what  [2]facts.Symbol
	tests bool
}

func (p *Problem) key() problemKey {
	k := problemKey{kind: p.Kind, tests: p.inTests()}
	if p.Kind != BlockedUnderLock {
		k.at = p.At()
		return k
	}
	for n := range min(2, len(p.Threads)) {
		s := p.Threads[n].Steps
		k.what[n] = s[len(s)-1].Name
	}
	if k.what[1].Name < k.what[0].Name {
		k.what[0], k.what[1] = k.what[1], k.what[0]
	}
	return k
}

// arrange puts first, of the threads that wait for each other, one that waits for something else than a lock, and next
// one that waits for a lock: the story is about these two, whoever else is caught in it.
func (p *Problem) arrange() {
	wants := func(t *Thread) bool {
		act := t.Steps[len(t.Steps)-1].Act
		return act == ActWantsLock || act == ActWantsRLock
	}
	order := make([]int, len(p.Threads))
	for i := range order {
		order[i] = i
	}
	rank := func(i int) int {
		switch first := slices.IndexFunc(p.Threads[:p.Together], func(t Thread) bool { return !wants(&t) }); {
		case i >= p.Together:
			return 3
		case i == first:
			return 0
		case wants(&p.Threads[i]):
			return 1
		}
		return 2
	}
	slices.SortStableFunc(order, func(a, b int) int { return rank(a) - rank(b) })
	threads, to := make([]Thread, len(order)), make([]int, len(order))
	for n, i := range order {
		threads[n], to[i] = p.Threads[i], n
	}
	p.Threads = threads
	for i := range p.Trace {
		p.Trace[i].Thread = to[p.Trace[i].Thread]
	}
	for i := range p.Threads {
		for k := range p.Threads[i].Steps {
			p.Threads[i].Steps[k].Thread = i
		}
	}
	if last := p.Threads[0].Steps[len(p.Threads[0].Steps)-1]; last.Name.Name != "" {
		p.Name = last.Name
	}
}
