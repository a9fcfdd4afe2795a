// This file is the entry point: the repairs of a finding.

package fix

import (
	"go/token"

	"golang.org/x/tools/go/analysis"

	"github.com/syncvet/syncvet/internal/report"
)

// For gives the repair of a finding; nil if none is certain. find gives the place of a position in the package
// analysed, token.NoPos for others.
func For(pass *analysis.Pass, f *report.Finding, find func(report.Pos) token.Pos) []analysis.SuggestedFix {
	m := &mender{pass: pass, find: find}
	tries := []func(*report.Finding) *analysis.SuggestedFix{m.iterationCopy, m.addBeforeGo, m.deferUnlock, m.writeLock}
	for _, try := range tries {
		if fix := try(f); fix != nil {
			return []analysis.SuggestedFix{*fix}
		}
	}
	return nil
}
