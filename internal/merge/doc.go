// Package merge makes one list of what all engines claim: where two claims are of one thing, a table says which one is
// told.
//
// # Problem
//
// Deadlocks are looked for by goroutines of the linked program (internal/waits, lockorder), in one function by itself
// (internal/lockpaths), and by the names of fields (lockpaths, fieldwaits); races by goroutines (internal/races) and by
// locks that are held elsewhere (internal/guards). They often find one mistake. Told twice it would be noise; but which
// claim is told decides what the reader learns, and must not depend on who was asked first.
//
// # Rules
//
//   - (Y1) to (Y12) are the rows of table.go, asked in that order, each about the claims that the rows before it left.
//     All claims of a row are compared before any of them goes, but where what yields joins what it yields to.
//   - Y1 to Y8 are about the list of all claims (Told), Y9 and Y10 about those of one link before that (Distinct), Y11
//     and Y12 about the races that are told (Joined).
//   - (Y0) A claim never yields to a less certain one. So what is told of one confidence does not depend on whether
//     weaker claims are shown. Races that only linked harnesses show (C7) are an exception: they are shown with claims
//     of low confidence only. So are races on elements (Y11), which are as certain as those on what holds them, or less
//     but for the grade of the first.
//   - Claims of stale decisions (AV5001), of uses that come too soon or too late (AV5002, AV5003), and of memory that a
//     pool may give away again are in the list, and yield to nothing: mending another claim leaves them. On all of
//     testdata, at low confidence, none of them is at the place of another claim but one stale decision, whose write
//     has a race of low confidence.
//
// # Approximations
//
// Two claims are of one thing if somebody waits at one place in both, or if they are about one variable, or one
// WaitGroup, by name. Another mistake there is not told then (fewer deadlocks, fewer races); the claim that is left
// leads to the place.
//
// # Example
//
// A function that locks a mutex twice is found by internal/lockpaths, whoever calls it, and by internal/lockorder, if a
// goroutine in view does. The first is told (Y1): it is a fact about the function.
//
// # Tests
//
// TestWeaker and TestNeverByWeaker check (Y0) on claims, TestMergeAblation in the module's root takes each row away,
// TestMerging holds docs/merging.md against the table.
package merge
