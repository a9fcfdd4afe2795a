// Package differential compares the checker with the race detector on random programs.
//
// # Problem
//
// Handwritten tests show what their authors think of. Here programs are random, the truth about each is known from how
// it was made, and the race detector confirms it: so every disagreement is a bug of the checker, or a stated
// approximation.
//
// # Rules
//
// D1 (truth). A program is rendered from a plan: threads of actions over places (variables, fields, maps, elements,
// headers, objects of other packages, ...) and synchronisation objects. Control flow does not depend on the schedule,
// each channel has one sender and one receiver, flags are set once: so one execution with vector clocks gives the order
// of all executions. Two accesses of one place, one of them a write, can race if they are not ordered and no lock is
// held at both in modes that exclude each other. What a flag or a Once has shown counts only where it was looked at. A
// safe program has no such pair; a racy one is a safe one with one defect: a lock left out, shared, or exchanged, a
// wait left out, a release moved, an access added, an index mistaken.
//
// D2 (places). Each access stands on a line with a comment that names its place. Stacks of the race detector and paths
// of the checker are about the innermost line with such a comment, for helpers and methods have none. Programs share no
// code that accesses memory, since reports about one function are grouped.
//
// D3 (verdicts). A place counts as reported if a report of high or medium confidence is about it. If the race detector
// has seen a race on a place that is not reported, that is a miss unless (D5) explains it. A report about a place on
// which no race is possible is a false alarm. The race detector must never see what (D1) rules out: that would be a bug
// of this package, and stops it.
//
// D4 (runs). A batch is one test binary; a process runs each of its programs once, since goroutines that one run leaves
// behind are not to meet those of the next. Processes run on one, two and four processors, and programs yield and sleep
// at random.
//
// D5 (classes). What may go unreported: a race of low confidence that internal/races' doc.go says is graded so, with a
// proof from the plan that the rule applies. See classes.
//
// # Approximations
//
// Places that can race but were never seen to are counted apart. One report about a place settles all its races (fewer
// misses). Threads that have copies do not send, receive or start others, and a channel has one receiver, so work
// queues are not covered.
//
// # Tests
//
// TestPlans checks that safe plans cannot race and none gets stuck, TestTruth orders that are easily got wrong,
// TestDetectors runs both detectors on some seeds; diffuzz runs more.
//
// # References
//
// Mattern, Virtual Time and Global States of Distributed Systems, 1989: vector clocks, for (D1).
package differential
