// Package natives holds the functions of the standard library that the interpreter does itself, as functions of a
// thread: those that have no body in Go, those that decide who waits for whom, and those that are much faster so.
//
// # Rules
//
//   - (V30) A native is found by the full name of its function (tables.go); instances of generic functions have the
//     name of their origin. Functions of the user are never natives.
//   - (V31) A lock, WaitGroup, Cond, Pool or sync.Map has its state beside the memory, by the variable that it is
//     (sync.go): so a copy of a lock is another lock. It keeps the clock of what was released, which who acquires it
//     learns (V20). Readers of an RWMutex wait for a writer that waits.
//   - (V32) An atomic operation acquires what earlier ones on the variable released, and one that stores releases;
//     it is an access of its own kind (V21).
//   - (V33) Timers run in virtual time (V25); what they call or send happens after they were set.
//   - (V34) A bubble of testing/synctest is settled when no thread of the program can go on.
//   - (V35) Natives read and write the memory of the program by the thread that calls them: what fmt prints, JSON
//     encodes or a digest sums is an access.
//   - (V36) What a value of the program says by a method (Error, String, MarshalJSON) is asked of the program.
//
// # Approximations
//
//   - A Mutex is not fair: whoever looks first gets it (both: orders that starvation mode excludes may be seen).
//   - A Pool forgets one value in four, in all runs but the first (fewer or more, as the real one).
//   - Atomic operations of one variable are ordered all among themselves, as the memory model says of Go's (none).
//
// # Layers
//
// names.go and kept.go are low; print.go, reflect.go, json.go and the others stand on them; tables.go is on top.
//
// # References
//
// The documentation of packages sync, sync/atomic, time and testing/synctest, and the Go memory model,
// https://go.dev/ref/mem.
//
// # Tests
//
// TestStdPrograms (internal/interp) compares what programs print with the real toolchain, package by package;
// TestStdRaces and TestStdBubbles see what natives order, and what they do not.
package natives
