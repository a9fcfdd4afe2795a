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
	infos     map[*ssa.Function]*info    // of functions that were called
	FaultType types.Type                 // of panics of the run-time system
	native    func(*ssa.Function) Native // finds the native for a function; nil if it is interpreted
	user      func(*ssa.Function) bool   // reports whether a function belongs to what is judged
	Kept      any                        // what natives keep of the program
}

// NewWorld makes the world of a program: native finds natives, user reports whether a function belongs to what is
// judged.
func NewWorld(prog *ssa.Program, native func(*ssa.Function) Native, user func(*ssa.Function) bool) *World {
	return &World{code: newCode(prog), infos: map[*ssa.Function]*info{}, native: native, user: user}
}

// A Native is a function that the interpreter does itself.
type Native func(t *Thread, args []Value) Value

// An Observer sees what happens in a run.
type Observer interface {
	// Met learns that two threads have accessed one variable, a first; ordered reports whether a happened before b.
	// Of each two instructions it learns this once.
	Met(a, b *Event, aWrites, bWrites, ordered bool)
	// Passed learns that a thread has got over an operation that may block, at a call of the user.
	Passed(at Event)
	// Crashed learns of a panic that ends the program.
	Crashed(t *Thread, p *Panicking)
	// Missed learns that a test fails, with what it has logged last.
	Missed(text string)
}

// Panicking is a panic of the interpreted program.
type Panicking struct {
	V  Iface // what it panics with
	At Event // where it began
}

// A Thread is a goroutine of the interpreted program.
type Thread struct {
	timeline

	Run    *Run            // the run it belongs to
	fr     *frame          // the innermost call; nil: none
	depth  int             // how many calls are in progress
	Atomic bool            // it makes an atomic operation
	Quiet  int             // accesses are not noted while it is above zero
	Why    string          // what it waits for
	Origin Event           // what started it; without a call for the first one
	first  *frame          // what its first call uses; nil: it was not called yet
	room   []Value         // for the values of that call and others
	now    *stretch        // the last one; nil: none yet
	recent [recent]*access // accesses of late, by the number of the instruction; nil: none
	Holds  []Hold          // the locks that it has; a new list for each change
	OnLock *Cell           // the lock that it waits for; nil: none
	Timed  bool            // a timer may wake it
	Stood  int             // how often time had passed in stillness when it began to wait

	resume func() (struct{}, bool) // gives it the turn; of iter.Pull
	pause  func(struct{}) bool     // gives the turn back; false: it is to end. nil before it has begun
	stop   func()                  // ends it
}

// A Run is one execution of a root.
type Run struct {
	memory
	addressbook
	clockface
	ranking

	World    *World           // the program
	observer Observer         // who learns what happens
	Rng      *rand.Rand       // what decides who goes on
	Eager    int              // in 100: how often a thread gives its turn away where it could
	Hasty    bool             // time passes now and then although somebody could go on
	until    int              // so many accesses until a thread gives its turn away
	Turn     *Thread          // whose turn it is or was last; nil before the first one
	Threads  []*Thread        // by number
	globals  []*Cell          // package variables by number; nil: it was not used yet
	met      map[meeting]bool // which accesses have met
	image    *Image           // what it began with; nil: nothing
	copier   *Copier          // what it copies of that
	Steps    int64            // how many instructions were run
	Limit    int64            // how many it may take
	Fired    int              // how many timers have fired when nobody could go on
	hurried  int              // how many have fired although somebody could
	Still    int              // how often time has passed because nobody could go on
	Outside  int64            // how many threads wait for what may come from outside the program
	Failed   bool             // it crashed
	Logged   string           // what a test has logged last
	Left     bool             // something was registered that is never called: finalizers
	Tests    int              // how far the tests are that TestMain runs
	Kept     any              // what natives keep of the run
}

// NewRun makes a run of a program; seed decides the order of threads, eager how often they give their turn away, in
// 100, and hasty whether time passes although somebody could go on. It takes at most limit instructions.
func NewRun(w *World, o Observer, seed uint64, eager int, hasty bool, limit int64) *Run {
	return &Run{
		World: w, observer: o, Rng: rand.New(rand.NewPCG(seed, 1)), Eager: eager, Hasty: hasty, Limit: limit,
		memory: memory{layouts: w.layouts}, met: map[meeting]bool{}, addressbook: newBook(),
	}
}

// An Image is the memory of a program that has been initialised. It is never changed.
type Image struct {
	globals []*Cell         // package variables by number; nil: it was not used
	routes  map[*Cell]route // to parts of variables that something points to
	book    addressbook     // what is known of unsafe pointers
	kept    any             // what natives keep of the run
	keeper  Keeper          // who knows what that is
	cells   int             // how many variables there are
	now     int64           // virtual time
	outside int64           // how many threads wait for what may come from outside
	vc      Clock           // of the thread that has initialised it
	threads int             // how many threads there have been; the others are over
}

