// Package ends knows the two accesses of a pair, its ends: how control and pointers come to each, under which
// conditions, and what of the two is ordered by more than happens-before shows.
//
// # Problem
//
// The rules of internal/races ask the same questions of many pairs. Each is answered here once: what belongs to one
// access is remembered in its End, what belongs to the link in a room (Rooms).
//
// # Rooms
//
// A room knows one thing, and asks only rooms that stand above it in the list of Rooms. It never judges: which answer
// makes a pair impossible, or less certain, is said by the table of internal/races, whose doc.go has the theory that
// the comments here cite: (R) of races, (O) of activations, (K) of objects, (C) of clients.
//
// # Approximations
//
// Past the bounds of limits.go nothing is claimed; each bound says which way that errs.
//
// # Tests
//
// meeting.FuzzMeeting compares places with a plain search, TestExcludes literals with all small numbers. That each
// answer matters to some rule of internal/races is TestAblation of the module's root.
package ends
