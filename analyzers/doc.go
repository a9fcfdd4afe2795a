// Package analyzers is syncvet for foreign hosts: programs that run go/analysis analyzers and want data races,
// deadlocks and goroutine leaks among what they report. It is the only package that syncvet exports for them, beside
// racecheck.Analyzer and deadlockcheck.Analyzer for Bazel's nogo, which wants a package for each analyzer.
//
//	for _, a := range analyzers.Checkers() { ... }             // multichecker, nogo: hosts that show related places
//	a, err := analyzers.Joined(analyzers.Options{...})         // golangci-lint: one diagnostic a line, with the evidence
//	graded, err := analyzers.Graded(analyzers.Options{...})    // editors: one analyzer for each severity
//
// # Rules
//
//   - (A1) Whatever the host, the findings are the same, at the same places, with the same headline and identity. Only
//     what a host cannot show is folded into what it can.
//   - (A2) A host that makes an issue of its own of every related place gets none (Joined): the evidence follows the
//     headline, on lines that do not look like file:line: to the matchers that turn output into annotations.
//   - (A3) A host that shows one issue a line gets one diagnostic a line (Joined), at the column of the first finding.
//   - (A4) Settings hold for the process: the passes that write facts are shared by all analyzers, and so are the
//     models and the name of the linter. Analyzers with different models need two processes.
//
// # Promise
//
// Names, fields and their meaning here follow semantic versioning: within a major version nothing is taken away and no
// default of Options changes; the same holds for the two variables Analyzer and their flags. Findings may come and go
// with any version, as the analysis gets better; their rules and identities stay what they are.
//
// # Tests
//
// TestSettings checks the form that models have behind a host's decoder; internal/hosts runs the analyzers in the hosts
// themselves.
package analyzers