// A Keeper knows what natives keep of programs and runs.
type Keeper struct {
	// Same reports whether a variable is one of all runs of a program.
	Same func(w *World, c *Cell) bool
	// Copy makes anew what is kept of a run, for a copy of its memory; ok is false if that cannot be.
	Copy func(kept any, c *Copier) (other any, ok bool)
}

// TakeImage makes an image of the memory of the first thread's program, in which all other threads are over; nil if
// there is something that cannot be copied.
func (t *Thread) TakeImage(keeper Keeper) (img *Image) {
	r := t.Run
	for _, x := range r.Threads {
		if x != t && x.State != Ended {
			return nil
		}
	}
	if len(r.Timers) > 0 || len(t.Holds) > 0 {
		return nil
	}
	defer func() {
		if e := recover(); e != nil {
			if _, ok := e.(noImage); !ok {
				panic(e)
			}
			img = nil
		}
	}()
	same := func(c *Cell) bool { return keeper.Same(r.World, c) }
	scout := newCopier(nil, same)
	scout.looks = true
	scout.all(r, &Image{keeper: keeper})
	copier := newCopier(routesOf(scout.cells), same)
	img = &Image{
		keeper: keeper, routes: map[*Cell]route{},
		cells: r.cells, now: r.Now, outside: r.Outside, vc: t.VC.Copy(), threads: len(r.Threads),
	}
	copier.all(r, img)
	for c, x := range copier.routes {
		if copier.cells[c] != nil {
			img.routes[copier.cells[c]] = route{copier.cells[x.root], x.path}
		}
	}
	return img
}

// all copies all memory of a run.
func (k *Copier) all(r *Run, img *Image) {
	for _, c := range r.globals {
		img.globals = append(img.globals, k.Cell(c))
	}
	img.book = k.book(&r.addressbook)
	kept, ok := img.keeper.Copy(r.Kept, k)
	if !ok {
		panic(noImage{})
	}
	img.kept = kept
}

// book copies what is known of unsafe pointers.
func (k *Copier) book(b *addressbook) addressbook {
	d := newBook()
	for c, t := range b.forms {
		d.forms[k.Cell(c)] = t
	}
	for c, s := range b.lists {
		d.lists[k.Cell(c)] = k.Value(s).(Slice)
	}
	for c, s := range b.texts {
		d.texts[k.Cell(c)] = s
	}
	for name, c := range b.words {
		x := k.Cell(c)
		d.words[name], d.typed[x] = x, b.typed[c]
	}
	for v, c := range b.stands {
		x, y := k.Value(v), k.Cell(c)
		d.stands[x], d.things[y] = y, x
	}
	for c := range b.boxes {
		d.boxes[k.Cell(c)] = true
	}
	for c, o := range b.outer {
		d.outer[k.Cell(c)] = k.Cell(o)
	}
	for _, p := range b.placed {
		p.c = k.Cell(p.c)
		d.known[p.c] = len(d.placed)
		d.placed = append(d.placed, p)
	}
	return d
}

// Restore makes a run, by its first thread, go on from an image.
func (t *Thread) Restore(img *Image) {
	r := t.Run
	same := func(c *Cell) bool { return img.keeper.Same(r.World, c) }
	r.image, r.copier = img, newCopier(img.routes, same)
	r.addressbook = r.copier.book(&img.book)
	r.Kept, _ = img.keeper.Copy(img.kept, r.copier)
	r.cells, r.Now, r.Outside = img.cells, img.now, img.outside
	t.VC = img.vc.Copy()
	for len(r.Threads) < img.threads {
		x := &Thread{Run: r}
		x.ID, x.State = len(r.Threads), Ended
		x.VC = make(Clock, x.ID+1)
		r.Threads = append(r.Threads, x)
	}
}

// Spawn makes a thread that calls a function, as something that a thread does; nil: a timer or nobody does it.
func (r *Run) Spawn(by *Thread, origin Event, f *Function, args []Value) *Thread {
	if len(r.Threads) >= maxGoroutines {
		panic(Exhausted("goroutines"))
	}
	t := &Thread{Run: r, Origin: origin}
	t.ID = len(r.Threads)
	r.enter(t.ID, r.Rng)
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
	if t.Quiet > 0 || !t.Run.preempts(t) {
		return
	}
	t.turn()
}

// interrupt lets others run between two accesses of memory, now and then (V24).
func (t *Thread) interrupt() {
	r := t.Run
	if t.Atomic || t.pause == nil {
		return
	}
	falls := r.falls(touch)
	switch {
	case r.ranked:
		if falls {
			t.Hand()
		}
	case r.Eager > 0:
		if r.until--; r.until <= 0 {
			r.until = r.Rng.IntN(accessesPerTurn/r.Eager) + 1
			t.turn()
		}
	}
}

