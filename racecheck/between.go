// This file answers what is known of two places (syncvet why): it asks the detector that grades pairs, and words what
// it says.

package racecheck

import (
	"fmt"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/asked"
	"github.com/syncvet/syncvet/internal/link"
	"github.com/syncvet/syncvet/internal/linked"
	"github.com/syncvet/syncvet/internal/program"
	"github.com/syncvet/syncvet/internal/races"
	"github.com/syncvet/syncvet/internal/report"
)

// between sends what is known of two places, with a bar between, through the findings' channel.
func between(pass *analysis.Pass, res *linked.Result, opt *linked.Options, places string) {
	r := &reporter{linked.NewReporter(pass, opt, res.Source)}
	a, b, _ := strings.Cut(places, "|")
	out := report.Between{Schema: report.SchemaVersion, Pkg: res.Source.Pkg.Source.Path}
	out.Failed = res.Ask(func(p *program.Program) {
		list, reached := p.Between(r.meant(a), r.meant(b))
		out.Linked, out.Reached = true, reached
		for i := range list {
			out.Pairs = append(out.Pairs, r.judged(&list[i]))
		}
	})
	if len(pass.Files) > 0 {
		pass.Report(
			analysis.Diagnostic{Pos: pass.Files[0].Package, Category: report.BetweenCategory, Message: report.BetweenLine(&out)},
		)
	}
}

// meant says which accesses a place given by a user means: those of a line, or those of a function and the literals in
// it.
func (r *reporter) meant(place string) asked.Asker {
	spec := report.ParsePlace(place)
	return func(at link.Position, fn facts.Symbol) bool {
		if spec.Line == 0 {
			return spec.Func(fn.Pkg, r.Places.PackageName(fn.Pkg), linked.FuncName(fn))
		}
		return int(at.Line) == spec.Line && spec.In(r.Places.Report(at))
	}
}

// judged words what is known of a pair.
func (r *reporter) judged(x *asked.Answer) report.Judged {
	race := races.Race{Ends: x.Ends}
	out := report.Judged{
		Variable: variable(&race, report.Pos{}).Name,
		Accesses: [2]report.Access{r.access(&x.Ends[0]), r.access(&x.Ends[1])},
	}
	switch rule := x.Verdict.Rule; {
	case x.Lack != asked.LackNone:
		out.Verdict, out.Reason = lacks[x.Lack].verdict, lacks[x.Lack].reason
	case x.Harmless():
		out.Verdict, out.Rule, out.Reason = report.NoRace, rule.ID, rule.Title
	case rule != nil:
		out.Verdict, out.Rule, out.Reason = rule.Effect.String(), rule.ID, rule.Title
	default:
		out.Verdict, out.Confidence = report.MayRace, linked.Confidences[x.Verdict.Confidence()]
		out.Reason = r.ordering(&race).Reason
	}
	for _, d := range x.Verdict.Doubts {
		out.Doubts = append(out.Doubts, fmt.Sprintf("%s (%s: %s)", d.Title, d.ID, d.Effect))
	}
	for _, e := range x.Edges {
		out.By = append(out.By, r.edge(&e))
	}
	for _, l := range x.Commons {
		out.By = append(out.By, linked.LockName(l)+" is held at both")
	}
	r.named(&out)
	return out
}

// named spells packages by their names, as Emit does for findings.
func (r *reporter) named(p *report.Judged) {
	f := report.Finding{Pos: p.Accesses[0].Pos, Variable: report.Variable{Name: p.Variable}, Accesses: p.Accesses}
	f.Ordering.Reason, f.Ordering.Nearest = p.Reason, p.By
	f.UseNames(r.Places.PackageName)
	p.Variable, p.Reason, p.Names = f.Variable.Name, f.Ordering.Reason, f.Names
}

// lacks are the words for what leaves a pair out before the table is asked.
var lacks = map[asked.Lack]struct{ verdict, reason string }{
	asked.Impassable: {
		"impossible",
		"constants, or what is never set, keep every goroutine in view from one of the accesses",
	},
	asked.Harmless:     {report.NoRace, "neither access writes, or both are atomic"},
	asked.NeverWritten: {report.NoRace, "nobody in view writes to it while others may see it"},
	asked.OneGoroutine: {
		"one goroutine",
		"no object is used by two goroutines at these places: each goroutine has its own, or there is only one",
	},
	asked.NeverTogether: {
		"never together",
		"no run has both goroutines: they belong to different programs or tests, or to initialisation",
	},
	asked.Unshared: {
		"fresh",
		"the goroutine has made the object itself and not passed it on yet, or never comes there",
	},
}

// edges are the words for what orders accesses, by kind: what comes first, and what waits for it.
var edges = map[string][2]string{
	"started": {
		"go statement",
		"start of the goroutine",
	}, "message": {"send or close", "receive"}, "received": {"receive", "send that it completes"},
	"closed": {
		"close",
		"receive that sees the channel closed",
	}, "once": {"end of the Once's function", "return of Do"}, "observed": {"store", "load that sees it"},
	"waited": {"Done, or the end of the goroutine", "Wait"}, "follows": {"end of initialisation", "start of what follows"},
	"excluded": {
		"start of one goroutine",
		"start of the other: one waits for the other's goroutines, or only one happens",
	},
}

// edge words one step of what orders a pair.
func (r *reporter) edge(e *asked.OrderedBy) string {
	words := edges[e.Kind]
	side := func(k int, p link.Position) string {
		if p.Line == 0 {
			return words[k]
		}
		return words[k] + " at " + linked.Short(p)
	}
	return side(0, e.From) + ", then " + side(1, e.To)
}
