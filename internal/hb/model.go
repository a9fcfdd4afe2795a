// This file is the input of the engine: a program reduced to functions over synchronisation events, origins and
// objects.

package hb

import "slices"

// A FuncID numbers functions; zero is invalid.
type FuncID uint32

// An OriginID numbers origins (static goroutines); zero is invalid.
type OriginID uint32

// An ObjID numbers synchronisation objects. Zero stands for every object that the client does not see (H3).
type ObjID uint32

// A PointID numbers the points of one function; zero is invalid, 1 is the entry.
type PointID uint32

// A Program is everything the engine looks at. Index 0 of each slice is unused.
type Program struct {
	Funcs   []Func   // by FuncID
	Origins []Origin // by OriginID
	Objs    []Object // by ObjID
}

// A Func is one function with its reduced control flow graph.
type Func struct {
	Points []Point   // index 0 unused, index 1 the entry
	Exits  []PointID // points at which it returns; empty: it never returns

	Outcomes []Outcome // what its exits mean
}

// An Outcome says at which points a function may be about to return with a certain result; functions that do not have
// it may do so at every exit (H26).
type Outcome struct {
	Number int       // the same for all functions
	Points []PointID // where it may be about to return so, calls in Passed aside
	Passed []Passed  // where it has it if the call that is the point's event has an outcome
}

// A Passed is a point that is a call, whose outcome Number the function passes on.
type Passed struct {
	Point  PointID // the call
	Number int     // of an Outcome of the callees
}

// A Point is a state of a function. The entry has no predecessors and no event. A join has no event, and the meet of
// its predecessors' states. Any other point is what holds after Event happened in the state of its only predecessor.
type Point struct {
	Preds []PointID // points that control comes from; empty only at the entry
	Event Event     // what happens on the way from the predecessor; of OpNone at the entry and at joins
}

// An Op is the kind of an event.
type Op uint8

// The events. Where an event is both release and acquire, the release is its start and the acquire its completion.
const (
	OpNone        Op = iota // no event
	OpCall                  // one of Callees runs
	OpGo                    // one of Origins starts; Objs, if any, is the group that OpWait and OpJoin wait for
	OpLock                  // Lock, or a TryLock that succeeded
	OpRLock                 // RLock, or a TryRLock that succeeded
	OpUnlock                // Unlock
	OpRUnlock               // RUnlock
	OpSend                  // a send completes
	OpRecv                  // a receive completes, with a value or because the channel is closed
	OpClose                 // close
	OpRecvClosed            // the channel is known to be closed: range exit, v, ok with ok false
	OpAdd                   // WaitGroup.Add(N)
	OpDone                  // WaitGroup.Done
	OpWait                  // WaitGroup.Wait returns
	OpOnceBegin             // Once.Do is about to run its function
	OpOnceEnd               // that function has returned
	OpOnceDone              // Once.Do returns, whoever ran the function
	OpAtomicStore           // an atomic write of N; N = 0: of an unknown value
	OpAtomicLoad            // an atomic load is known to have seen N; N = 0: what is there from the start (H25)
	OpSignal                // Cond.Signal, Cond.Broadcast: orders nothing beyond the lock
	OpCondWait              // Cond.Wait: orders nothing beyond the lock, which it holds again
	OpExit                  // control never continues
	OpJoin                  // all goroutines of the group Objs have ended
	OpParallel              // t.Parallel: the starter goes on; returns when the starter's function has ended (H19)
	OpIdle                  // no other goroutine that this one shares memory with can run (H21)
	OpYield                 // other goroutines may run: orders nothing (H21)
	OpServe                 // Served origins may start from here on
	OpReached               // a count that was waited for with a Cond has come so far: orders nothing
	OpMoves                 // the count is moved: orders nothing
	OpOutcome               // the call event right before has had outcome N (H26); Callees as there
	OpAnswered              // so many messages have been received from Objs as were sent on Fresh: orders nothing
	opEnd                   // number of operations
)

// An Event is one synchronisation event.
type Event struct {
	Op       Op         // OpNone: nothing happens
	Objs     []ObjID    // objects it may act on, sorted; empty: one the client does not see
	Callees  []FuncID   // OpCall: what may run; empty: something that synchronises nothing
	Origins  []OriginID // OpGo: what may start; an origin with its twin counts as one
	Owned    uint64     // OpCall: parameters (bit i) that point to memory only the caller can reach
	OwnedIf  []OwnedIf  // OpCall: parameters of which that is so if it is so of parameters of the caller
	N        int        // OpAdd: constant added, 0 unknown; OpAtomicStore, OpAtomicLoad: the value
	Deferred bool       // it runs when the function exits; OpOutcome: others have happened since the call
	Deep     Depth      // OpGo with Objs: whom else its joins wait for (H20)
	Other    bool       // OpAtomicLoad: it has seen any other value than N, which the object may have from the start
	Reset    bool       // OpAtomicStore: it may store what is there from the start
	Taken    bool       // OpAtomicStore: it replaced zero by something else, in one step (H22); OpReached: by an own move
	Local    bool       // the object is known by name, not through memory: see (H4)
	Starter  bool       // releases: by name, too, but what the activation around the go event has made: see (H4)
	// the object was made by the latest activation of a function that this activation calls at one place (H13)
	Returned bool
	// OpGo: what every way from this event back to itself, in its function, makes anew (H13), sorted; OpAnswered: the
	// channel of the questions
	Fresh []ObjID
}