// Hand lets any other thread go on that can.
func (t *Thread) Hand() {
	t.Run.lower(t.ID)
	t.turn()
}

// turn gives the turn to the scheduler.
func (t *Thread) turn() {
	if !t.pause(struct{}{}) {
		panic(killed{})
	}
}

// Wait blocks a thread until somebody wakes it.
func (t *Thread) Wait(why string) Value {
	t.State, t.Why, t.Stood = Blocked, why, t.Run.Still
	t.turn()
	v := t.got
	t.got = nil
	return v
}

// preempts reports whether a thread gives its turn away.
func (r *Run) preempts(t *Thread) bool {
	falls := r.falls(operation)
	if !r.ranked {
		return r.Eager > 0 && r.Rng.IntN(100) < r.Eager
	}
	if falls {
		r.lower(t.ID)
	}
	return r.highest() != t
}

// Rank makes ranks decide who goes on (V60): at some moments, of as many as another run had, who is there falls behind.
func (r *Run) Rank(changes int, moments [2]int64) { r.rank(r.Rng, changes, moments) }

// highest is the thread with the highest rank that can go on; nil: none can.
func (r *Run) highest() *Thread {
	var best *Thread
	for _, t := range r.Threads {
		if t.State == ready && (best == nil || r.ranks[t.ID] > r.ranks[best.ID]) {
			best = t
		}
	}
	return best
}

// Loop runs threads until the given one is over or nothing can go on any more. It reports whether the given one is
// over; nil waits for all.
func (r *Run) Loop(until *Thread) bool {
	for !r.Failed {
		if until != nil && until.State == Ended {
			return true
		}
		if r.hurries() {
			r.hurried++
			r.fire()
		}
		t := r.pick()
		if t == nil {
			if !r.advance() {
				return until == nil
			}
			r.Still++
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
	return r.Hasty && r.hurried < maxFired && len(r.Timers) > 0 && r.Timers[0].When-r.Now <= hurry &&
		r.Rng.IntN(100) < hurryRate
}

// pick chooses a thread that can run; nil if there is none.
func (r *Run) pick() *Thread {
	if r.ranked {
		return r.highest()
	}
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
	r.fire()
	return true
}

// fire lets time pass until the next timer fires.
func (r *Run) fire() {
	if x := r.next(); x != nil {
		x.Do(r.Now)
	}
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
	return Event{ID: t.ID, Call: t.fr.record(), Pos: t.fr.pos, In: t.fr.in(), Held: t.Holds}
}

// Miss notes that a test fails.
func (t *Thread) Miss() { t.Run.observer.Missed(t.Run.Logged) }

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

// access is what is kept of an access that a thread makes now.
func (t *Thread) access() *access {
	fr, at := t.fr, t.VC[t.ID]
	if !t.now.is(at, t.Holds, t.Atomic) {
		t.now = &stretch{t.ID, at, t.Holds, t.Atomic}
	}
	slot := &t.recent[fr.o.id%recent]
	if a := *slot; a != nil && a.in == t.now && a.call == fr.call && a.spot == &fr.o.spot && a.pos == fr.pos {
		return a
	}
	a := &access{t.now, fr.record(), &fr.o.spot, fr.pos}
	*slot = a
	return a
}

// recent is how many accesses a thread remembers to use them again.
const recent = 16

// Access notes that a thread accesses a leaf, and what that means beside the accesses before (V21).
func (t *Thread) Access(c *Cell, write bool) {
	if c.sh == private || t.Quiet > 0 {
		return
	}
	t.interrupt()
	t.touch(c, write)
}

// touch is the same of what lets nobody else go on first.
func (t *Thread) touch(c *Cell, write bool) {
	now, sh := t.access(), c.sh
	if sh == nil {
		sh = &shadow{}
		c.sh = sh
	}
	if sh.write != nil {
		t.meets(sh.write, now, true, write)
	}
	if !write {
		sh.note(now)
		return
	}
	if sh.read != nil {
		t.meets(sh.read, now, false, true)
		if sh.more != nil {
			for _, e := range *sh.more {
				t.meets(e, now, false, true)
			}
		}
	}
	*sh = shadow{write: now}
}

// A meeting is two accesses of one variable, in order or not.
type meeting struct {
	a, b    *spot // what accesses it
	ordered bool  // a happened before b
}

// meets says of an access that it comes behind another one. Of several by the same instructions the first one counts.
func (t *Thread) meets(before, now *access, wrote, writes bool) {
	s := before.in
	if s.id == t.ID || s.atomic && t.Atomic {
		return
	}
	key := meeting{before.spot, now.spot, t.VC.knows(s.id, s.at)}
	if t.Run.met[key] {
		return
	}
	t.Run.met[key] = true
	a, b := before.event(), now.event()
	t.Run.observer.Met(&a, &b, wrote, writes, key.ordered)
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
