// Package activation takes one activation of a function that runs several times, with what it calls and starts, for a
// program of its own, and orders what happens in it.
//
// # Problem
//
// A handler, a method or a test that runs many times, in one goroutine or in several, makes objects for itself. In the
// program as a whole they are one abstract object, which all runs seem to share.
//
// # Rule
//
// Rule O6 of internal/races: what an activation makes belongs to it if nobody else can reach it before the activation
// ends, that is, if it is not stored in memory that was made elsewhere, nor found there or given by the caller.
// Accesses of it are ordered as in the program that consists of the activation alone: the function is the root and runs
// once, and everything made elsewhere is unseen code's (internal/hb H3). What the function returns others touch after
// its end.
//
// # Invariants
//
// Nothing is said about an activation that may contain another one of the same function, or that is too large: New
// gives nil, or Private is false. What happens in an activation is numbered anew, so that small ones of large programs
// cost little.
//
// # Tests
//
// It has none of its own: (O6) is a row of internal/races' table, and TestAblation in the module's root wants another
// verdict without it.
package activation
