// This file is the locks section and the spawn section: what a function does to synchronise, and the control flow graph
// reduced to those events.

package facts

import "slices"

// A LockOp is a mutex operation.
type LockOp uint8

// The mutex operations. A TryLock is a Lock on the edge where it succeeded.
const (
	Lock LockOp = iota + 1
	RLock
	Unlock
	RUnlock
)

// A LockSite is one mutex operation: on the mutex at slot Off past the addresses in Addr.
type LockSite struct {
	Op   LockOp // what it does
	Addr Node   // what points to the mutex, or to what it is part of
	Off  uint32 // slots past Addr
	Box  Node   // the interface through which it is locked; zero: none
	Name Ref    // SymField, SymGlobal or SymLocal as reports name the lock
	// value number of the base pointer: equal non-zero numbers in one unit are the same pointer value on every path
	// (relative must-locks); zero unknown
	Base   uint32
	Pos    PosRef // of the call
	Try    bool   // TryLock, TryRLock: never waits
	Unlike bool   // what its base was computed from is compared for equality with what another site's of the function was
	// its base is compared by order with the base of another site of the function, or reached from one through a field
	Sort bool
	// zero, or the order in which the function takes it and another one, each order in a branch of its own of a comparison
	// of what the two belong to: with equal numbers it is the same (passes/locks T9)
	Rank uint8
}

// A NetLock is a lock that a call leaves held (Lock, RLock) or released (Unlock, RUnlock) on every return: site is an
// index into Sites.
type NetLock struct {
	Site uint32 // index into Sites
}

// Locks is the locks section of one unit.
type Locks struct {
	Sites []LockSite // by number, which Net and events name
	Net   []NetLock  // unbalanced operations: empty for nearly all functions
	// what the function does to the lock that its receiver is by its methods (zero: nothing), and for which outcome of
	// it, counted from one (zero: for all)
	Declares LockOp
	Outcome  uint32
}

// Encode gives the unit's blob.
func (l *Locks) Encode() []byte { return encode(l.code) }

// DecodeLocks reads a blob.
func DecodeLocks(b []byte) (*Locks, error) {
	l := &Locks{}
	if err := decode(b, l.code); err != nil {
		return nil, err
	}
	for _, n := range l.Net {
		if int(n.Site) >= len(l.Sites) {
			return nil, errCorrupt
		}
	}
	return l, nil
}

func (l *Locks) code(c *coder) {
	list(c, &l.Sites, func(c *coder, s *LockSite) {
		number(c, &s.Op)
		number(c, &s.Addr)
		number(c, &s.Off)
		number(c, &s.Box)
		number(c, &s.Name)
		number(c, &s.Base)
		number(c, &s.Pos)
		c.boolean(&s.Try)
		c.boolean(&s.Sort)
		c.boolean(&s.Unlike)
		number(c, &s.Rank)
	})
	list(c, &l.Net, func(c *coder, n *NetLock) { number(c, &n.Site) })
	number(c, &l.Declares)
	number(c, &l.Outcome)
}

// An EventOp is the kind of a synchronisation event.
type EventOp uint8

