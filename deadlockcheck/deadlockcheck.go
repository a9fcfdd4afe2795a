// This file is the analyzer deadlockcheck and its run: ask, report.

package deadlockcheck

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"golang.org/x/tools/go/analysis"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/explain"
	"github.com/syncvet/syncvet/internal/link"
	"github.com/syncvet/syncvet/internal/linked"
	"github.com/syncvet/syncvet/internal/lockpaths"
	"github.com/syncvet/syncvet/internal/program"
	"github.com/syncvet/syncvet/internal/report"
	"github.com/syncvet/syncvet/internal/ruledoc"
	"github.com/syncvet/syncvet/internal/waits"
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
	alone := mistakes(own, opt.Weakest())
	for _, x := range alone {
		r.report(&x)
	}
	named := byName(own)
	var seen []waits.Problem
	before := time.Since(start)
	failed := res.Ask(func(p *program.Program) {
		start = time.Now().Add(-before) // who asks first waits for the link, which is not this checker's
		seen = met(own, p.Problems(opt.View()))
		count(sum, p.Stats())
	})
	for _, x := range contend(unsaid(seen, alone), named, opt.Weakest()) {
		r.report(&x)
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
	for name, n := range map[string]int{"deadlocks.scopes": st.Scopes, "deadlocks.states": st.States, "deadlocks.unfinished": st.Unfinished} {
		sum.Counters[name] = int64(n)
	}
}

// byName is what is judged by the names of locks and fields, whoever runs the functions.
func byName(own *lockpaths.Result) []waits.Problem {
	return slices.Concat(standstills(own), lonely(own), lostWakeups(own), inversions(own))
}

// unsaid is what goroutines in view do, but for locks taken twice, and Onces that wait for themselves, that a
// function's own mistakes name already.
func unsaid(seen, alone []waits.Problem) []waits.Problem {
	same := func(x, y *waits.Problem) bool {
		a, b := x.Threads[0].Steps, y.Threads[0].Steps
		if lastStep(x).Pos != lastStep(y).Pos {
			return false
		}
		once := lastStep(x).Act == waits.ActWaitsOnce && lastStep(y).Act == waits.ActWaitsOnce
		return once && y.Confidence <= x.Confidence ||
			x.Kind == waits.SelfDeadlock && y.Kind == x.Kind && len(a) == len(b) && a[0].Pos == b[0].Pos
	}
	return slices.DeleteFunc(slices.Clone(seen), func(x waits.Problem) bool {
		return slices.ContainsFunc(alone, func(y waits.Problem) bool { return same(&x, &y) })
	})
}

// contend joins what goroutines in view do to each other and what names show, as far as it is certain enough. Where
// both tell of a wait at one place, the more certain one is kept; of equally certain ones that with goroutines in view,
// unless users are assumed there.
// So what is shown of one confidence does not depend on whether weaker ones are shown.
func contend(seen, named []waits.Problem, weakest explain.Confidence) []waits.Problem {
	assumed := func(x waits.Problem) bool { return x.Assumed }
	inView, byName := surest(slices.DeleteFunc(slices.Clone(seen), assumed)), surest(named)
	all := surest(seen)
	beaten := func(x *waits.Problem, others map[link.Position]explain.Confidence, tie bool) bool {
		return slices.ContainsFunc(waitPlaces(x), func(at link.Position) bool {
			c := others[at]
			return c != 0 && (c < x.Confidence || tie && c == x.Confidence)
		})
	}
	var kept []waits.Problem
	for _, x := range seen {
		if !beaten(&x, byName, x.Assumed) && x.Confidence <= weakest {
			kept = append(kept, x)
		}
	}
	for _, x := range named {
		if !beaten(&x, inView, true) && !beaten(&x, all, false) && x.Confidence <= weakest {
			kept = append(kept, x)
		}
	}
	return oncePerCounter(kept)
}

// A counter is a WaitGroup: a field or package variable, or a local variable of a function and its literals.
type counter struct {
	name facts.Symbol
	in   string // the function of a local variable; else ""
}

// counterOf is the WaitGroup of which a Done is one too many; zero if the problem is another one, or its name unknown.
func counterOf(x *waits.Problem) counter {
	last := lastStep(x)
	switch {
	case x.Kind != waits.Misuse || last.Act != waits.ActDone:
		return counter{}
	case x.Name.Kind == facts.SymLocal:
		in, _, _ := strings.Cut(last.Func.Name, "$")
		return counter{x.Name, in}
	}
	return counter{x.Name, ""}
}

// oncePerCounter keeps the most certain one of the problems with which the counter of one WaitGroup becomes negative:
// which Done is one too many is a matter of what comes first.
func oncePerCounter(list []waits.Problem) []waits.Problem {
	best := map[counter]int{}
	for k := range list {
		c := counterOf(&list[k])
		if old, ok := best[c]; c != (counter{}) && (!ok || list[k].Confidence < list[old].Confidence) {
			best[c] = k
		}
	}
	var kept []waits.Problem
	for k := range list {
		if c := counterOf(&list[k]); c == (counter{}) || best[c] == k {
			kept = append(kept, list[k])
		}
	}
	return kept
}

// surest is where the goroutines of problems wait, and how certain the most certain problem there is.
func surest(list []waits.Problem) map[link.Position]explain.Confidence {
	at := map[link.Position]explain.Confidence{}
	for i := range list {
		for _, pos := range waitPlaces(&list[i]) {
			at[pos] = min(cmp.Or(at[pos], explain.Low), list[i].Confidence)
		}
	}
	return at
}

// waitPlaces is where the goroutines of a problem wait. Of what a name shows outside cycles only the first one is one
// that waits for sure.
func waitPlaces(x *waits.Problem) []link.Position {
	var list []link.Position
	for k := range x.Threads {
		if s := x.Threads[k].Steps; k == 0 || !x.Local || x.Kind == waits.LockCycle {
			list = append(list, s[len(s)-1].Pos)
		}
	}
	return list
}
