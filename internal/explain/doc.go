// Package explain finds what the checkers put into words: call paths, how goroutines start, which locks are held since
// where, and what synchronisation comes near.
//
// # Rules
//
//   - (R8) A pair is reported by the package whose frames are needed for it; see ours.
//   - (R8b) What is told of synchronisation near by: what an end has waited for (hb.Why), and what its goroutine waits
//     for behind it though the other end, of a goroutine that somebody has started, comes before what it waits for
//     (hb.Missed).
//
// # Tests
//
// Call paths, locks and synchronisation near by are in the texts that testdata expects (go test . -run TestQuick) and
// in what TestWhy of the module's root is told.
package explain
