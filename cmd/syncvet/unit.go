// This file reduces the checkers to what go vet wants of a dependency.

package main

import "golang.org/x/tools/go/analysis"

// factsOnly is a checker reduced to the passes that it requires, which export facts, and to its flags, which go vet
// passes for dependencies too. Without this the driver would run it on every dependency.
func factsOnly(a *analysis.Analyzer) *analysis.Analyzer {
	quiet := *a
	quiet.Run = func(*analysis.Pass) (any, error) { return nil, nil }
	return &quiet
}
