// This file is the schema of the model table: what a row may say about a library function.

package models

// A SyncOp says which synchronisation a function performs on an argument.
type SyncOp uint8

// The synchronisation operations; each row's Object says on which argument.
const (
	SyncNone        SyncOp = iota
	SyncLock               // (*sync.Mutex).Lock
	SyncRLock              // (*sync.RWMutex).RLock
	SyncUnlock             // (*sync.Mutex).Unlock
	SyncRUnlock            // (*sync.RWMutex).RUnlock
	SyncTryLock            // locked where the result is true
	SyncTryRLock           // read-locked where the result is true
	SyncAdd                // WaitGroup.Add; the count is argument 1
	SyncDone               // WaitGroup.Done
	SyncWait               // WaitGroup.Wait
	SyncOnce               // Once.Do: the callback runs between OnceBegin and OnceEnd, at most once
	SyncGroupGo            // starts the callback as a goroutine of the group Object
	SyncGroupWait          // waits for all goroutines of the group Object
	SyncAtomicRead         // reads Object atomically
	SyncAtomicWrite        // writes Object atomically; the value is argument 1
	SyncAtomicRMW          // reads and writes Object atomically (Add, Swap, CompareAndSwap)
	SyncCondWait           // Cond.Wait
	SyncCondSignal         // Cond.Signal, Cond.Broadcast
	SyncPut                // hands over: Pool.Put, sync.Map.Store
	SyncGet                // takes over: Pool.Get, sync.Map.Load
	SyncParallel           // t.Parallel
	SyncStop               // Timer.Stop: until SyncReset on the same object, who waits for it does not run
	SyncReset              // Timer.Reset
	SyncSend               // will send on the channel Object
	SyncEnded              // tells by an error whether the context Object has ended
	SyncIdle               // waits until no other goroutine of the bubble can run (synctest.Wait)
	SyncYield              // lets other goroutines run (time.Sleep)
	SyncExit               // never returns: os.Exit, log.Fatal, runtime.Goexit, t.FailNow
)

// Waits reports whether an operation does nothing for who comes after it unless he waits for it: a goroutine of its own
// that performs it orders nothing.
func (op SyncOp) Waits() bool {
	switch op {
	case SyncLock,
		SyncRLock,
		SyncWait,
		SyncOnce,
		SyncGroupWait,
		SyncAtomicRead,
		SyncCondWait,
		SyncGet,
		SyncParallel,
		SyncExit:
		return true
	}
	return false
}

// A Run says when a callback runs.
type Run uint8

// When callbacks run.
const (
	RunInline Run = iota // before the call returns, in the caller's goroutine
	RunGo                // in a new goroutine
	RunJoined            // in new goroutines, all finished when the call returns (b.RunParallel)
	RunNested            // the same, and with them those that they start with such a call (t.Run without Parallel)
	RunBubble            // the same, and with them all that they start (synctest.Test)
)

// Joined reports whether the callbacks have finished when the call returns.
func (r Run) Joined() bool { return r >= RunJoined }

// A Self says how a callback may overlap itself.
type Self uint8

// How a callback may overlap itself.
const (
	SelfOnce     Self = iota // runs at most once per call
	SelfSerial               // runs many times, one after the other
	SelfParallel             // may overlap itself
	SelfServed               // may overlap itself: runs for requests that arrive from outside the program
	SelfRouted               // as SelfServed, and no sooner than a call that Serves
)

// A Callback is an argument that is called back.
type Callback struct {
	Arg int // argument index, the receiver is 0 for methods
	// the callback is what this field of the struct holds that the argument points to; "" for the argument itself
	Field string
	// called on the argument if it is not a function value: "ServeHTTP"; "" for functions; "*" for every exported method
	Method string
	Run    Run
	Self   Self
	// the loop of its package that runs it: callbacks of one loop never overlap, whichever function they were given to; ""
	// for none
	Loop string
	Each bool // with Loop: there is one such loop for each first argument
	Late bool // runs in the caller's goroutine, but when the caller has returned
	// called again and again, until it returns true: what comes behind the call comes behind that
	Until bool
	Elems int // so many parameters, from the first one on, are given the elements of the first argument, a slice
	// the synthetic function that runs instead: it is given the call's first argument and the callback; "" for none
	After string
}

