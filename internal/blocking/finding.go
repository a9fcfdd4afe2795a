// This file is what a search answers: findings, the threads they name, and the steps that lead there.

package blocking

// A FindingKind says what is wrong.
type FindingKind uint8

const (
	Deadlock  FindingKind = iota // threads that wait for each other for ever (B12)
	SelfBlock                    // a thread that waits for itself for ever
	Leak                         // a thread that waits for ever, though for nobody who is stuck
	Crash                        // an operation that panics
)

// A Panic says which operation panics and why.
type Panic uint8

const (
	NoPanic          Panic = iota // it does not
	SendOnClosed                  // send on a closed channel
	CloseOfClosed                 // close of a closed channel
	CloseOfNil                    // close of the nil channel
	NegativeCounter               // WaitGroup below zero
	UnlockOfUnlocked              // unlock of a lock that nobody holds so
)

// An Outcome says how a step went.
type Outcome uint8

const (
	Proceeded   Outcome = iota // it is done; of a Branch, Choice was taken; of a Select, the environment's case was ready
	Buffered                   // its value is in the buffer
	Received                   // it has a value, from the buffer or from unseen code
	FoundClosed                // the channel is closed
	Met                        // it sent to With, which received
	TookDefault                // no case was ready
	Announced                  // it waits for readers, and keeps new ones out
	Waits                      // it unlocked the mutex and waits for the condition
	Woke                       // it woke With
	Spawned                    // it started With
	RunsBody                   // it is the first, and runs the Once's function
	WasTrue                    // the condition holds
	WasFalse                   // the condition does not hold
	Ended                      // it ended the program
	Panicked                   // it panicked
)

// A Step is one step of an interleaving. Threads are numbered from 1: the roots, then others as they are spawned.
type Step struct {
	Thread  int     // who moves
	Proc    ProcID  // its process
	Point   PointID // where it stood
	Choice  int     // index of the case or choice that it took; -1 if it had none
	Outcome Outcome // what happened
	With    int     // the thread it met, woke or spawned; zero if none

	WithProc   ProcID  // that thread's process
	WithPoint  PointID // where that thread stood: at its entry if just spawned
	WithChoice int     // index of the case that thread took; -1 if it had none

	Free bool // of a Branch or Test: whatever it chooses each time, it may still come to the finding (B17)
}

// A Blocked is one thread that a finding names.
type Blocked struct {
	Thread int     // its number in Steps
	Proc   ProcID  // its process
	Point  PointID // where it stands
	Woken  bool    // of a CondWait: it has been woken and needs the mutex
	For    []int   // stuck threads that it waits for, by number
	Holds  bool    // it holds a lock, for reading or writing
}

// A Finding is one thing that can go wrong.
type Finding struct {
	Kind    FindingKind // what is wrong
	Why     Panic       // of a Crash: the reason
	Members []Blocked   // the threads concerned; one unless it is a Deadlock
	Victims []Blocked   // other threads that are stuck because they wait for members
	Global  bool        // whether no thread at all can move any more
	Steps   []Step      // how it comes to that, from the start; of a Crash, its last step is the panic
}

// A Result is what a search found.
type Result struct {
	Findings []Finding // in a fixed order; some if Limit is set (B14)
	States   int       // number of states visited
	Limit    Limit     // why the search is unfinished; zero if it is finished
}
