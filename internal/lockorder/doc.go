// Package lockorder finds cycles of locks and Onces in a link: goroutines that each hold what the next one wants, and
// goroutines that want what they hold themselves where only points-to sets show it. It states problems in the words of
// internal/waits.
//
// # Rules (D)
//
//   - (D1) An acquisition is a lock operation, TryLock aside, or a call of a Once, in a state of an origin; from each
//     lock surely held there an edge leads to the lock wanted. A Once is held by who runs its function, and wanted by
//     every Do that is not known to come later. internal/lockgraph finds the cycles.
//   - (D2) Two acquisitions are parallel if their origins differ and may exist in one run (R2, O4), happens-before does
//     not order them, and no lock is surely held at both.
//   - (D3) A lock is exact if it is one object per run, or one per instance of a goroutine.
//   - (D4) Two locks of one abstract object are two instances if one function takes both by different pointers, in an
//     order if passes/locks says so (T9); otherwise nothing is known. Of two abstract objects it is an order only where
//     each order has a branch of its own, of the comparison that decides (facts.LockSite.Rank).
//   - (D5) High confidence needs every lock exact; medium at most one that is not, or all of them in one object, or two
//     instances in no known order, or synchronisation near by that is not known to order them. A lock that is one of
//     several, those made by the two goroutines that stand for many counting as one of medium confidence, a gate that
//     may be the same, and handlers that a test drives are low. A lock that a goroutine itself holds is of low
//     confidence (D5j). Where another module takes both locks, it is reported only if such a call enters this one, and
//     of a lock that a goroutine itself holds, behind the place where it takes it.
//   - (D6) A cycle of two is of low confidence if one of its goroutines wants its second lock only where it has found a
//     variable unset under the first one (passes/access A20), everybody who writes that variable holds both locks, and
//     the other goroutine may have called a function that reads it before. While the first one waits nobody writes the
//     variable; the other one comes to hold its lock when it has been set, as a rule. Approximation: the other one
//     comes there although it is unset (fewer deadlocks).
//   - (D7) So is one with an acquisition that comes, on every way through its function, after a send on a channel that
//     nobody in view has made. Approximation: unseen code has made it (fewer deadlocks).
//   - (D5j) So is a lock that a goroutine itself holds and comes to want behind calls of values, or by another pointer:
//     it is another object, as a rule (of 39 such reports on real modules none was true), and internal/lockpaths says
//     what static calls lead to. A run of a test or of main that is blocked there makes it
//     certain again. Approximation: no run
//     comes there (fewer deadlocks).
//
// # Tests
//
// Programs of testdata/deadlocks (DL2001, DL2002) and testdata/low, each with its repaired twin (go test . -run
// TestQuick); TestInterleave in the module's root executes generated programs exhaustively.
//
// # References
//
// Naik, Park, Sen and Gay, Effective Static Deadlock Detection, ICSE 2009: what has to hold of two threads and two
// locks. Of its six conditions reachability and escape are the link's (package link), aliasing is (D3), parallelism and
// no guard (D2); that locks are not reentrant is given in Go. D4 (PLDI 2018) section 4: the graph, internal/lockgraph.
package lockorder
