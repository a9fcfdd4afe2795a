// This file answers what is known of two places (syncvet why): it asks the detector that grades pairs, and words what
// it says.

package racecheck

import (
	"fmt"
	"go/token"
	"slices"

	"golang.org/x/tools/go/analysis"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/asked"
	"github.com/syncvet/syncvet/internal/evidence"
	"github.com/syncvet/syncvet/internal/link"
	"github.com/syncvet/syncvet/internal/linked"
	"github.com/syncvet/syncvet/internal/program"
	"github.com/syncvet/syncvet/internal/report"
	"github.com/syncvet/syncvet/passes/access"
)

// between sends what is known of pairs of places through the findings' channel: one diagnostic for each pair.
func between(
	pass *analysis.Pass, res *linked.Result, acc *access.Result, opt *linked.Options, pairs [][2]string,
) {
	if len(pass.Files) == 0 {
		return
	}
	r := &reporter{linked.NewReporter(pass, opt, res.Source)}
	out := make([]report.Between, len(pairs))
	places := make([][2]place, len(pairs))
	questions := make([]asked.Question, len(pairs))
	for k, p := range pairs {
		places[k] = [2]place{r.place(pass, acc, p[0]), r.place(pass, acc, p[1])}
		out[k] = report.Between{Schema: report.SchemaVersion, Pkg: res.Source.Pkg.Source.Path, Places: p}
		out[k].Known = [2]bool{places[k][0].known, places[k][1].known}
		questions[k] = asked.Question{places[k][0].means, places[k][1].means}
	}
	out[0].Failed = res.Ask(func(p *program.Program) {
		for k, reply := range p.Between(questions) {
			out[k].Linked, out[k].Reached = true, reply.Reached
			for i := range reply.Answers {
				x := &reply.Answers[i]
				for n := range x.Ends {
					x.Ends[n].Last().Pos = places[k][n].shown(x.Ends[n].Last().Pos)
				}
				out[k].Pairs = append(out[k].Pairs, r.judged(x))
			}
		}
	})
	for k := range out {
		pass.Report(analysis.Diagnostic{
			Pos:      pass.Files[0].Package,
			Category: report.BetweenCategory,
			Message:  report.BetweenLine(&out[k]),
		})
	}
}

// A place is one that a user asks about, as one package knows it.
type place struct {
	spec  report.Place                    // a line or a function
	known bool                            // the package has it
	other map[link.Position]link.Position // accesses that stand for some of the line, and which of these
	r     *reporter                       // what words findings of the package
}

// place finds what a user means in the package.
func (r *reporter) place(pass *analysis.Pass, acc *access.Result, text string) place {
	p := place{spec: report.ParsePlace(text), r: r, other: map[link.Position]link.Position{}}
	if p.spec.Line == 0 {
		p.known = slices.ContainsFunc(acc.Source.Pkg.Source.Units, func(u facts.Unit) bool {
			return p.names(u.Sym)
		})
		return p
	}
	at := func(pos token.Pos) link.Position {
		file, line, col := acc.Source.Position(pos)
		return link.Position{File: file, Line: uint32(line), Col: uint32(col)}
	}
	for _, f := range pass.Files {
		p.known = p.known || p.within(at(f.Package)) && p.spec.Line <= pass.Fset.File(f.Package).LineCount()
	}
	for _, m := range acc.Merged {
		if own := at(m.At); p.there(own) {
			p.other[at(m.Into)] = own
		}
	}
	return p
}

// means reports whether an access is meant: one of the line, or one that stands for some of the line, or one of the
// function and the literals in it.
func (p *place) means(at link.Position, fn facts.Symbol) bool {
	if p.spec.Line == 0 {
		return p.names(fn)
	}
	return p.other[at] != link.Position{} || p.there(at)
}

// names reports whether a function is meant.
func (p *place) names(fn facts.Symbol) bool {
	return p.spec.Func(fn.Pkg, p.r.Places.PackageName(fn.Pkg), linked.FuncName(fn))
}

// there reports whether a position lies in the line.
func (p *place) there(at link.Position) bool { return int(at.Line) == p.spec.Line && p.within(at) }

// within reports whether a position lies in the file.
func (p *place) within(at link.Position) bool { return p.spec.In(p.r.Places.Report(at)) }

// shown is where an access stands, seen from the line that is asked about.
func (p *place) shown(at link.Position) link.Position {
	if own := p.other[at]; own != (link.Position{}) && !p.there(at) {
		return own
	}
	return at
}

// judged words what is known of a pair.
func (r *reporter) judged(x *asked.Answer) report.Judged {
	race := evidence.Evidence{Ends: x.Ends[:]}
	out := report.Judged{
		Variable: variable(&race, report.Pos{}).Name,
		Accesses: [2]report.Access{r.access(&x.Ends[0]), r.access(&x.Ends[1])},
	}
	switch rule := x.Verdict.Rule; {
	case x.Lack != asked.LackNone:
		out.Verdict, out.Reason = lacks[x.Lack].verdict, lacks[x.Lack].reason
	case x.Harmless():
		out.Verdict, out.Rule, out.Reason = report.NoRace, rule.ID, rule.Title
	case rule != nil && x.First != (facts.Symbol{}):
		out.Verdict, out.Rule = report.Assumed, rule.ID
		out.Reason = "callers are assumed to call " + linked.FuncName(x.First) +
			" before the other methods; nothing else orders them"
	case rule != nil:
		out.Verdict, out.Rule, out.Reason = rule.Effect.String(), rule.ID, rule.Title
		if how, ok := kept[x.Kept]; ok && len(x.Commons) == 0 {
			out.Reason = how
		}
	default:
		out.Verdict, out.Confidence = report.MayRace, linked.Confidences[x.Verdict.Confidence()]
		out.Reason = ordering(&race).Reason
		if out.Confidence == report.Low {
			out.Verdict, out.Reason, out.Rule = report.Unlikely, x.Verdict.Doubts[0].Title, x.Verdict.Doubts[0].ID
		}
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
var lacks = map[asked.Lack]struct {
	verdict string // as in report.Judged
	reason  string // a sentence without full stop
}{
	asked.Impassable: {
		"impossible",
		"constants, or what is never set, keep every goroutine in view from one of the accesses",
	},
	asked.Harmless:     {report.NoRace, "neither access writes, or both are atomic"},
	asked.NeverWritten: {report.NoRace, "nobody in view writes to it while others may see it"},
	asked.OneGoroutine: {"one goroutine", "the same goroutine makes both accesses, and there is only one of it"},
	asked.OwnObjects: {
		"different objects",
		"no object is used by two goroutines at these places: each goroutine has its own",
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

// kept are the words for what keeps two accesses apart, other than a lock.
var kept = map[asked.Kept]string{
	asked.KeptByOnce: "both are in the function of one Once",
	asked.KeptBySlot: "both hold the one slot of a semaphore that is made of a channel",
	asked.KeptByTurn: "they take turns: by messages there and back only one of them is active at a time",
	asked.KeptByUnset: "under the lock under which alone an atomic is set one has found it unset, and the other knows " +
		"that it is set",
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
	if e.Assumed {
		return "the order of the assumed client's calls: it makes the object before other goroutines have it"
	}
	words := edges[e.Kind]
	side := func(k int, p link.Position) string {
		if p.Line == 0 {
			return words[k]
		}
		return words[k] + " at " + linked.Short(p)
	}
	return side(0, e.From) + ", then " + side(1, e.To)
}
