// Package ruledoc is the documentation of the kinds of findings, for users: one Rule per kind, with a program that has
// the fault and the same program repaired. `syncvet explain`, the rules of SARIF, the pages of docs/rules and what the
// analyzers say of themselves are made from it, so that each text is written once. It knows neither findings nor
// formats.
//
// # Tests
//
// TestRulePages holds docs/rules against this package; TestRulePrograms in the module's root wants the bad example
// reported and the good one not.
package ruledoc
