// Package locks finds the mutex operations of each function, the locks that are held at each instruction relative to a
// base pointer, and what a call leaves locked or unlocked. What functions do wrong with locks is found by
// internal/lockpaths.
//
// # Problem
//
// Two accesses under x.mu, where x is the same pointer as in the access, exclude each other whatever points-to analysis
// knows about x (relative must-locks). Lock wrappers and deferred unlocks must be seen through.
//
// # Rules
//
//   - (K1) A site is one operation in the source, deferred ones included. A TryLock is a site too; it counts on the
//     edge where it succeeded.
//   - (K2) A lock is held after its site on every path until an Unlock that may be of it: one of the same slot offset
//     and name. Sites of one operation on one base and offset are one lock; the first stands for them.
//   - (K3) A call of a function that may unlock what it did not lock releases everything.
//   - (K4) Going around a loop releases a lock whose base is computed anew in a cycle: the next iteration's base is
//     another pointer.
//   - (K5) A function's net effect is the locks held at every return, and the operations that on every path to a return
//     unlock what was not locked here. Deferred unlocks are applied before that.
//   - (K6) A Locker from RLocker is locked for reading if it is used where it is made; elsewhere it is taken for the
//     mutex itself.
//   - (K7) A lock is held sometimes where it is held on some way there and not on every way: a test decides whether it
//     is needed.
//   - (K10) A type is a lock by its methods if it has Lock and Unlock, or RLock and RUnlock, that take nothing to be
//     told apart by, and the one that locks may have to wait: for a channel or a condition, in a loop, or for a mutex
//     that it leaves locked on some way. Whatever else they do, tickets, tests of atomics, counters, callers rely on
//     it: what they call holds the lock of the receiver from there on, if it says so by its result. Types whose methods
//     are seen to lock a mutex on every way need none of this. Approximation: what such methods do wrong is not seen
//     (fewer races); the lock takes part in no search for deadlocks (fewer deadlocks).
//   - (K11) A loop that locks something else in each round, and comes to its end with it locked, holds all of it when
//     its head says that there is no more. Which lock is whose is not known then, so nothing rests on it alone
//     (internal/races R6). Approximation: that it was as many as are used is not known (fewer races).
//   - (K12) Which mutex is locked through an interface says the method of what the interface holds: one that is
//     promoted lies where the embedded field does, one that locks a field of its receiver, and nothing else on every
//     way, means that field. Of anything else the box stands for the mutex.
//   - (T9) Two locks of one name are in an order if the function compares, by < or its like, values that come from the
//     one's object with values that come from the other's, or what a call finds of both with a constant, or if both
//     belong to one object, through fields, or if the one is found by the least of some values and the other one by the
//     greatest of them, or if they are two results of a function that so compares its parameters and returns them. They
//     are told apart if it compares such values by == or !=. They are ranked if the two sides of one such comparison
//     take them in swapped roles. Approximation: which branch takes which lock first is not looked at (fewer
//     deadlocks).
//
// # Approximations
//
// Calls of function values and interface methods are taken not to unlock what their caller locked: fewer races. What a
// Locker from RLocker leads to behind an interface is the mutex itself (K6).
//
// # Tests
//
// TestGolden holds what is held where in the program of testdata here; (T9) and (K) in whole programs are in
// testdata/deadlocks and testdata/races (go test . -run TestQuick).
//
// # References
//
// Chord's lock analysis (PLDI 2006, section 4.5), made relative as in RacerD; net effects as in D4's compact graph.
package locks
