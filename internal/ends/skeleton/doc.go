// Package skeleton is what goroutines do to synchronise: the events of each, and in which order control passes them.
//
// # Problem
//
// Rules about pairs ask what a goroutine surely does after an access, or has done before it, whoever else runs. That is
// a question about control flow between events (internal/hb), in a function and in those that have called it, and not
// about the order of goroutines.
//
// # Approximations
//
// Panics are not followed. A call that nothing follows in its function tells nobody anything.
//
// # Tests
//
// TestComesTo holds ComesTo against all ways of small functions; the programs of R26 and others in testdata fail
// without it.
package skeleton
