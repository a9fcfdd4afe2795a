// This file reports stale decisions (internal/guards G17): check and act in two critical sections of one lock.

package racecheck

import (
	"fmt"
	"runtime/debug"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/evidence"
	"github.com/syncvet/syncvet/internal/guards"
	"github.com/syncvet/syncvet/internal/link"
	"github.com/syncvet/syncvet/internal/linked"
	"github.com/syncvet/syncvet/internal/report"
	"github.com/syncvet/syncvet/passes/access"
)

// stale finds and reports them.
func (r *reporter) stale(acc *access.Result, sum *report.Summary) {
	for _, s := range atomicity(acc, sum) {
		if c := grade(&s); r.Opt.Weakest() >= c {
			r.reportStale(acc, &s, c)
		}
	}
}

// atomicity contains a panic: the package has no stale decisions then, and says so.
func atomicity(acc *access.Result, sum *report.Summary) (list []guards.Stale) {
	defer func() {
		if e := recover(); e != nil {
			list = nil
			sum.Notes = append(
				sum.Notes,
				report.Note{Pkg: sum.Pkg, Kind: "panic", Text: fmt.Sprintf("atomicity: %v\n%s", e, debug.Stack())},
			)
		}
	}()
	return guards.Atomicity(acc)
}

// grade is how certain a stale decision is.
func grade(s *guards.Stale) evidence.Confidence {
	if s.Likely {
		return evidence.Medium
	}
	return evidence.Low
}

// reportStale reports one, at the act.
func (r *reporter) reportStale(acc *access.Result, s *guards.Stale, c evidence.Confidence) {
	lock := linked.LockName(s.Lock)
	f := &report.Finding{
		Schema: report.SchemaVersion, Rule: "AV5001", Level: "warning", Confidence: linked.Confidences[c],
		Pos: r.at(s.Act.At),
		Variable: suspectVariable(
			&guards.Suspect{Name: s.Name, Var: s.Var},
		), Accesses: [2]report.Access{r.deed(acc, s, &s.Act), r.deed(acc, s, &s.Check)},
	}
	f.Ordering.Reason = lock + " is released between the two: " +
		"another goroutine may change the variable there, and nobody looks again"
	f.Fix = []string{"do both in one critical section, or check again before the write"}
	f.ID = report.Fingerprint(f)
	check := fmt.Sprintf("%s at %s", f.Accesses[1].Kind, report.Near(r.at(s.Check.At), f.Pos))
	text := fmt.Sprintf(
		"check-then-act on %s: %s here is decided by the %s, and %s is released in between",
		f.Variable.Name,
		r.act(s, f),
		check,
		lock,
	)
	if s.Update {
		text = fmt.Sprintf(
			"lost update of %s: %s here stores what was computed from the %s, and %s is released in between",
			f.Variable.Name,
			r.act(s, f),
			check,
			lock,
		)
	}
	f.Message = report.Line(text, f.Rule)
	r.Emit(s.Act.At, f, r.at(s.Check.At))
}

// act words what happens at the primary position.
func (r *reporter) act(s *guards.Stale, f *report.Finding) string {
	if s.Act.Call == (facts.Symbol{}) {
		return "the " + f.Accesses[0].Kind
	}
	f.Via = "call of " + linked.FuncName(s.Act.Call)
	return "the " + f.Accesses[0].Kind + " in " + linked.FuncName(s.Act.Call) + " called"
}

// deed describes one end.
func (r *reporter) deed(acc *access.Result, s *guards.Stale, d *guards.SectionAccess) report.Access {
	a := report.Access{
		Pos: r.Places.Report(
			link.Position{File: d.File, Line: uint32(d.Line), Col: uint32(d.Col)},
		), Kind: kindNames[d.Kind], Expr: s.Name.Name,
		Func: linked.FuncName(d.Func), Locks: []report.Lock{{Name: linked.LockName(s.Lock), Mode: "W"}},
	}
	if d.Read {
		a.Locks[0].Mode = "R"
	}
	for _, step := range s.Path {
		a.Path = append(
			a.Path,
			report.Frame{Func: linked.FuncName(acc.Source.FuncSymbol(step.Func)), Pkg: r.Places.Own, Call: r.at(step.Call)},
		)
	}
	a.Origin = report.Origin{Kind: rootWords[s.Root.Kind], Name: a.Path[0].Func, Pos: r.at(s.Root.Pos)}
	if d.Call != (facts.Symbol{}) {
		a.Path = append(a.Path, report.Frame{Func: linked.FuncName(d.Call), Pkg: d.Call.Pkg, Call: r.at(d.At)})
	}
	if s.Root.Kind == guards.Callback {
		a.Origin.API = "code that is not seen"
	}
	return a
}
