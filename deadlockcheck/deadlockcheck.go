// This file is the analyzer deadlockcheck and its run: ask, report.

package deadlockcheck

import (
	"slices"
	"time"

	"golang.org/x/tools/go/analysis"

	"github.com/syncvet/syncvet/internal/explain"
	"github.com/syncvet/syncvet/internal/linked"
	"github.com/syncvet/syncvet/internal/program"
	"github.com/syncvet/syncvet/internal/report"
	"github.com/syncvet/syncvet/passes/locks"
)

const doc = `report deadlocks and goroutines that never wake

deadlockcheck finds goroutines that wait for each other's locks, goroutines that wait for a lock they hold themselves, locks that
some way out of a function leaves held, and operations on channels, WaitGroups and conditions that nothing will ever complete.

The rules are DL2001 (lock-order cycle), DL2002 (self-deadlock, recursive read lock), DL2003 (missing unlock), DL2004 (blocked under
a lock that the partner needs), DL2005 (WaitGroup or Cond that never returns), DL2006 (lost wake-up), DL2007
(slot of a semaphore not returned), GL3001 (goroutine leak) and CM4001 (send on a closed
channel, double close, negative counter).`

// Analyzer reports deadlocks.
var Analyzer = New()

// New makes an analyzer with flags of its own, for a process that asks with several settings.
func New() *analysis.Analyzer {
	opt := &linked.Options{}
	a := &analysis.Analyzer{
		Name:     "deadlockcheck",
		Doc:      doc,
		URL:      report.RulesURL,
		Requires: []*analysis.Analyzer{linked.Analyzer, locks.Analyzer},
		Run:      func(pass *analysis.Pass) (any, error) { return nil, run(pass, opt) },
	}
	opt.Register(&a.Flags, "what lies")
	return a
}

// run reports the problems of the linked package. It never fails: what goes wrong is a note in the summary.
func run(pass *analysis.Pass, opt *linked.Options) error {
	start := time.Now()
	link := pass.ResultOf[linked.Analyzer].(*linked.Result)
	own := pass.ResultOf[locks.Analyzer].(*locks.Result)
	pkg := link.Source.Pkg.Source
	sum := &report.Summary{Schema: report.SchemaVersion, Pkg: pkg.Path, Part: true, Counters: map[string]int64{}}
	r := &reporter{Reporter: linked.NewReporter(pass, opt, link.Source)}
	for _, x := range mistakes(own, opt.Weakest()) {
		r.report(&x)
	}
	before := time.Since(start)
	failed := link.Ask(func(p *program.Program) {
		start = time.Now().Add(-before) // who asks first waits for the link, which is not this checker's
		r.linked(p, opt, sum)
	})
	r.byName(own, opt.Weakest())
	r.Stale("deadlockcheck", failed != nil || len(pkg.Notes) > 0)
	if failed != nil {
		sum.Notes, sum.Incomplete = append(sum.Notes, *failed), true
	}
	sum.Counters["deadlocks.time.us"] = time.Since(start).Microseconds()
	sum.Counters["deadlocks.reported"] = int64(r.Reported)
	r.Summary(sum)
	return nil
}

// linked reports what goroutines in view do to each other.
func (r *reporter) linked(p *program.Program, opt *linked.Options, sum *report.Summary) {
	for _, x := range p.Problems(opt.View()) {
		r.report(&x)
		r.remember(&x)
	}
	st := p.Stats()
	for name, n := range map[string]int{"deadlocks.scopes": st.Scopes, "deadlocks.states": st.States, "deadlocks.unfinished": st.Unfinished} {
		sum.Counters[name] = int64(n)
	}
}

// byName reports what is judged by the names of locks and fields, whoever runs the functions, where no goroutine in view does it.
func (r *reporter) byName(own *locks.Result, weakest explain.Confidence) {
	for _, x := range slices.Concat(standstills(own), lonely(own), lostWakeups(own)) {
		if x.Confidence <= weakest && !r.waits[lastStep(&x).Pos] {
			r.report(&x)
		}
	}
	for _, x := range inversions(own, weakest) {
		if !r.reportedCycle(&x) {
			r.report(&x)
		}
	}
}
