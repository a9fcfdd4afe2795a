// Package evidence is what every engine hands to the checkers: what is wrong, how certain that is and why not more, and
// what each goroutine of it does.
//
// # Problem
//
// Races of a link, guards of a package, cycles of locks, walks through scopes, ways through functions and uses of
// fields are found by engines that know nothing of each other. What they find differs in how it was found, not in what
// a reader wants to know. One type for all of it lets one step (internal/merge) compare what they say of one place, and
// lets the checkers put it into words without knowing the engine.
//
// # Rules
//
//   - (E1) An Evidence is a claim: its Kind says what goes wrong, its Engine how it is known, its Grade how certain it
//     is. Nothing else grades.
//   - (E2) Each Doubt has the id of the rule that raises it. What is of low or medium confidence has at least one.
//   - (E3) An End is one goroutine: how it starts, how it gets there, what it does and which locks it holds. Its last
//     step is the access, the wait or the failure that the claim is about. The first end is the one to report at.
//   - (E4) What only one kind of claims has is a part of its own: Racing for two accesses, Guarding for a lock that is
//     held elsewhere, Waiting for goroutines that wait.
//
// # Invariants
//
// Evidence is plain data: it knows no SSA, no link and no report, so that engines on either side of the facts can make
// it.
//
// # Tests
//
// Plain data: what the engines put into it is held by testdata (go test . -run TestQuick) and by TestMergeAblation and
// TestSameWhateverShown of the module's root.
package evidence
