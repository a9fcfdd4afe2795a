// This file is the analyzer deadlockcheck and its run: ask, report.

package deadlockcheck

import (
	"slices"
	"time"

	"golang.org/x/tools/go/analysis"

	"github.com/syncvet/syncvet/internal/evidence"
	"github.com/syncvet/syncvet/internal/fieldwaits"
	"github.com/syncvet/syncvet/internal/linked"
	"github.com/syncvet/syncvet/internal/lockpaths"
	"github.com/syncvet/syncvet/internal/merge"
	"github.com/syncvet/syncvet/internal/program"
	"github.com/syncvet/syncvet/internal/report"
	"github.com/syncvet/syncvet/internal/ruledoc"
)

// Analyzer reports deadlocks.
var Analyzer = New()

// New makes an analyzer with flags of its own, for a process that asks with several settings.
func New() *analysis.Analyzer {
	opt := &linked.Options{}
	a := &analysis.Analyzer{
		Name:     "deadlockcheck",
		Doc:      ruledoc.CheckerDoc("deadlockcheck"),
		URL:      ruledoc.IndexURL,
		Requires: []*analysis.Analyzer{linked.Analyzer, lockpaths.Analyzer},
		Run:      func(pass *analysis.Pass) (any, error) { return nil, run(pass, opt) },
	}
	opt.Register(&a.Flags, "what lies")
	opt.Note(&a.Flags)
	return a
}

// run reports the problems of the linked package. It never fails: what goes wrong is a note in the summary.
func run(pass *analysis.Pass, opt *linked.Options) error {
	start := time.Now()
	res := pass.ResultOf[linked.Analyzer].(*linked.Result)
	own := pass.ResultOf[lockpaths.Analyzer].(*lockpaths.Result)
	pkg := res.Source.Pkg.Source
	opt = opt.For(res.Source)
	sum := &report.Summary{Schema: report.SchemaVersion, Pkg: pkg.Path, Part: true, Counters: map[string]int64{}}
	r := &reporter{Reporter: linked.NewReporter(pass, opt, res.Source)}
	opt.Try(res, sum)
	claims, named := own.Mistakes(), slices.Concat(own.Standstills(), fieldwaits.Find(own), own.Inversions())
	before := time.Since(start)
	failed := res.Ask(func(p *program.Program) {
		start = time.Now().Add(-before) // who asks first waits for the link, which is not this checker's
		claims = append(claims, p.Problems(opt.View())...)
		count(sum, p.Stats())
	})
	claims = append(claims, named...)
	for k := range claims {
		claims[k].Ask(opt.Witness)
	}
	if opt.Witness != nil {
		claims = append(claims, evidence.Further(claims, opt.Witness.ShownStalls(), max(opt.Weakest(), evidence.Medium))...)
	}
	for _, k := range merge.Told(claims, opt.Weakest(), opt.Without) {
		r.report(&claims[k])
	}
	r.Stale("deadlockcheck", failed != nil || len(pkg.Notes) > 0)
	if failed != nil {
		sum.Notes, sum.Incomplete = append(sum.Notes, *failed), true
	}
	sum.Counters["deadlocks.time.us"] = time.Since(start).Microseconds()
	sum.Counters["deadlocks.reported"] = int64(r.Reported)
	r.Summary(sum)
	return nil
}

// count puts what looking for deadlocks took into the summary.
func count(sum *report.Summary, st program.Stats) {
	for name, n := range map[string]int{
		"deadlocks.scopes":     st.Scopes,
		"deadlocks.states":     st.States,
		"deadlocks.unfinished": st.Unfinished,
	} {
		sum.Counters[name] = int64(n)
	}
}