// A Row is what is known about one function or method.
type Row struct {
	Func   string // full name as types.Func.FullName gives it: "(*sync.Mutex).Lock", "net/http.HandleFunc"
	Sync   SyncOp // what it does to Object
	Object int    // argument index of the synchronisation object (its address, or the channel)
	// requests from outside the program are taken from here on: handlers (SelfRouted) run no sooner than some such call
	Serves    bool
	Callbacks []Callback // arguments called back; all other function arguments are ignored
	Reads     []int      // arguments whose pointee (all slots, or elements) is read
	Writes    []int      // arguments whose pointee (all slots, or elements) is written
	Retains   []int      // arguments that stay reachable after the call: they are published
	Returns   []int      // arguments that may be returned (aliased by every result)
	Fresh     bool       // results point to new objects that nobody else has
	Holds     []int      // arguments that the first slot of what the results point to holds
	Made      *Made      // what the results are made of; nil: as Returns and Fresh say
	Known     bool       // it does nothing else with channels and functions that it may reach
	Goexit    bool       // SyncExit: it ends its goroutine only, and runs what is deferred
	Carries   *Carries   // what the context that is returned carries; nil: nothing
	Carried   string     // Carries.Name of what argument 0, a context, carries and the function returns; "": nothing
	Shows     *Shows     // operands that are asked how they want to be shown; nil: none
}

// A Carries says which arguments are the key and the value of a context that carries one more value (M10).
type Carries struct {
	Key, Value int    // argument indices, the receiver's is 0
	Name       string // stands for a key that is no argument, but a package's own; "" if there is an argument
}

// CarriedBy is the method that gives what a context carries: its argument is the key.
const CarriedBy = "(context.Context).Value"

// The methods of a pool.
const (
	PoolGet = "(*sync.Pool).Get"
	PoolPut = "(*sync.Pool).Put"
)

// views are methods that return memory of their receiver, which it goes on using.
var views = map[string]bool{
	"(*bytes.Buffer).AvailableBuffer": true, "(*bytes.Buffer).Bytes": true, "(*bytes.Buffer).Next": true,
	"(*bufio.Reader).Peek": true, "(*bufio.Scanner).Bytes": true,
}

// View reports whether a method, by its full name, returns memory of its receiver, which goes on using it.
func View(fullName string) bool { return views[fullName] }

// A Shows says which operands a function prints or encodes, and which of their methods it calls for that: the first
// that an operand has. Operands that are given in a slice, and what operands consist of, are not looked at.
type Shows struct {
	Arg int // the operand; or the first one, if it is variadic
	// the argument that is the format: only operands with verbs that text is made for are asked; -1: there is none
	Format  int
	Methods []string // in the order in which they are tried
	// what operands consist of is read too, as encoders do: exported fields, and what pointers in it point to
	Deep bool
}

// A Made is a synchronisation object that a function makes, and functions on it that it returns. These are units of
// the synthetic ones of internal/link: their captured values are the object and then the call's arguments.
type Made struct {
	Chan  bool     // the object is a channel, and a result is that channel or what Returns says
	Of    int      // which result that is; the others are new objects if Fresh says so
	Never bool     // the object is a context that is never done: its channel is nil, and nothing is received from it
	Cut   bool     // with Never: it is cut off from a context that may be done
	Tests bool     // with Open: a context that is not done before the test's own goroutine has ended
	Open  bool     // the object may also be acted on by what nobody sees: a clock, the operating system
	Funcs []string // by result: the name of the synthetic function; empty for none
}
