// Package machine runs programs in SSA form: it interprets instructions, decides which goroutine goes on, and says
// which accesses of memory nothing orders.
//
// # Problem
//
// A program is run under the race detector to see whether two accesses are ordered, but that needs a build, and one run
// shows one order of goroutines, which the next run does not repeat. Here a run is a function of a number: the
// scheduler, the choice among the cases of a select and the order of maps ask one generator.
//
// The room knows nothing of claims, nor where source is found. It is given the lookup of natives and which functions
// are the user's (World), and says what happens to an Observer.
//
// # Rules
//
//   - (V20) Each goroutine, called thread here, has a vector clock (clock.go). Its own entry counts its moments; a
//     moment ends when others may learn what was done until then. A moment has happened before what a thread does if
//     the thread's clock knows it.
//   - (V21) A variable that has no parts keeps who wrote it last, and who has read it since then: of each thread the
//     last read (memory.go). An access that meets one of those of another thread is reported to the observer, with
//     whether it is ordered. Two atomic accesses do not race. What cannot escape from a function is not looked at.
//   - (V22) A map is one variable for this, as it is for the race detector; so are an element and a field each.
//   - (V23) What a channel orders is what the Go memory model says: a send before its receive, a close before a receive
//     that it ends, and the k-th receive before the end of the k+size-th send (chans.go). What starts a goroutine comes
//     before it. Locks, WaitGroups, atomics and timers are natives, and order by the same means
//     (internal/interp/natives).
//   - (V68) A send reads the channel, in a select if it need not wait, and a close writes it, as for the race detector.
//   - (V24) One thread runs at a time. It may give its turn away before operations that synchronise, every so many
//     accesses of memory, and every 4,096 instructions; then any that can go on goes on. With eagerness zero only
//     the last holds, and the first thread that can go on does.
//   - (V25) Time is virtual. It passes only when nobody can go on, until the next timer fires; in hasty runs, also now
//     and then by at most 20 ms although somebody could (Run.hurries).
//   - (V26) A panic of the program unwinds its thread, and runs the deferred calls; one that nobody recovers ends the
//     run. Operators and natives raise errors of the run-time system without knowing threads (panics.go); the frame
//     makes them panics of the program.
//   - (V27) What the interpreter cannot do, and what goes beyond a bound (limits.go), ends the run with Unsupported or
//     Exhausted.
//   - (V53) A pointer that has gone through unsafe.Pointer still points to the variable that it did, or to its first
//     part. As one to a variable of another structure it points to a copy of what the old one holds, made when it is
//     converted: a string of bytes, bytes of a string, the header of a slice, the words of an interface, the bits of a
//     number. What is stored in such a copy, or in a field of it, is written to the old variable, too; other writes are
//     unsupported (forms.go, unsafe.go).
//   - (V54) A variable has an address, the same in each run, once a program asks for one; an address with an offset
//     leads to the part that stands there.
//   - (V56) A program is initialised once. What its memory is then is copied for each further run, as far as that asks
//     for it (image.go), unless the initialisation has left goroutines, timers or held locks behind.
//   - (V59) A function is compiled when it is first called: each instruction knows where its operands are and what runs
//     it (compile.go). Frames are used again and again; of a call (Call) and an access is kept what an event needs, and
//     of an access once for all leaves that it touches.
//   - (V60) Some runs go by ranks: each thread gets one by chance when it starts, and of those that can go on the one
//     with the highest goes on, until it waits, wakes a higher one, or falls behind all others. It falls behind at d-1
//     moments, drawn from as many operations and accesses as earlier runs of the root had, and where it asks for it
//     (Gosched) or takes long. Of n threads and k moments such a run shows what needs d constraints of order with
//     a probability of at least 1/(n*k^(d-1)) (order.go).
//
// # Approximations
//
//   - A thread that waits for a lock or channel is woken in the order in which it came, or, for locks, in any (fewer).
//   - Time passes when nobody can go on, or a little now and then, so orders that need a slow goroutine are not seen
//     (fewer races, fewer deadlocks).
//   - Maps and selects follow the generator, in as many ways as there are runs (fewer races, fewer deadlocks).
//   - Of the reads of one thread the last one is kept, so of several racy pairs one is seen (fewer races).
//   - The initialisation is run in one order (fewer races, fewer deadlocks).
//   - What is seen through a converted unsafe pointer may be a copy (fewer races: accesses are then kept apart that are
//     of one place).
//
// # Layers
//
// value.go, clock.go, panics.go, memory.go, maps.go, chans.go, timers.go, zero.go, ops.go, forms.go, code.go, image.go
// and order.go know no threads; sched.go, frame.go, compile.go, exec.go, unsafe.go and builtins.go are threads, calls,
// instructions made ready and run, and built-in functions, which need each other.
//
// # Tests
//
// TestRunsInterleaved in the module's root walks through all interleavings of generated programs over locks, channels
// and WaitGroups: no run may have a goroutine stuck, or a panic, that none of them has. TestStdPrograms
// (internal/interp) compares what programs print with the real toolchain.
//
// # References
//
// C. Flanagan and S. N. Freund, FastTrack: efficient and precise dynamic race detection, PLDI 2009 (vector clocks, last
// accesses; here each access keeps the call it was made in, for words). K. Sen, Race directed random testing of
// concurrent programs, PLDI 2008 (random schedules confirm what was found statically). S. Burckhardt et al., A
// randomized scheduler with probabilistic guarantees of finding bugs, ASPLOS 2010 (ranks). The Go memory model,
// https://go.dev/ref/mem.
package machine
