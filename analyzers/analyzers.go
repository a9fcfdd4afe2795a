// This file lists the analyzers for hosts that show diagnostics as they are.

package analyzers

import (
	"golang.org/x/tools/go/analysis"

	"github.com/syncvet/syncvet/deadlockcheck"
	"github.com/syncvet/syncvet/racecheck"
)

// Checkers lists the analyzers that report: racecheck and deadlockcheck. They have flags, and share the passes that
// write facts.
func Checkers() []*analysis.Analyzer {
	return []*analysis.Analyzer{racecheck.Analyzer, deadlockcheck.Analyzer}
}

// New makes the analyzers that report with settings of their own. An error says which setting is not understood.
func New(opt Options) ([]*analysis.Analyzer, error) {
	checkers, err := opt.checkers()
	if err != nil {
		return nil, err
	}
	for _, a := range checkers {
		opt.filter(a)
	}
	return checkers, nil
}

// filter leaves out what the settings do not ask for.
func (o *Options) filter(a *analysis.Analyzer) {
	run, wanted := a.Run, o.wanted()
	a.Run = func(pass *analysis.Pass) (any, error) {
		filtered := *pass
		filtered.Report = func(d analysis.Diagnostic) {
			if wanted(d.Category) {
				pass.Report(d)
			}
		}
		return run(&filtered)
	}
}
