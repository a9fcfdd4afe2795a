// Package explain finds what the checkers put into words: call paths, how goroutines start, which locks are held since
// where, and what synchronisation comes near.
//
// # Rules
//
//   - (R8) A pair is reported by the package whose frames are needed for it; see ours.
package explain
