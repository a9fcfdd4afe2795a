// Package hosts runs syncvet in the programs that host it, on one corpus, to hold what they report equal and to measure
// what it costs there.
//
// # Problem
//
// Each host has its own loader, its own way to pass facts, its own cache and its own idea of what a diagnostic shows. A
// finding must be the same in all of them: same rule, same place, same headline, same identity.
//
// # Rules
//
//   - (O1) Two findings are the same if file, line and headline are; and, where the host carries it, the identity
//     (internal/report P3).
//   - (O2) A driver says what its host shows, each finding once: a package and its test variant show the same.
//   - (O3) nogo is imitated, because it needs Bazel: facts in files by import path, direct imports only, none of std,
//     of other repositories nothing but facts, no module, no config file, no way to read a file, no place beside the
//     message. The rest of the contract is that of go/analysis. With -full, the nogo of rules_go is built and called as
//     Bazel's builder calls it, so that the imitation is held equal to it.
//   - (O4) A difference is a failure, unless a row of Exceptions gives the reason.
//
// # Tests
//
// These are tests: TestEqual compares hosts, TestNogoPage and its like what documentation shows; -full builds the
// hosts.
package hosts
