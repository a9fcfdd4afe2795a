// Package pooled finds memory that a function puts back into a sync.Pool while somebody still has it.
//
// # Problem
//
// Who gets the memory next writes it, while who still has it reads it. Which of many users comes next is up to the
// pool, so no two accesses that are in view need to meet; that the function gives the memory to two owners shows in
// itself.
//
// # Rules
//
//   - (P1) A function puts back what it gives to Pool.Put, by itself, in a deferred function literal, or by a function
//     of its package that puts what it is given, on some way.
//   - (P2) Somebody still has what comes from the same value: the value itself; slices of it, and what append makes of
//     these; the slice that a pointer to one points to; what functions return that show their receiver's memory
//     (models.Shows bytes: Views). Not where the function sets what the value points to, to something else: then the
//     slice was taken out of it before.
//   - (P3) He has it afterwards if the function returns it and the Put is deferred before, on every way; if it is
//     returned, but for where an error is found and told of, too, sent, or given to a function where the Put has been
//     done before, on every way; or if it is sent to a
//     channel, and nothing is called nor waited for between that and the Put, or the return at which it happens:
//     whoever receives it cannot be done by then.
//   - (P7) Not in functions of test files that start no goroutine: one test runs after the other, and some look at what
//     has become of what they have put back.
//
// # Approximations
//
//   - Who gets what is returned may copy it before anybody else gets it from the pool (more races); with one goroutine
//     in all no copy is needed, but no pool either.
//   - Memory that is stored elsewhere, and functions of other packages that put back what they are given, are not
//     looked at (fewer races). What such a test does others may do at once (fewer races).
//
// # Tests
//
// testdata/races/ownership/pool_returned_race and others beside it, each with its repaired twin (go test . -run
// TestQuick).
package pooled
