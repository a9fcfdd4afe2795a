// This file turns races into diagnostics: grading, choice of the primary position, evidence.

package racecheck

import (
	"go/token"
	"slices"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/evidence"
	"github.com/syncvet/syncvet/internal/link"
	"github.com/syncvet/syncvet/internal/linked"
	"github.com/syncvet/syncvet/internal/races"
	"github.com/syncvet/syncvet/internal/report"
)

// A reporter reports the races of one pass.
type reporter struct {
	linked.Reporter
}

// report reports one race.
func (r *reporter) report(x *evidence.Evidence) {
	at, via := r.anchor(x)
	pos := r.Places.Nearest(at)
	if pos == token.NoPos {
		return
	}
	r.Emit(pos, r.finding(x, at, via))
}

// finding fills the contract's form.
func (r *reporter) finding(x *evidence.Evidence, at link.Position, via string) *report.Finding {
	f := &report.Finding{
		Schema: report.SchemaVersion, Rule: races.RuleID(&x.Ends[0].Last().Access, &x.Ends[1].Last().Access), Level: "error",
		Confidence: linked.Confidences[x.Grade],
		Pos: r.Places.Report(
			at,
		), Via: via, Variable: variable(x, r.Places.Report(x.Alloc)), Ordering: ordering(x), Others: x.Others(),
		Accesses: [2]report.Access{r.access(&x.Ends[0]), r.access(&x.Ends[1])}, Because: because(x),
		Doubts: doubts(x), Run: x.Run,
	}
	for k := range x.Pairs {
		f.Pairs = append(f.Pairs, r.pair(&x.Pairs[k]))
	}
	if x.Ends[0].Flags&x.Ends[1].Flags&facts.InTest != 0 {
		f.Level = "warning"
	}
	f.Notes = notes(r.outcome(f, x.Ends[0].Last().Name))
	pkg := f.Variable.Pkg
	if text := advice(f, x, r.scene(f, x), pkg != "" && pkg != r.Places.Own && !r.sameModule(pkg)); text != "" {
		f.Fix = []string{settingUp(x) + text}
	}
	f.ID = report.Fingerprint(f)
	f.Message = report.Headline(f)
	return f
}

// settingUp is the advice to call what sets up before there are other goroutines, where one end is such a call (C5).
func settingUp(x *evidence.Evidence) string {
	if !slices.ContainsFunc(x.Doubts, func(d evidence.Doubt) bool { return d.ID == "C5" }) {
		return ""
	}
	for k := range x.Ends {
		if e := &x.Ends[k]; e.Last().Access.Kind.Writes() && e.Goroutine.Site.Line == 0 {
			return "call " + linked.FuncName(e.Goroutine.Entry) + " before other goroutines have the object; or, if it may be " +
				"called later, "
		}
	}
	return ""
}

// notes are the notes of a finding of which something may come.
func notes(outcome string) []string {
	if outcome == "" {
		return nil
	}
	return []string{outcome}
}

// pair describes a counterexample.
func (r *reporter) pair(x *evidence.Pair) report.Pair {
	var p report.Pair
	for k := range x.Paths {
		p.Paths[k], p.Kinds[k], p.At[k] = r.Places.Frames(x.Paths[k]), kindName(&x.Accesses[k]), r.Places.Report(x.At[k])
	}
	return p
}

// anchor chooses the primary position: the first end if it stands in this package, else the innermost place of its
// path, then of the path to its goroutine's start, that does. The second result says what stands there when it is no
// access. Of an atomic and a plain access the plain one is to be changed.
func (r *reporter) anchor(x *evidence.Evidence) (link.Position, string) {
	if x.Ends[0].Last().Access.Kind.Atomic() && !x.Ends[1].Last().Access.Kind.Atomic() {
		r.first(x, 1)
	}
	for k := range x.Ends {
		if e := &x.Ends[k]; e.Last().Pos.File.Pkg == r.Places.Own {
			r.first(x, k)
			return x.Ends[0].Last().Pos, ""
		}
	}
	for k := range x.Ends {
		if at, via, ok := r.Via(x.Ends[k].Path, &x.Ends[k].Goroutine); ok {
			r.first(x, k)
			return at, via
		}
	}
	return link.Position{}, ""
}

// first makes end k the first.
func (r *reporter) first(x *evidence.Evidence, k int) {
	if k == 1 {
		x.Swap()
	}
}
