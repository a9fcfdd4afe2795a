// This file is about threads, as the goroutines of the interpreted program are called here: who runs when, and time.

package machine

import (
	"go/types"
	"iter"
	"math/rand/v2"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// A World is a program that can be run, with what the rooms above know of it.
type World struct {
	code
	FaultType types.Type                 // of panics of the run-time system
	native    func(*ssa.Function) Native // finds the native for a function; nil if it is interpreted
	user      func(*ssa.Function) bool   // reports whether a function belongs to what is judged
	Kept      any                        // what natives keep of the program
}

// NewWorld makes the world of a program: native finds natives, user reports whether a function belongs to what is
// judged.
func NewWorld(prog *ssa.Program, native func(*ssa.Function) Native, user func(*ssa.Function) bool) *World {
	return &World{code: newCode(prog), native: native, user: user}
}

// A Native is a function that the interpreter does itself.
type Native func(t *Thread, args []Value) Value

// An Observer sees what happens in a run.
type Observer interface {
	// Met learns that two threads have accessed one variable, a first; ordered reports whether a happened before b.
	Met(a, b *Event, aWrites, bWrites, ordered bool)
	// Passed learns that a thread has got over an operation that may block, at a call of the user.
	Passed(at Event)
	// Crashed learns of a panic that ends the program.
	Crashed(t *Thread, p *Panicking)
}

// Panicking is a panic of the interpreted program.
type Panicking struct {
	V  Iface // what it panics with
	At Event // where it began
}

// A Thread is a goroutine of the interpreted program.
type Thread struct {
	timeline

	Run    *Run   // the run it belongs to
	fr     *frame // the innermost call; nil: none
	depth  int    // how many calls are in progress
	Atomic bool   // it makes an atomic operation
	Quiet  int    // accesses are not noted while it is above zero
	Why    string // what it waits for
	Origin Event  // what started it; without a call for the first one
	last   *Event // the last event of the thread; nil: none yet
	Holds  []Hold // the locks that it has; a new list for each change
	OnLock *Cell  // the lock that it waits for; nil: none
	Timed  bool   // a timer may wake it

	resume func() (struct{}, bool) // gives it the turn; of iter.Pull
	pause  func(struct{}) bool     // gives the turn back; false: it is to end. nil before it has begun
	stop   func()                  // ends it
}

// A Run is one execution of a root.
type Run struct {
	memory
	addressbook
	clockface

	World    *World                // the program
	observer Observer              // who learns what happens
	Rng      *rand.Rand            // what decides who goes on
	Eager    int                   // in 100: how often a thread gives its turn away where it could
	Hasty    bool                  // time passes now and then although somebody could go on
	until    int                   // so many accesses until a thread gives its turn away
	Turn     *Thread               // whose turn it is or was last; nil before the first one
	Threads  []*Thread             // by number
	globals  map[*ssa.Global]*Cell // package variables, as far as they were used
	image    *Image                // what it began with; nil: nothing
	copier   *Copier               // what it copies of that
	Steps    int64                 // how many instructions were run
	Limit    int64                 // how many it may take
	Fired    int                   // how many timers have fired
	Outside  int64                 // how many threads wait for what may come from outside the program
	Failed   bool                  // it crashed
	Tests    int                   // how far the tests are that TestMain runs
	Kept     any                   // what natives keep of the run
}

// NewRun makes a run of a program; seed decides the order of threads, eager how often they give their turn away, in
// 100, and hasty whether time passes although somebody could go on. It takes at most limit instructions.
func NewRun(w *World, o Observer, seed uint64, eager int, hasty bool, limit int64) *Run {
	return &Run{
		World: w, observer: o, Rng: rand.New(rand.NewPCG(seed, 1)), Eager: eager, Hasty: hasty, Limit: limit,
		globals: map[*ssa.Global]*Cell{}, addressbook: newBook(),
	}
}

// Spawn makes a thread that calls a function, as something that a thread does; nil: a timer or nobody does it.
func (r *Run) Spawn(by *Thread, origin Event, f *Function, args []Value) *Thread {
	if len(r.Threads) >= maxGoroutines {
		panic(Exhausted("goroutines"))
	}
	t := &Thread{Run: r, Origin: origin}
	t.ID = len(r.Threads)
	if by != nil {
		t.VC = by.VC.Copy()
		by.Tick()
	}
	t.VC.Join(make(Clock, t.ID+1))
	t.VC[t.ID] = 1
	r.Threads = append(r.Threads, t)
	t.resume, t.stop = iter.Pull(func(yield func(struct{}) bool) {
		t.pause = yield
		defer func() {
			t.State = Ended
			switch p := recover().(type) {
			case nil, killed, Exit:
			case *Panicking, failure, fatal:
				r.Failed = true
				r.observer.Crashed(t, t.panicOf(p))
			default:
				panic(p)
			}
		}()
		t.call(nil, nil, origin.Pos, f, args)
	})
	return t
}

// StopAll ends all threads that are left: their deferred calls do not run.
func (r *Run) StopAll() {
	for _, t := range r.Threads {
		if t.State != Ended {
			t.Quiet = 1
			t.end()
		}
	}
}

// end stops a thread. What it raises on its way counts no more: the library of a native may have taken the stop for a
// panic of its own, and let the thread go on until it meets a bound.
func (t *Thread) end() {
	defer func() { _ = recover() }()
	t.stop()
}

// Yield lets others run now and then (V24).
func (t *Thread) Yield() {
	if t.Quiet > 0 || !t.Run.preempts() {
		return
	}
	t.Hand()
}

// interrupt lets others run between two accesses of memory, now and then (V24).
func (t *Thread) interrupt() {
	r := t.Run
	if r.Eager == 0 || t.Atomic || t.pause == nil {
		return
	}
	if r.until--; r.until <= 0 {
		r.until = r.Rng.IntN(accessesPerTurn/r.Eager) + 1
		t.Hand()
	}
}

// Hand gives the turn to the scheduler.
func (t *Thread) Hand() {
	if !t.pause(struct{}{}) {
		panic(killed{})
	}
}

// Wait blocks a thread until somebody wakes it.
func (t *Thread) Wait(why string) Value {
	t.State, t.Why = Blocked, why
	t.Hand()
	v := t.got
	t.got = nil
	return v
}

// preempts reports whether a thread gives its turn away.
func (r *Run) preempts() bool { return r.Eager > 0 && r.Rng.IntN(100) < r.Eager }

// Loop runs threads until the given one is over or nothing can go on any more. It reports whether the given one is
// over; nil waits for all.
func (r *Run) Loop(until *Thread) bool {
	for !r.Failed {
		if until != nil && until.State == Ended {
			return true
		}
		if r.hurries() {
			r.advance()
		}
		t := r.pick()
		if t == nil {
			if !r.advance() {
				return until == nil
			}
			continue
		}
		r.Turn = t
		t.resume()
	}
	return false
}

// hurries reports whether time passes although somebody could go on, as it does where that one is slow: in every other
// run, and only a little (V25).
func (r *Run) hurries() bool {
	return r.Hasty && len(r.Timers) > 0 && r.Timers[0].When-r.Now <= hurry && r.Rng.IntN(100) < hurryRate
}

// pick chooses a thread that can run; nil if there is none.
func (r *Run) pick() *Thread {
	var list []*Thread
	for _, t := range r.Threads {
		if t.State == ready {
			if r.Eager == 0 {
				list = append(list, t)
				break
			}
			list = append(list, t)
		}
	}
	if len(list) == 0 {
		return nil
	}
	return list[r.Rng.IntN(len(list))]
}

// advance lets time pass until the next timer fires. It reports whether there was one.
func (r *Run) advance() bool {
	if len(r.Timers) == 0 {
		return false
	}
	if r.Fired++; r.Fired > maxFired {
		return false
	}
	if x := r.next(); x != nil {
		x.Do(r.Now)
	}
	return true
}

// Busy reports whether a run was broken off while somebody slept, or a timer was set that fires once: who waits then
// may wait for that.
func (r *Run) Busy() bool {
	return r.Fired > maxFired && slices.ContainsFunc(r.Timers, func(x *Timer) bool { return x.Period == 0 })
}

// Here is what a thread does now.
func (t *Thread) Here() Event {
	if t.fr == nil {
		return Event{ID: t.ID}
	}
	return Event{ID: t.ID, Call: &t.fr.Call, Pos: t.fr.pos, In: t.fr.in, Held: t.Holds}
}

// Pass notes that a thread has got over an operation that may block.
func (t *Thread) Pass() {
	if e, ok := t.Run.World.Caller(t.Here()); ok {
		t.Run.observer.Passed(e)
	}
}

// Caller goes from a moment in the standard library to the call of the user that led there. It reports whether there is
// one.
func (w *World) Caller(e Event) (Event, bool) {
	for e.Call != nil && (!w.user(e.Call.Fn) || !e.Pos.IsValid()) {
		e.Inside = true
		e.Pos, e.In, e.Call = e.Call.Called, e.Call.site, e.Call.Parent
	}
	return e, e.Call != nil
}

// event is the moment at which a thread is.
func (t *Thread) event() *Event {
	e := t.last
	if e == nil || e.at != t.VC[t.ID] || e.Call != &t.fr.Call || e.In != t.fr.in || e.Atomic != t.Atomic {
		e = &Event{ID: t.ID, at: t.VC[t.ID], Call: &t.fr.Call, Pos: t.fr.pos, In: t.fr.in, Held: t.Holds, Atomic: t.Atomic}
		t.last = e
	}
	return e
}

// Access notes that a thread accesses a leaf, and what that means beside the accesses before (V21).
func (t *Thread) Access(c *Cell, write bool) {
	if c.local || t.Quiet > 0 {
		return
	}
	t.interrupt()
	now := t.event()
	if w := c.sh.write; w != nil && w.ID != t.ID && !(w.Atomic && t.Atomic) {
		t.Run.observer.Met(w, now, true, write, t.VC.knows(w.ID, w.at))
	}
	if !write {
		c.sh.note(now)
		return
	}
	t.after(c.sh.read, now)
	if c.sh.more != nil {
		for _, e := range *c.sh.more {
			t.after(e, now)
		}
	}
	c.sh = shadow{write: now}
}

// after says of a write that it comes behind a read.
func (t *Thread) after(read, now *Event) {
	if read != nil && read.ID != t.ID && !(read.Atomic && t.Atomic) {
		t.Run.observer.Met(read, now, false, true, t.VC.knows(read.ID, read.at))
	}
}

// Load reads a cell for a thread, which is an access to each of its leaves.
func (t *Thread) Load(c *Cell) Value {
	if c == nil {
		Fault("invalid memory address or nil pointer dereference")
	}
	if len(c.Parts) == 0 {
		t.Access(c, false)
		return c.V
	}
	a := make(Agg, len(c.Parts))
	for i := range a {
		a[i] = t.Load(&c.Parts[i])
	}
	return a
}

// Store writes a cell for a thread.
func (t *Thread) Store(c *Cell, v Value) {
	if c == nil {
		Fault("invalid memory address or nil pointer dereference")
	}
	if len(c.Parts) == 0 {
		t.Access(c, true)
		c.V = v
		return
	}
	a := v.(Agg)
	for i := range c.Parts {
		t.Store(&c.Parts[i], a[i])
	}
}

// Bytes reads a slice of bytes.
func (t *Thread) Bytes(s Slice) []byte {
	b := make([]byte, s.Len)
	for i := range b {
		b[i] = byte(t.Load(s.At(i)).(uint64))
	}
	return b
}