// The events of a skeleton. Memory model references are to go.dev/ref/mem.
const (
	EventNone EventOp = iota // no event: the entry, or a join of control flow
	EventCall                // Flow.Calls[Index] is called: whatever it does inside
	EventGo                  // Flow.Calls[Index] starts in a new goroutine
	EventLock                // Locks.Sites[Index]
	EventSend                // channel send completes
	EventRecv                // channel receive completes
	// on this edge the channel is known to be closed and drained: range exit, v, ok with ok false
	EventRecvClosed
	EventClose     // close(c)
	EventAdd       // WaitGroup.Add(N); N = 0 means unknown
	EventDone      // WaitGroup.Done or Add(-1)
	EventWait      // WaitGroup.Wait
	EventOnceBegin // inside Once.Do, before the function runs
	EventOnceEnd   // inside Once.Do, after the function ran
	EventOnceDone  // every Do returns
	// atomic store, swap, successful compare-and-swap, add; N the constant stored, if Const
	EventAtomicWrite
	// on this edge an atomic load is known to have seen N, which may be zero, or anything but zero (EventTaken)
	EventAtomicRead
	EventCondWait   // Cond.Wait
	EventCondSignal // Cond.Signal, Cond.Broadcast
	EventGroupGo    // errgroup/WaitGroup.Go: like EventGo, and Addr is the group that EventGroupWait joins
	EventGroupWait  // waits for all goroutines of the group
	EventParallel   // t.Parallel: from here on concurrent with sibling parallel tests
	EventExit       // os.Exit, log.Fatal, runtime.Goexit: control does not continue
	EventPoolPut    // sync.Pool.Put, sync.Map.Store and other hand-overs: a release on Addr
	EventPoolGet    // the matching acquire, which orders only what that put preceded
	EventIdle       // no other goroutine of the bubble can run (synctest.Wait)
	EventYield      // other goroutines may run (time.Sleep)
	// as many messages have been received from the channel as goroutines were given it (N is zero), or as Counts[N-1] says
	EventCollect
	EventDefault // select N took its default
	// on this edge loop Index goes round once more, which runs N times in all but Off, N negative: unknown, or Counted
	// -1-N of the unit, or as often as channel Addr has room; Local: it goes round once less; Const: it is not entered
	EventIter
	// on this edge condition |N|, which other branches test too, is true (N > 0) or false; Const: it becomes so
	EventTest
	EventServe // requests are taken from here on: handlers that wait for it (CallRouted) may start
	// a channel is given to library code, Name, that may use it in its own way: os/signal and others
	EventUnseen
	EventOutcome // on this edge the call Index, the event before it if not EventLater, is known to have had outcome N
	EventFill    // as many messages have been sent on the channel, in a row, as it has room for
	EventAhead   // from this edge on every way comes to some Done, before the function ends or comes here again
	// on this edge the count at Addr has come so far: a loop has ended that tests it and waits for a Cond
	EventReached
	EventMoves // the count at Addr, which others wait for or test, is moved
	EventOwed  // what is deferred here, a Done or a close of Addr, never comes: the function has no way out
	EventEach  // a loop has ended that has locked something else by Locks.Sites[Index] in each round, and unlocked none
	// a loop over what Addr holds (zero: no memory) has ended, each round of which has received from what node -N of its
	// element points to, or made call N-1 with it
	EventEvery
	// on this edge what the interface Addr holds has been found to be of type Name, or to implement it: N is 1, or not: 0
	EventIs
	EventAnswered // as many messages have been received from channel Addr as the function has sent on channel N, a node
)

// EventFlags are properties of an event.
type EventFlags uint16

