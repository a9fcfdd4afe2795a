// This file is one goroutine of a claim: how it starts, how it gets there, what it does, what it holds.

package evidence

import "github.com/syncvet/syncvet/facts"

// A RootKind says how a goroutine begins.
type RootKind uint8

// The kinds of roots.
const (
	RootNone     RootKind = iota // not a root: started by a go statement or a registration
	RootInit                     // package initialisation, before everything else, or main before it starts anything
	RootMain                     // main.main
	RootTest                     // one test function
	RootExported                 // whoever calls an exported function
	RootClient                   // the client of a type: makes a value, then calls each method in a goroutine of its own
	RootUnseen                   // whoever was given a function value
)

// An Assumption says why calls that nobody makes in the code are taken to overlap.
type Assumption uint8

// The assumptions.
const (
	NoClient    Assumption = iota // the ends are in view
	ByGoroutine                   // the type starts goroutines
	ByHolding                     // the type holds a lock or the like
	ByPromise                     // the type's documentation promises it, and nothing in it starts a goroutine
	ByContext                     // contexts with one value may be used by several goroutines
	ByDemand                      // that of an interface which the type implements demands it
)

// A Frame is a function on a call path and where its caller calls it (zero for the first).
type Frame struct {
	Func      facts.Symbol   // which one
	Call      facts.Position // in the function of the frame before
	Synthetic bool           // made by the compiler: wrapper, bound method
}

// A Goroutine says how an origin starts.
type Goroutine struct {
	Kind     RootKind       // RootNone: started at Site
	Entry    facts.Symbol   // what it runs
	Site     facts.Position // go statement or registration; zero for roots
	API      facts.Symbol   // what the source calls to start it, when a model says so
	Chain    []Frame        // from the root to the function with Site
	Parallel bool           // several may exist at once
	Serves   bool           // a method that a context, a channel or another method ends (passes/source S13)
	Callback bool           // API calls it whenever it likes, not once per call of API
	Other    bool           // the same goroutine as the other end's: another instance of it
}

// An End is one goroutine of a claim: its way in, and what it does until it accesses the variable, blocks or fails.
type End struct {
	Goroutine Goroutine      // who it is: how and where it starts
	Start     facts.Position // the go statement that starts Path's first function, where that alone is known; else zero
	// where the finding holds for whoever calls Path's first function: one way there from the origin's entry
	Callers []Frame
	Path    []Frame         // from the origin's entry, or from where Callers end, to the function with the first step
	Steps   []Step          // in order, at least one; the last one is the access, or where it blocks or fails
	Held    []HeldLock      // at the access; of what waits the steps tell
	Flags   facts.UnitFlags // of the function with the last step
	Whole   bool            // the access is of all fields of a struct, or of what is returned
	Leak    bool            // the access is what callers do with a map or slice that is returned here
	Twin    bool            // Leak: what an object does with a lock of its own that gets a map of another one here
	Entered bool            // the guard may be held there on some way, so that taking it there may block
}

// Last is the last step.
func (e *End) Last() *Step { return &e.Steps[len(e.Steps)-1] }

// In is where a function on the way to the end goes on to it: the end itself, or the call of the next function.
func (e *End) In(fn facts.Symbol) (at facts.Position, on bool) {
	if last := e.Last(); last.Func == fn {
		return last.Pos, true
	}
	for k := len(e.Path) - 2; k >= 0; k-- {
		if e.Path[k].Func == fn {
			return e.Path[k+1].Call, true
		}
	}
	return at, false
}

// A HeldLock is a lock held at an access.
type HeldLock struct {
	Name  facts.Symbol   // as the source names it; zero unknown
	Read  bool           // for reading only
	Once  bool           // it is a Once whose function runs
	Pos   facts.Position // where it was taken; zero unknown
	Other bool           // it is that of another object than the one accessed, as far as the functions on the way tell
}

// A Sync is synchronisation that comes near to ordering a pair and does not: one end's goroutine waits for something
// that the other end's, or somebody else, gives.
type Sync struct {
	Waits Event // what that goroutine waits for
	Gives Event // zero where it is not known
	End   int   // of which end's goroutine it is that waits: 0 for x, 1 for y
	After bool  // it waits only behind that end
	Unfit bool  // it waits before that end, for a WaitGroup of which some Add or Done does not fit
	Late  bool  // what it waits for may be given behind the other end: it may well order them
	Other bool  // somebody else gives it, not the other end's goroutine
}

// An Event is a synchronisation event.
type Event struct {
	Op   facts.EventOp  // what it does
	Name facts.Symbol   // of what it acts on, as the source names it; zero unknown
	Func facts.Symbol   // where it stands
	Pos  facts.Position // in the source; zero if it has no place there
}

// A Wait is one for another goroutine during which a lock is held.
type Wait struct {
	Lock  facts.Symbol // the lock, as the source names it
	Event Event        // the wait
}
