// This file makes an analyzer for each severity, for editors whose severities belong to analyzers.

package analyzers

import (
	"golang.org/x/tools/go/analysis"

	"github.com/syncvet/syncvet/internal/report"
)

// A Severity is how loudly an editor shows a finding, as the language server protocol numbers it.
type Severity int

// The severities.
const (
	SeverityError       Severity = 1 // two proven goroutines, unordered, in code that is no test
	SeverityWarning     Severity = 2 // medium confidence; high confidence in tests; comments that are not understood
	SeverityInformation Severity = 3 // medium confidence in tests
	SeverityHint        Severity = 4 // low confidence
)

// A GradedAnalyzer reports the findings of one severity.
type GradedAnalyzer struct {
	Analyzer *analysis.Analyzer // it runs like any other; the collectors that it requires are shared
	Severity Severity           // that its findings are to be shown with
}

// Graded makes analyzers that together report what all checkers find, each the findings of one severity, with their
// related places. An error says which setting is not understood.
func Graded(opt Options) ([]GradedAnalyzer, error) {
	collectors, err := opt.collectors()
	if err != nil {
		return nil, err
	}
	var list []GradedAnalyzer
	for _, g := range []struct {
		name     string   // of the analyzer
		severity Severity // of what it reports
	}{
		{"syncvet", SeverityError},
		{"syncvetwarn", SeverityWarning},
		{"syncvetinfo", SeverityInformation},
		{"syncvethint", SeverityHint},
	} {
		a := &analysis.Analyzer{
			Name: g.name, Doc: doc, URL: "https://github.com/syncvet/syncvet/tree/main/docs/rules", Requires: collectors,
			Run: func(pass *analysis.Pass) (any, error) {
				for _, f := range collected(pass, collectors) {
					if f.severity() == g.severity {
						pass.Report(f.Diagnostic)
					}
				}
				return nil, nil
			},
		}
		list = append(list, GradedAnalyzer{a, g.severity})
	}
	return list, nil
}

// severity grades a finding by its level and confidence.
func (f *finding) severity() Severity {
	if f.evidence == nil {
		return SeverityWarning
	}
	inTests := f.evidence.Level != "error"
	switch f.evidence.Confidence {
	case report.High:
		if inTests {
			return SeverityWarning
		}
		return SeverityError
	case report.Medium:
		if inTests {
			return SeverityInformation
		}
		return SeverityWarning
	}
	return SeverityHint
}