// The event flags.
const (
	EventDeferred EventFlags = 1 << iota // runs at function exit
	EventSelect                          // one case of select N; on EventExit: the select that has none
	EventConst                           // N is a known constant; on sends, receives and closes: the channel is nil
	EventInLoop                          // in a cycle of the function's control flow graph
	// Addr is what this activation of the function made, or the one that started it as a goroutine
	EventLocal
	// EventGroupGo: who waits for the group waits for what its goroutines start by such events too
	EventNested
	// EventAtomicWrite: a CompareAndSwap that replaced zero; EventAtomicRead: it saw any other value than N
	EventTaken
	EventBubble // EventGroupGo: who waits for the group waits for all that its goroutines start
	// Addr is a channel that a call of this function has returned, the only call of a function that makes a new one each
	// time
	EventReturned
	// EventAtomicWrite, EventAtomicRead: of a plain variable that is guarded by a lock
	EventGuarded

	// EventIter: the loop runs as often as EventGo, which have the flag, too, with the same Off have happened
	EventStarts
	// EventIter: the loop may also be left by a break or return
	EventEarly

	EventLater = EventDeferred // on outcomes: others have happened since the call
	EventDrain = EventTaken    // on receives: of a loop that only the end of its channel ends
	EventOwn   = EventTaken    // on additions: only who adds can reach the WaitGroup yet
	// on Done, sends and closes: Addr is what the function has made that started the goroutine whose literal this is in
	EventStarter  = EventGuarded
	EventOpen     = EventGuarded // on additions: a test under a lock that is still held has found a variable unset
	EventVague    = EventEarly   // on additions: the number is computed in a way that is not followed
	EventLast     = EventTaken   // on counts that have come so far: by a move of this function, instead of a loop
	EventMoot     = EventTaken   // on tests that leave out a wait, where there is nothing to wait for
	EventCounted  = EventTaken   // on rounds of a loop: what was counted or collected elsewhere says how many
	EventGot      = EventTaken   // on what is owed: not that, but a context that the function has got
	EventIterated = EventTaken   // on loops over a collection: the call is an iterator's, which calls the body
	// on sends and receives: what the message says decides whether who sent it, or who received it, goes on
	EventTold = EventNested
	// on sends and receives: a test has found that the channel is not nil
	EventSet = EventStarts
	// on cases of selects: of a timer that does not fire again before a case with EventArms was taken
	EventOnce  = EventBubble
	EventOneOf = EventBubble // on sends: of a constant, where the function sends another one, too
	EventArms  = EventEarly  // on cases of selects, and defaults: timers may be set again behind it
	// on tests: no other branch tests the condition, and only whether it can have the value is asked
	EventAlone = EventNested
)

// Panicking is the number of the condition that a function panics. Who deferred another one knows it (EventConst); that
// one may ask about it.
const Panicking = 1 << 30

// An Event is one synchronisation event.
type Event struct {
	Op    EventOp    // what happens
	Flags EventFlags // what is known of it
	Index uint32     // EventCall, EventGo, EventGroupGo: into Flow.Calls; EventLock: into Locks.Sites
	// the object operated on: a channel value, or the address (with Off) of the WaitGroup, Once, atomic, group
	Addr Node
	Off  uint32
	N    int64 // a number, as the comment at Op's constant says: a constant, a select, a condition, an outcome
	Name Ref   // as reports name the object
	Pos  PosRef
}

// A PointID is an index into Spawn.Points. Point 0 is the entry.
type PointID uint32

// A Point is a state of the function between two events: the entry (no Preds), a join (EventNone, state is the meet of
// the Preds'), or what holds after Event happened in the state of Preds[0]. Every block boundary with equal states is
// one point, so points are the synchronisation regions (SWORD, Algorithm 6).
type Point struct {
	Preds []PointID // points that control comes from, in order
	Event Event     // what happens on the way from Preds[0]
}

// A SpawnSite is a go statement or registration, with what is allocated anew each time it is reached: every path from
// the site back to itself inside the function passes these allocations (Objs, indices into Flow.Objs) or calls
// (Calls, indices into Flow.Calls, whose fresh results are then per spawn too). "Per-iteration variables".
type SpawnSite struct {
	Call  uint32   // the go statement or registration, index into Flow.Calls
	Objs  []uint32 // in order
	Calls []uint32 // in order
	// one activation of the function starts several goroutines there and gives them all the same, captured variables of
	// its own aside
	Alike bool
	Same  []uint32 // captured variables of its own that stay as they are meanwhile, in order; none if not Alike
}