// A Depth says for which goroutines the join of a group waits besides the members.
type Depth uint8

const (
	Members     Depth = iota // no others
	Nested                   // those that members start by events with a Depth, and so on
	Descendants              // all that members start, and so on
)

// An OwnedIf is a condition on a callee's parameter.
type OwnedIf struct {
	Param uint8  // parameter of the callee
	Mask  uint64 // parameters of the caller that must all be owned
}

// An Origin is a static goroutine.
type Origin struct {
	Entry  []FuncID   // what it runs: one function, or several one after the other in any order
	Root   bool       // it is not started by a go event: main, a test, an exported function
	Called bool       // code outside of the program calls it, and goes on once it has returned
	Tree   uint32     // origins of different trees never run in the same process; zero runs in all of them
	Multi  bool       // its start, even if it has one site, may happen many times and overlap
	Served bool       // it starts no sooner than some OpServe of its tree, if there is one
	Twin   OriginID   // stands for all other instances (H2); zero if there is none
	After  []OriginID // roots whose own part has ended before this one starts; not the goroutines they started
}

// An Object is a synchronisation object: what one allocation site makes.
type Object struct {
	Single bool // exactly one concrete object per run
	// exactly one per instance of the origin it belongs to, and the twin has another abstract object (H2)
	PerInstance bool
	// number of the memory that it is a slot of: different slots of one memory, or of copies of it, are never the same;
	// zero if nothing is known
	Part     uint32
	External bool // code that the client does not see may operate on it (H3)
	// an atomic's memory that is also written by plain code, other than zeroing: loads of it order nothing
	Plain bool
	Cap   int // channels: -1 unknown, 0 or a constant capacity
}

// fixed reports whether the object is one concrete object once two instances of interest are chosen (H2).
func (o *Object) fixed() bool { return (o.Single || o.PerInstance) && !o.External }

// Precedes reports whether the event of a point comes before what happens at another one, or behind the same one, on
// every way there.
func (f *Func) Precedes(by, p PointID) bool { return by == p || f.Dominates(by, p) }

// Next are the points that follow each point.
func (f *Func) Next() [][]PointID {
	out := make([][]PointID, len(f.Points))
	for p := range f.Points {
		for _, q := range f.Points[p].Preds {
			out[q] = append(out[q], PointID(p))
		}
	}
	return out
}

// NoPoint is none of a function's.
const NoPoint = ^PointID(0)

// Behind lists the points that control may come to from behind one point, without passing another one.
func (f *Func) Behind(from, without PointID) []PointID {
	succs, seen := f.Next(), map[PointID]bool{}
	var list []PointID
	for work := slices.Clone(succs[from]); len(work) > 0; {
		p := work[len(work)-1]
		work = work[:len(work)-1]
		if p != without && !seen[p] {
			seen[p] = true
			list = append(list, p)
			work = append(work, succs[p]...)
		}
	}
	return list
}

// passes reports whether every way from one point to another, by points of a kind, passes a third one.
func (f *Func) passes(by, from, to PointID, kind func(PointID) bool) bool {
	seen := map[PointID]bool{to: true}
	for work := []PointID{to}; len(work) > 0; {
		at := work[len(work)-1]
		work = work[:len(work)-1]
		if at == from {
			return false
		}
		for _, x := range f.Points[at].Preds {
			if x != by && !seen[x] && (x == from || kind(x)) {
				seen[x] = true
				work = append(work, x)
			}
		}
	}
	return true
}

// Dominates reports whether every way from the entry to a point passes another one before.
func (f *Func) Dominates(by, p PointID) bool {
	if by == p {
		return false
	}
	seen := make([]bool, len(f.Points))
	seen[p], seen[by] = true, true
	for work := []PointID{p}; len(work) > 0; {
		at := work[len(work)-1]
		work = work[:len(work)-1]
		if len(f.Points[at].Preds) == 0 {
			return false
		}
		for _, x := range f.Points[at].Preds {
			if !seen[x] {
				seen[x] = true
				work = append(work, x)
			}
		}
	}
	return true
}
