// This file is what all checkers do with their findings: the place that leads to one, and the way to the driver.

package linked

import (
	"go/token"
	"slices"

	"golang.org/x/tools/go/analysis"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/directive"
	"github.com/syncvet/syncvet/internal/evidence"
	"github.com/syncvet/syncvet/internal/fix"
	"github.com/syncvet/syncvet/internal/link"
	"github.com/syncvet/syncvet/internal/report"
	"github.com/syncvet/syncvet/internal/ruledoc"
	"github.com/syncvet/syncvet/passes/source"
)

// A Reporter hands the findings of one pass to the driver.
type Reporter struct {
	Pass     *analysis.Pass         // the driver's
	Opt      *Options               // what is shown
	Places   *Places                // where findings stand
	Reported int                    // findings so far
	Used     map[directive.Key]bool // directives that left out findings

	src  *source.Result   // names and comments of the package
	told *directive.Table // the package's directives
}

// NewReporter makes the reporter of a pass over a package.
func NewReporter(pass *analysis.Pass, opt *Options, src *source.Result) Reporter {
	own := src.Pkg.Source
	return Reporter{
		Pass:   pass,
		Opt:    opt,
		Places: NewPlaces(pass, own.Path),
		Used:   map[directive.Key]bool{},
		src:    src,
		told:   directive.NewTable(own.Directives),
	}
}

// Module is the module of the package analysed; empty if unknown.
func (r *Reporter) Module() string { return r.src.Pkg.Source.Module }

// Emit hands a finding to the driver, unless a directive covers the place where it stands, or one of those that count
// as the finding, or the settings leave it out.
func (r *Reporter) Emit(pos token.Pos, f *report.Finding, places ...report.Pos) {
	for _, p := range append([]report.Pos{f.Pos}, places...) {
		file := facts.Symbol{Kind: facts.SymFile, Pkg: p.Pkg, Name: p.File}
		if k, ok := r.told.Line(f.Rule, file, uint32(p.Line)); ok {
			r.Used[k] = true
			return
		}
	}
	f.UseNames(r.Places.PackageName)
	if !r.Opt.Settings.Apply(f) || !r.Opt.Tests && f.InTests() {
		return
	}
	d := analysis.Diagnostic{Pos: pos, Category: f.Rule, URL: ruledoc.URL(f.Rule), Message: f.Message}
	for _, e := range report.Evidence(f) {
		if p := r.Places.Find(e.Pos); p != token.NoPos {
			d.Related = append(d.Related, analysis.RelatedInformation{Pos: p, Message: e.Message})
		}
	}
	d.SuggestedFixes = fix.For(r.Pass, f, r.Places.Find)
	if r.Opt.Evidence {
		d.Related = append(d.Related, analysis.RelatedInformation{Pos: pos, Message: report.EvidenceLine(f)})
	}
	r.Reported++
	r.Pass.Report(d)
}

// Via finds the innermost place of this package that leads to the end of a call path: on the path, where its goroutine
// starts, or on the way there. The second result says what stands there.
func (r *Reporter) Via(path []evidence.Frame, g *evidence.Goroutine) (link.Position, string, bool) {
	own := func(p link.Position) bool { return p.File.Pkg == r.Places.Own && p.Line != 0 }
	call := func(frames []evidence.Frame) (link.Position, string, bool) {
		for k := len(frames) - 1; k > 0; k-- {
			if own(frames[k].Call) {
				return frames[k].Call, "call of " + FuncName(frames[k].Func), true
			}
		}
		return link.Position{}, "", false
	}
	if at, via, ok := call(path); ok {
		return at, via, true
	}
	if own(g.Site) {
		if g.API != (facts.Symbol{}) {
			return g.Site, "callback registered here", true
		}
		return g.Site, "goroutine started here", true
	}
	return call(g.Chain)
}

// Summary sends what the package cost through the findings' channel, if evidence is asked for.
func (r *Reporter) Summary(s *report.Summary) {
	if !r.Opt.Evidence || len(r.Pass.Files) == 0 {
		return
	}
	r.Pass.Report(
		analysis.Diagnostic{Pos: r.Pass.Files[0].Package, Category: report.SummaryCategory, Message: report.SummaryLine(s)},
	)
}

// Directives are those of the package and of what it imports.
func (r *Reporter) Directives() *directive.Table {
	list := slices.Clone(r.src.Pkg.Source.Directives)
	for _, p := range r.src.Imports {
		list = append(list, p.Source.Directives...)
	}
	return directive.NewTable(list)
}

// Covers reports whether a directive of a table covers a race that runs show; it counts as used then.
func (r *Reporter) Covers(told *directive.Table, rule string, x *evidence.Evidence) bool {
	a, b := x.Ends[0].Last(), x.Ends[1].Last()
	calls := func(k int) (list []facts.Symbol) {
		for _, f := range x.Ends[k].Path {
			list = append(list, f.Func)
		}
		return list
	}
	key, ok := told.Race(rule, [2]facts.Position{a.Pos, b.Pos}, [2]facts.Symbol{a.Name, b.Name}, calls)
	if ok {
		r.Used[key] = true
	}
	return ok
}