// Spawn is the spawn section of one unit.
type Spawn struct {
	Points   []Point     // skeleton; Points[0] is the entry; a unit without events has just that one
	Exits    []PointID   // points at the function's returns; empty: it never returns
	Failed   []PointID   // of these, those at which the function has failed: behind an error, or for what it was given
	Calls    []PointID   // for each of Flow.Calls the point at which it stands (before the call)
	Sites    []SpawnSite // in order of Call
	Owned    []CallOwn   // what callees may treat as private, in order of Call; calls without an entry own nothing
	Outcomes []Outcome   // how the function may end, by number; only those that are not possible at every exit
	Starts   []GoCount   // how often go statements run, in order of Call, where Counts is not empty and it can be counted
	Counts   []Tally     // how often channels that come from elsewhere have been received from; see EventCollect
	// where a branch compares a number that the function was given or has captured: goroutines with the same code may
	// differ in it
	Apart []PointID
	// where branches ask nothing but what came from outside of the program: whatever they find, others find what they do
	Inputs []PointID
	// conditions that are about captured variables only: functions that capture them ask the same
	Settled []Settled
	// it returns what is in a guarded variable, Flag-1 slots past what its first parameter points to; zero: it does not
	Flag uint32
	// bit i: a function that it is given as parameter i has ended when it returns, if it was run at all (passes/access
	// A29)
	Awaits uint64
}

// A Settled is a condition that has one value while the function runs that declares the variables it is about.
type Settled struct {
	Test uint32 // the condition, as EventTest numbers it in this function
	Up   uint32 // how many functions further out the variables are declared; zero: here
	Cond uint32 // the condition's number among those of the outermost function and all function literals within
}

// An Outcome says at which points a function may be about to return a certain result. Outcome 2k is that result k is
// nil or false, 2k+1 that it is not.
type Outcome struct {
	Number uint32    // which result, and how it comes out
	Points []PointID // where it may be about to return so, exits in Passed aside; in order
	Passed []Passed  // the result is passed on from a call
}

// A Passed is an exit at which a function has an outcome if the call there, the last event, has had its outcome Number.
type Passed struct {
	Point  PointID // the exit
	Number uint32  // of an outcome of the callee
}

// PassesOn reports whether a function that returns at an exit, which is its only one, has the results of the call
// there, one by one.
func (s *Spawn) PassesOn(exit PointID) bool {
	for i := range s.Outcomes {
		o := &s.Outcomes[i]
		if slices.Contains(o.Points, exit) || !slices.Contains(o.Passed, Passed{exit, o.Number}) {
			return false
		}
	}
	return len(s.Outcomes) > 0 && len(s.Exits) == 1
}

// A Tally counts executions in one activation of a function, or in one round of a loop: some, and as many as each of
// some loops has rounds. Loops that surely have equally many have one number.
type Tally struct {
	Known int64    // executions that are there whatever the loops do
	Loops []uint32 // numbers of loops, with repetitions
	Round uint32   // counted in one round of the loop of this number; zero: in an activation of the function
	// all that is started in the function, or in a round, is followed by what this counts: no round and no activation
	// ends before
	Whole bool
}

// A GoCount says how often the go statement Call of Flow.Calls runs at most.
type GoCount struct {
	Call uint32 // index into Flow.Calls
	Tally
}

// Covers reports whether t is at least u.
func (t *Tally) Covers(u *Tally) bool {
	rest := slices.Clone(t.Loops)
	for _, n := range u.Loops {
		i := slices.Index(rest, n)
		if i < 0 {
			return false
		}
		rest = slices.Delete(rest, i, i+1)
	}
	return t.Known >= u.Known
}

func codeTally(c *coder, t *Tally) {
	signed(c, &t.Known)
	numbers(c, &t.Loops)
	number(c, &t.Round)
	c.boolean(&t.Whole)
}

// A CallOwn says which arguments of a call point to memory that only the caller can reach at that moment.
type CallOwn struct {
	Call uint32    // index into Flow.Calls
	Sure uint64    // bit i: parameter i (not slot) points to memory that is owned, whoever called the caller
	If   []OwnedIf // parameters owned if the caller's own parameters are
}

// An OwnedIf says that parameter Param is owned if all the caller's parameters in Mask are.
type OwnedIf struct {
	Param uint8  // index of the callee's parameter (not slot)
	Mask  uint64 // bit i: the caller's parameter i
}

