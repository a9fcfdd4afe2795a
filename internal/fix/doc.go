// Package fix makes the edits that repair a finding.
//
// # Problem
//
// Most races have several repairs, and which one is right only the programmer knows. A few have one that can be proven
// from the function around: it changes what one goroutine does at no other place, compiles, and the finding is gone.
// Only those are offered.
//
// # Rules
//
//   - (X1) Shadow: a goroutine assigns to a variable of the function around and is the only one to use what it
//     assigned. `=` becomes `:=`. All uses in the goroutine lie after the assignment in its scope, there is one at
//     least, nothing else is assigned by the statement; outside, what is read after the goroutine's start was assigned
//     in between. No address is taken, the variable is no result, and no loop around lacks its declaration.
//   - (X2) Add: the first statement of a goroutine is an Add on a WaitGroup of the function around, which waits for it
//     behind. The Add moves before the go statement.
//   - (X3) Unlock: a lock is taken in the body of a function itself and is held at some return; all its unlocks stand
//     immediately before a return of no calls, or at the end. They become one defer behind the Lock.
//   - (X4) Write lock: a variable is written under a read lock taken in the same function, and the other access holds
//     that lock as well. RLock and RUnlock on that lock in the function become Lock and Unlock.
//
// # Approximations
//
// A lock is known by the spelling of its expression. What X4 makes exclusive may deadlock if a caller holds the lock
// for reading: such code would block with a writer in between already (DL2002).
//
// # Tests
//
// TestFix in the module's root repairs the programs of testdata here, compares with what stands beside them, and wants
// no finding any more.
package fix
