// This file turns problems into diagnostics: choice of the primary position, evidence.

package deadlockcheck

import (
	"go/token"
	"slices"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/evidence"
	"github.com/syncvet/syncvet/internal/link"
	"github.com/syncvet/syncvet/internal/linked"
	"github.com/syncvet/syncvet/internal/report"
)

// report reports one problem, unless it lies in generated code only.
func (r *reporter) report(x *evidence.Evidence) {
	generated := true
	for i := range x.Ends {
		generated = generated && x.Ends[i].Flags&facts.Generated != 0
	}
	at, via := r.anchor(x)
	pos := r.Places.Nearest(at)
	if generated && !r.Opt.Generated || pos == token.NoPos {
		return
	}
	f := r.finding(x, at, via)
	r.Emit(pos, f, ends(f)...)
}

// ends are the places at which a directive covers a finding: where each goroutine took what it holds, and where it
// waits.
func ends(f *report.Finding) []report.Pos {
	var list []report.Pos
	for i := range f.Threads {
		if s := f.Threads[i].Steps; len(s) > 0 {
			list = append(list, s[0].Pos, s[len(s)-1].Pos)
		}
	}
	return list
}

// finding fills the contract's form.
func (r *reporter) finding(x *evidence.Evidence, at link.Position, via string) *report.Finding {
	f := &report.Finding{
		Schema: report.SchemaVersion, Rule: rules[x.Kind], Level: "error", Confidence: linked.Confidences[x.Grade],
		Pos: r.Places.Report(at), Via: via, Variable: variable(x), Others: x.Others(),
		Run: x.Run,
	}
	test := true
	for i := range x.Ends {
		f.Threads = append(f.Threads, r.thread(&x.Ends[i], i))
		test = test && x.Ends[i].Flags&facts.InTest != 0
	}
	if test {
		f.Level = "warning"
	}
	for i := range x.Trace {
		f.Trace = append(f.Trace, r.step(&x.Trace[i], x.Trace[i].Thread))
	}
	for _, d := range x.Doubts {
		f.Doubts = append(f.Doubts, report.Doubt{ID: d.ID, Text: d.Title})
	}
	if text := advice(x, f); text != "" {
		f.Fix = []string{text}
	}
	f.ID = report.Fingerprint(f)
	f.Rows = r.rows(x)
	f.Message = r.headline(x, f)
	r.detail(x, f)
	return f
}

// thread describes one goroutine.
func (r *reporter) thread(t *evidence.End, i int) report.Thread {
	out := report.Thread{Path: r.Places.Frames(t.Path)}
	switch way := r.Places.Frames(slices.Concat(t.Callers, t.Path)); {
	case t.Goroutine.Entry != (facts.Symbol{}):
		out.Origin = r.Places.Origin(&t.Goroutine)
		out.Callers, out.Path = way[:len(way)-len(out.Path)], way[len(way)-len(out.Path):]
	case len(t.Path) > 0:
		out.Origin = report.Origin{Kind: report.AnyCaller, Name: linked.FuncName(t.Path[0].Func)}
		if t.Start != (link.Position{}) {
			out.Origin.Pos = r.Places.Report(t.Start)
		}
	}
	for k := range t.Steps {
		out.Steps = append(out.Steps, r.step(&t.Steps[k], i))
	}
	return out
}

// step describes one step of goroutine i.
func (r *reporter) step(s *evidence.Step, i int) report.Step {
	out := report.Step{
		Thread: i,
		Pos:    r.Places.Report(s.Pos),
		Func:   linked.FuncName(s.Func),
		Text:   stepText(s),
		Op:     operations[s.Act],
	}
	if out.Op != "" {
		out.Object = objectName(s.Name)
	}
	return out
}

// detail words steps in full. The identity of a finding goes by their plain words.
func (r *reporter) detail(x *evidence.Evidence, f *report.Finding) {
	for i := range x.Ends {
		for k := range x.Ends[i].Steps {
			f.Threads[i].Steps[k].Text = r.fullText(&x.Ends[i].Steps[k])
		}
	}
	for k := range x.Trace {
		f.Trace[k].Text = r.fullText(&x.Trace[k])
	}
}

// anchor chooses the primary position: the last step of the first goroutine that takes it in this package, else the
// innermost place that leads there. The second result says what stands there when it is not the step. That goroutine
// becomes the first.
func (r *reporter) anchor(x *evidence.Evidence) (link.Position, string) {
	if p := x.Ends[0].Path; x.Local && len(p) > 1 {
		return p[1].Call, "call of " + linked.FuncName(p[1].Func)
	}
	concerned := len(x.Ends)
	if x.Together > 0 {
		concerned = x.Together // the others only lead there
	}
	for k := range concerned {
		s := x.Ends[k].Steps
		if at := s[len(s)-1].Pos; at.File.Pkg == r.Places.Own {
			first(x, k)
			return at, ""
		}
	}
	for k := range concerned {
		if at, via, ok := r.Via(slices.Concat(x.Ends[k].Callers, x.Ends[k].Path), &x.Ends[k].Goroutine); ok {
			first(x, k)
			return at, via
		}
	}
	return link.Position{}, ""
}

// first makes goroutine k the first by turning the circle.
func first(x *evidence.Evidence, k int) {
	n := len(x.Ends)
	turn := func(i int) int { return (i + n - k) % n }
	x.Ends = append(append([]evidence.End{}, x.Ends[k:]...), x.Ends[:k]...)
	if len(x.Cycle) == n {
		x.Cycle = append(append([]facts.Symbol{}, x.Cycle[k:]...), x.Cycle[:k]...)
	}
	if k > 0 {
		x.Partners = nil // those of the one that was the first
	}
	if len(x.Writer) == n {
		x.Writer = append(append([]evidence.Step{}, x.Writer[k:]...), x.Writer[:k]...)
	}
	for i := range x.Trace {
		x.Trace[i].Thread = turn(x.Trace[i].Thread)
	}
}
