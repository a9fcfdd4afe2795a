// Package report is what a finding says and how it is said: the data, the words, and the output formats.
//
// # Problem
//
// A finding passes through hosts that drop most of it: a code review shows one line, go vet one line and some places,
// our own front everything. It is also found more than once, from a package and from its test variant, and must be
// recognised from one week to the next while the lines around it move.
//
// # Rules
//
//   - (P1) The headline is one self-contained line of at most 200 bytes: variable, both accesses, rule. All else is
//     evidence that a host may drop.
//   - (P2) The headline does not depend on who asks: it names a place by its base name in the package of the primary
//     position, otherwise by import path without the elements that both paths begin with. Only renderers know the
//     working directory.
//   - (P3) A fingerprint is made of names only, never of line numbers, and does not tell which access came first.
//   - (P4) Findings with one fingerprint are one finding; the strongest is kept and counts the rest.
//   - (P5) Frames of the standard library between two frames of user code are folded: nobody debugs them.
//   - (P7) Findings are grouped only where the reader asks for it (View.Group): by variable, or by the object that
//     holds it, as Chord's field-based and object-based views. A finding is one variable and one missing protection
//     already; it counts the further pairs of accesses, and keeps the first few pairs of call paths (Finding.Pairs).
//   - (P8) A baseline knows findings by names: first by fingerprint, then without the numbers of function literals,
//     then by rule, variable and one common end. Each entry stands for one finding, so that a second race on a known
//     variable is new.
//   - (P6) The JSON form is a schema with a version: fields are added, never renamed.
//
// # Evidence channel
//
// An analysis.Diagnostic has no room for a Finding. With the flag -evidence a checker appends one related place whose
// message is EvidenceLine, and one diagnostic of category SummaryCategory for each package; ParseEvidence and
// ParseSummary read them back. The channel is cached with the diagnostics, so that a warm run knows as much as a cold
// one.
//
// # Approximations
//
//   - Two races in one function on one variable with equal kinds and equal goroutines share a fingerprint (fewer
//     reports; the count of others tells).
//   - The standard library is recognised by the first element of the import path; a module named after a directory of
//     std is folded too, unless it is the module analysed.
//
// # Tests
//
// The tests here render findings made for them: TestHeadlineLength (P1), TestNear (P2), TestFingerprint (P3), TestDedup
// (P4), TestViews (P7), TestBaselineEdits (P8), TestChannel; TestSARIFSchema checks a format against its schema.
package report