// Encode gives the unit's blob.
func (s *Spawn) Encode() []byte { return encode(s.code) }

// DecodeSpawn reads a blob.
func DecodeSpawn(b []byte) (*Spawn, error) {
	s := &Spawn{}
	if err := decode(b, s.code); err != nil {
		return nil, err
	}
	return s, s.check()
}

func (s *Spawn) code(c *coder) {
	list(c, &s.Points, func(c *coder, p *Point) {
		numbers(c, &p.Preds)
		codeEvent(c, &p.Event)
	})
	numbers(c, &s.Exits)
	numbers(c, &s.Failed)
	numbers(c, &s.Calls)
	list(c, &s.Sites, func(c *coder, x *SpawnSite) {
		number(c, &x.Call)
		numbers(c, &x.Objs)
		numbers(c, &x.Calls)
		c.boolean(&x.Alike)
		numbers(c, &x.Same)
	})
	list(c, &s.Owned, func(c *coder, o *CallOwn) {
		number(c, &o.Call)
		number(c, &o.Sure)
		list(c, &o.If, func(c *coder, i *OwnedIf) { number(c, &i.Param); number(c, &i.Mask) })
	})
	list(c, &s.Outcomes, func(c *coder, o *Outcome) {
		number(c, &o.Number)
		numbers(c, &o.Points)
		list(c, &o.Passed, func(c *coder, p *Passed) { number(c, &p.Point); number(c, &p.Number) })
	})
	list(c, &s.Starts, func(c *coder, g *GoCount) { number(c, &g.Call); codeTally(c, &g.Tally) })
	list(c, &s.Counts, codeTally)
	numbers(c, &s.Apart)
	numbers(c, &s.Inputs)
	list(c, &s.Settled, func(c *coder, x *Settled) { number(c, &x.Test); number(c, &x.Up); number(c, &x.Cond) })
	number(c, &s.Flag)
	number(c, &s.Awaits)
}

func codeEvent(c *coder, e *Event) {
	number(c, &e.Op)
	if e.Op == EventNone {
		return
	}
	number(c, &e.Flags)
	switch e.Op {
	case EventCall, EventGo, EventLock, EventEach:
		number(c, &e.Index)
		if e.Flags&EventStarts != 0 {
			number(c, &e.Off)
		}
	case EventOutcome:
		number(c, &e.Index)
		signed(c, &e.N)
	case EventIter:
		number(c, &e.Index)
		signed(c, &e.N)
		number(c, &e.Off)
		number(c, &e.Addr)
	case EventGroupGo:
		number(c, &e.Index)
		number(c, &e.Addr)
		number(c, &e.Off)
	default:
		number(c, &e.Addr)
		number(c, &e.Off)
		signed(c, &e.N)
		number(c, &e.Name)
	}
	number(c, &e.Pos)
}

// check verifies that points are inside the table and well formed.
func (s *Spawn) check() error {
	ok := len(s.Points) > 0 && len(s.Points[0].Preds) == 0
	point := func(ps []PointID) {
		for _, p := range ps {
			ok = ok && int(p) < len(s.Points)
		}
	}
	for i := range s.Points {
		point(s.Points[i].Preds)
		if e := &s.Points[i].Event; e.Op == EventCollect {
			ok = ok && e.N >= 0 && e.N <= int64(len(s.Counts))
		}
		ok = ok && (i == 0 || len(s.Points[i].Preds) > 0) &&
			(s.Points[i].Event.Op == EventNone || len(s.Points[i].Preds) == 1)
	}
	point(s.Exits)
	point(s.Failed)
	point(s.Calls)
	point(s.Apart)
	point(s.Inputs)
	for i := range s.Outcomes {
		point(s.Outcomes[i].Points)
		for _, p := range s.Outcomes[i].Passed {
			ok = ok && int(p.Point) < len(s.Points)
		}
	}
	if !ok {
		return errCorrupt
	}
	return nil
}
