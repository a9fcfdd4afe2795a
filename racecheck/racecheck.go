// This file is the analyzer racecheck and its run: link, ask, report.

package racecheck

import (
	"maps"
	"time"

	"golang.org/x/tools/go/analysis"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/directive"
	"github.com/syncvet/syncvet/internal/evidence"
	"github.com/syncvet/syncvet/internal/linked"
	"github.com/syncvet/syncvet/internal/merge"
	"github.com/syncvet/syncvet/internal/program"
	"github.com/syncvet/syncvet/internal/races"
	"github.com/syncvet/syncvet/internal/report"
	"github.com/syncvet/syncvet/internal/ruledoc"
	"github.com/syncvet/syncvet/passes/access"
	"github.com/syncvet/syncvet/passes/source"
)

// Analyzer reports data races.
var Analyzer = New()

// New makes an analyzer with flags of its own, for a process that asks with several settings.
func New() *analysis.Analyzer {
	opt := &options{}
	a := &analysis.Analyzer{
		Name:     "racecheck",
		Doc:      ruledoc.CheckerDoc("racecheck"),
		URL:      ruledoc.IndexURL,
		Requires: []*analysis.Analyzer{linked.Analyzer, access.Analyzer},
		Run:      func(pass *analysis.Pass) (any, error) { return nil, run(pass, opt) },
	}
	opt.Register(&a.Flags, "races that lie")
	a.Flags.StringVar(
		&opt.Why,
		"why",
		"",
		"say what is known of two `places`, A|B, or of several pairs, A|B|C|D: file.go:LINE or a function each (syncvet why)",
	)
	a.Flags.BoolVar(
		&opt.Atomicity,
		"atomicity",
		false,
		"also report violations of atomicity and order that are no data races (AV5001, AV5002, AV5003)",
	)
	opt.Note(&a.Flags)
	return a
}

// options are the checker's flags.
type options struct {
	linked.Options
	Atomicity bool   // report AV5001 to AV5003
	Why       string // pairs of places that somebody asks about, with bars between all places; empty: none
}

// in gives the options for one package.
func (o *options) in(src *source.Result) *options {
	own := *o
	own.Options = *o.For(src)
	own.Atomicity = o.Choose("atomicity", o.Atomicity, own.Settings.Atomicity)
	return &own
}

// run links the package and reports its races. It never fails: what goes wrong is a note in the summary.
func run(pass *analysis.Pass, opt *options) error {
	start := time.Now()
	link := pass.ResultOf[linked.Analyzer].(*linked.Result)
	src := link.Source
	opt = opt.in(src)
	sum := &report.Summary{Schema: report.SchemaVersion, Pkg: src.Pkg.Source.Path, Counters: map[string]int64{}}
	acc := pass.ResultOf[access.Analyzer].(*access.Result)
	if opt.Why != "" {
		between(pass, link, acc, &opt.Options, report.ParsePairs(opt.Why))
	}
	opt.Try(link, sum)
	x := solve(link, opt, sum)
	r := &reporter{linked.NewReporter(pass, &opt.Options, src)}
	maps.Copy(r.Used, x.used)
	told := r.told(acc, &x, opt.Atomicity, sum)
	if opt.Why != "" { // who asks also wants to know which locks guard the variables there, and what a pool may reuse
		r.pooled(told.reused)
		for k := range x.races {
			if x.races[k].Stray { // no pair of the package's own link
				r.report(&x.races[k])
			}
		}
		return nil
	}
	for _, x := range merge.Joined(told.races, r.lead, opt.Without) {
		r.report(&x)
	}
	r.pooled(told.reused)
	r.violations(told.violations)
	r.stale(told.stale)
	sum.Counters["pairs.reported"] = int64(r.Reported)
	for _, imp := range append([]*facts.Package{src.Pkg}, src.Imports...) {
		for _, n := range imp.Source.Notes {
			sum.Notes = append(sum.Notes, report.Note{Pkg: imp.Source.Path, Kind: n.Kind, Text: n.Text})
		}
	}
	sum.Incomplete = len(sum.Notes) > 0
	r.Malformed()
	r.Config()
	r.Stale("racecheck", sum.Incomplete)
	measure(sum, src, start)
	r.Summary(sum)
	return nil
}

// A solution is what the linked package says.
type solution struct {
	races      []evidence.Evidence      // most certain first
	violations []evidence.Evidence      // uses that may come before what they need (AV5002, AV5003)
	used       map[directive.Key]bool   // directives that cover other races
	elsewhere  map[evidence.Places]bool // where races stand that runs show, and that other packages tell
	doubted    map[facts.Symbol]bool    // variables with races of low confidence, whether they are shown or not
}

// solve asks for the races of the linked package. What goes wrong is noted; the package has no races then.
func solve(link *linked.Result, opt *options, sum *report.Summary) (x solution) {
	view := opt.View()
	view.Order = opt.Atomicity
	failed := link.Ask(func(p *program.Program) {
		x = solution{p.Races(view), p.Violations(view), p.Muted(view), p.Elsewhere(view), p.Doubted(view)}
		for _, n := range p.Notes() {
			sum.Notes = append(sum.Notes, report.Note{Pkg: sum.Pkg, Kind: n.Kind, Text: n.Text})
		}
		count(sum, p.Stats())
	})
	if failed != nil {
		sum.Notes = append(sum.Notes, *failed)
	}
	return x
}

// measure puts what the package costs into the summary: its facts, and the link.
func measure(sum *report.Summary, src *source.Result, start time.Time) {
	all, own := src.Bytes()
	sum.Counters["fact.bytes"], sum.Counters["fact.own.bytes"] = int64(all), int64(own)
	sum.Counters["time.us"] = time.Since(start).Microseconds()
	sum.Counters["rss.peak.kb"] = peakKB()
}

// count puts a link's sizes into the summary.
func count(sum *report.Summary, s program.Stats) {
	for _, c := range []struct {
		name string // of the counter
		n    int    // its value
	}{
		{"accesses", s.Accesses}, {"pairs.original", s.Original}, {"pairs.reachable", s.Reachable},
		{"pairs.aliasing", s.Aliasing},
		{"pairs.shared", s.Shared}, {"pairs.unordered", s.Unordered}, {"pairs.unlocked", s.Unlocked},
		{"units", s.Units}, {"functions", s.Declared}, {"functions.entered", s.Entered}, {"contexts", s.Instances},
		{"contexts.own", s.Own}, {"origins", s.Origins}, {"roots.known", s.Skipped},
		{"objects", s.Objects},
		{"constraints", s.Constraints}, {"nodes", s.Nodes}, {"pointsto.facts", s.Facts}, {"calls.unknown", s.Unknown},
	} {
		sum.Counters[c.name] = int64(c.n)
	}
	for k, r := range races.Rules() {
		if len(s.Rules) > k && s.Rules[k] > 0 {
			sum.Counters["rule."+r.ID] = int64(s.Rules[k])
		}
	}
}
