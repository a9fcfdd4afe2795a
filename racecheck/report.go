// This file turns races into diagnostics: grading, choice of the primary position, evidence.

package racecheck

import (
	"go/token"

	"golang.org/x/tools/go/analysis"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/linked"
	"github.com/syncvet/syncvet/internal/program"
	"github.com/syncvet/syncvet/internal/report"
)

// A reporter reports the races of one pass.
type reporter struct {
	pass     *analysis.Pass
	opt      *options
	places   *linked.Places
	reported int
}

// weakest is the weakest confidence that passes the flag.
func (o *options) weakest() program.Confidence {
	switch o.confidence {
	case "high":
		return program.High
	case "low":
		return program.Low
	}
	return program.Medium
}

// report reports one race, unless it lies in generated code only.
func (r *reporter) report(x *program.Race) {
	if x.Ends[0].Flags&x.Ends[1].Flags&facts.Generated != 0 {
		return
	}
	at, via := r.anchor(x)
	pos := r.places.Pos(at)
	if pos == token.NoPos {
		return
	}
	r.emit(pos, r.finding(x, at, via))
}

// emit hands a finding to the driver.
func (r *reporter) emit(pos token.Pos, f *report.Finding) {
	d := analysis.Diagnostic{Pos: pos, Category: f.Rule, URL: "#" + f.Rule, Message: f.Message}
	for _, e := range report.Evidence(f) {
		if p := r.places.Find(e.Pos); p != token.NoPos {
			d.Related = append(d.Related, analysis.RelatedInformation{Pos: p, Message: e.Message})
		}
	}
	if r.opt.evidence {
		d.Related = append(d.Related, analysis.RelatedInformation{Pos: pos, Message: report.EvidenceLine(f)})
	}
	r.reported++
	r.pass.Report(d)
}

// finding fills the contract's form.
func (r *reporter) finding(x *program.Race, at program.Position, via string) *report.Finding {
	f := &report.Finding{
		Schema: report.SchemaVersion, Rule: rule(x), Level: "error", Confidence: linked.Confidences[x.Confidence],
		Pos: r.places.Report(at), Via: via, Variable: variable(x, r.places.Report(x.Alloc)), Ordering: r.ordering(x), Others: x.Others,
		Accesses: [2]report.Access{r.access(&x.Ends[0]), r.access(&x.Ends[1])},
	}
	if x.Ends[0].Flags&x.Ends[1].Flags&facts.InTest != 0 {
		f.Level = "warning"
	}
	if f.Rule == "RC1003" {
		f.Notes = append(f.Notes, `concurrent map access can crash the program ("fatal error: concurrent map writes"), which recover cannot catch`)
	}
	f.ID = report.Fingerprint(f)
	f.Message = report.Headline(f)
	return f
}

// anchor chooses the primary position: the first end if it stands in this package, else the innermost place of its path,
// then of the path to its goroutine's start, that does. The second result says what stands there when it is no access.
// Of an atomic and a plain access the plain one is to be changed.
func (r *reporter) anchor(x *program.Race) (program.Position, string) {
	if x.Ends[0].Access.Kind.Atomic() && !x.Ends[1].Access.Kind.Atomic() {
		r.first(x, 1)
	}
	for k := range x.Ends {
		if e := &x.Ends[k]; e.Pos.File.Pkg == r.places.Own {
			r.first(x, k)
			return x.Ends[0].Pos, ""
		}
	}
	for k := range x.Ends {
		if at, via, ok := r.via(&x.Ends[k]); ok {
			r.first(x, k)
			return at, via
		}
	}
	return program.Position{}, ""
}

// first makes end k the first.
func (r *reporter) first(x *program.Race, k int) {
	if k == 1 {
		x.Ends[0], x.Ends[1] = x.Ends[1], x.Ends[0]
	}
}

// via finds the innermost place of this package that leads to an access.
func (r *reporter) via(e *program.End) (program.Position, string, bool) {
	own := func(p program.Position) bool { return p.File.Pkg == r.places.Own && p.Line != 0 }
	for k := len(e.Path) - 1; k > 0; k-- {
		if own(e.Path[k].Call) {
			return e.Path[k].Call, "call of " + linked.FuncName(e.Path[k].Func), true
		}
	}
	if own(e.Goroutine.Site) {
		if e.Goroutine.API != (facts.Symbol{}) {
			return e.Goroutine.Site, "callback registered here", true
		}
		return e.Goroutine.Site, "goroutine started here", true
	}
	for k := len(e.Goroutine.Chain) - 1; k > 0; k-- {
		if c := e.Goroutine.Chain[k]; own(c.Call) {
			return c.Call, "call of " + linked.FuncName(c.Func), true
		}
	}
	return program.Position{}, "", false
}

// summary sends the package's summary through the findings' channel.
func (r *reporter) summary(s *report.Summary) {
	if len(r.pass.Files) == 0 {
		return
	}
	r.pass.Report(analysis.Diagnostic{Pos: r.pass.Files[0].Package, Category: report.SummaryCategory, Message: report.SummaryLine(s)})
}
