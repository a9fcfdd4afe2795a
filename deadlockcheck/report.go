// This file turns problems into diagnostics: choice of the primary position, evidence.

package deadlockcheck

import (
	"go/token"
	"slices"

	"golang.org/x/tools/go/analysis"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/linked"
	"github.com/syncvet/syncvet/internal/program"
	"github.com/syncvet/syncvet/internal/report"
)

// A reporter reports the problems of one pass.
type reporter struct {
	pass     *analysis.Pass
	opt      *options
	places   *linked.Places
	reported int
	cycles   map[program.Position]bool // where goroutines of reported lock-order cycles wait
}

// cycle remembers where a lock-order cycle waits.
func (r *reporter) cycle(x *program.Problem) {
	if x.Kind != program.LockCycle {
		return
	}
	if r.cycles == nil {
		r.cycles = map[program.Position]bool{}
	}
	for i := range x.Threads {
		s := x.Threads[i].Steps
		r.cycles[s[len(s)-1].Pos] = true
	}
}

// reportedCycle tells whether a cycle was reported that waits at one of the same places.
func (r *reporter) reportedCycle(x *program.Problem) bool {
	return slices.ContainsFunc(x.Threads, func(t program.Thread) bool { return r.cycles[t.Steps[len(t.Steps)-1].Pos] })
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

// report reports one problem, unless it lies in generated code only.
func (r *reporter) report(x *program.Problem) {
	generated := true
	for i := range x.Threads {
		generated = generated && x.Threads[i].Flags&facts.Generated != 0
	}
	at, via := r.anchor(x)
	pos := r.places.Pos(at)
	if generated || pos == token.NoPos {
		return
	}
	f := r.finding(x, at, via)
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
func (r *reporter) finding(x *program.Problem, at program.Position, via string) *report.Finding {
	f := &report.Finding{
		Schema: report.SchemaVersion, Rule: rules[x.Kind], Level: "error", Confidence: linked.Confidences[x.Confidence],
		Pos: r.places.Report(at), Via: via, Variable: variable(x), Others: x.Others,
	}
	test := true
	for i := range x.Threads {
		f.Threads = append(f.Threads, r.thread(&x.Threads[i], i))
		test = test && x.Threads[i].Flags&facts.InTest != 0
	}
	if test {
		f.Level = "warning"
	}
	for i := range x.Trace {
		f.Trace = append(f.Trace, r.step(&x.Trace[i], x.Trace[i].Thread))
	}
	f.Rows = r.rows(x)
	f.ID = report.Fingerprint(f)
	f.Message = r.headline(x, f)
	return f
}

// thread describes one goroutine.
func (r *reporter) thread(t *program.Thread, i int) report.Thread {
	out := report.Thread{Path: r.places.Frames(t.Path)}
	if t.Goroutine.Entry != (facts.Symbol{}) {
		out.Origin = r.places.Origin(&t.Goroutine)
	}
	for k := range t.Steps {
		out.Steps = append(out.Steps, r.step(&t.Steps[k], i))
	}
	return out
}

// step describes one step of goroutine i.
func (r *reporter) step(s *program.ProblemStep, i int) report.Step {
	return report.Step{Thread: i, Pos: r.places.Report(s.Pos), Func: linked.FuncName(s.Func), Text: stepText(s)}
}

// anchor chooses the primary position: the last step of the first goroutine that takes it in this package, else the innermost place
// that leads there. The second result says what stands there when it is not the step. That goroutine becomes the first.
func (r *reporter) anchor(x *program.Problem) (program.Position, string) {
	if p := x.Threads[0].Path; x.Local && len(p) > 1 {
		return p[1].Call, "call of " + linked.FuncName(p[1].Func)
	}
	concerned := len(x.Threads)
	if x.Together > 0 {
		concerned = x.Together // the others only lead there
	}
	for k := range concerned {
		s := x.Threads[k].Steps
		if at := s[len(s)-1].Pos; at.File.Pkg == r.places.Own {
			first(x, k)
			return at, ""
		}
	}
	for k := range concerned {
		if at, via, ok := r.via(&x.Threads[k]); ok {
			first(x, k)
			return at, via
		}
	}
	return program.Position{}, ""
}

// first makes goroutine k the first by turning the circle.
func first(x *program.Problem, k int) {
	n := len(x.Threads)
	turn := func(i int) int { return (i + n - k) % n }
	x.Threads = append(append([]program.Thread{}, x.Threads[k:]...), x.Threads[:k]...)
	if len(x.Cycle) == n {
		x.Cycle = append(append([]facts.Symbol{}, x.Cycle[k:]...), x.Cycle[:k]...)
	}
	if len(x.Writer) == n {
		x.Writer = append(append([]program.ProblemStep{}, x.Writer[k:]...), x.Writer[:k]...)
	}
	for i := range x.Trace {
		x.Trace[i].Thread = turn(x.Trace[i].Thread)
	}
}

// via finds the innermost place of this package that leads to a goroutine's last step.
func (r *reporter) via(t *program.Thread) (program.Position, string, bool) {
	own := func(p program.Position) bool { return p.File.Pkg == r.places.Own && p.Line != 0 }
	for k := len(t.Path) - 1; k > 0; k-- {
		if own(t.Path[k].Call) {
			return t.Path[k].Call, "call of " + linked.FuncName(t.Path[k].Func), true
		}
	}
	if own(t.Goroutine.Site) {
		if t.Goroutine.API != (facts.Symbol{}) {
			return t.Goroutine.Site, "callback registered here", true
		}
		return t.Goroutine.Site, "goroutine started here", true
	}
	for k := len(t.Goroutine.Chain) - 1; k > 0; k-- {
		if c := t.Goroutine.Chain[k]; own(c.Call) {
			return c.Call, "call of " + linked.FuncName(c.Func), true
		}
	}
	return program.Position{}, "", false
}

// summary sends what the package cost through the findings' channel.
func (r *reporter) summary(s *report.Summary) {
	if len(r.pass.Files) == 0 {
		return
	}
	r.pass.Report(analysis.Diagnostic{Pos: r.pass.Files[0].Package, Category: report.SummaryCategory, Message: report.SummaryLine(s)})
}
