// This file reports stale decisions (internal/guards G17): check and act in two critical sections of one lock.

package racecheck

import (
	"fmt"
	"runtime/debug"

	"github.com/syncvet/syncvet/internal/evidence"
	"github.com/syncvet/syncvet/internal/guards"
	"github.com/syncvet/syncvet/internal/linked"
	"github.com/syncvet/syncvet/internal/report"
	"github.com/syncvet/syncvet/passes/access"
)

// stale reports them.
func (r *reporter) stale(list []evidence.Evidence) {
	for k := range list {
		r.reportStale(&list[k])
	}
}

// atomicity contains a panic: the package has no stale decisions then, and says so.
func atomicity(acc *access.Result, sum *report.Summary) (list []evidence.Evidence) {
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

// reportStale reports one, at the act.
func (r *reporter) reportStale(s *evidence.Evidence) {
	lock := linked.LockName(s.Guard)
	act, check := &s.Ends[0], &s.Ends[1]
	at, checked := act.Steps[0].Pos, r.Places.Report(check.Steps[0].Pos)
	f := &report.Finding{
		Schema: report.SchemaVersion, Rule: "AV5001", Level: "warning", Confidence: linked.Confidences[s.Grade],
		Pos:      r.Places.Report(at),
		Variable: suspectVariable(s), Doubts: suspectDoubts(s),
		Accesses: [2]report.Access{r.inSection(act), r.inSection(check)},
	}
	f.Ordering.Reason = lock + " is released between the two: " +
		"another goroutine may change the variable there, and nobody looks again"
	f.Fix = []string{"do both in one critical section, or check again before the write"}
	f.ID = report.Fingerprint(f)
	read := fmt.Sprintf("%s at %s", f.Accesses[1].Kind, report.Near(checked, f.Pos))
	text := fmt.Sprintf(
		"check-then-act on %s: %s here is decided by the %s, and %s is released in between",
		f.Variable.Name,
		acted(act, f),
		read,
		lock,
	)
	if s.Update {
		text = fmt.Sprintf(
			"lost update of %s: %s here stores what was computed from the %s, and %s is released in between",
			f.Variable.Name,
			acted(act, f),
			read,
			lock,
		)
	}
	f.Message = report.Line(text, f.Rule)
	r.Emit(r.Places.Pos(at), f, checked)
}

// acted words what happens at the primary position.
func acted(act *evidence.End, f *report.Finding) string {
	if act.Steps[0].Act != evidence.ActCalls {
		return "the " + f.Accesses[0].Kind
	}
	name := linked.FuncName(act.Steps[0].Name)
	f.Via = "call of " + name
	return "the " + f.Accesses[0].Kind + " in " + name + " called"
}

// inSection describes one end.
func (r *reporter) inSection(x *evidence.End) report.Access {
	last, held := x.Last(), &x.Held[0]
	a := report.Access{
		Pos: r.Places.Report(last.Pos), Kind: kindNames[last.Access.Kind], Expr: last.Name.Name,
		Func: linked.FuncName(last.Func), Locks: []report.Lock{{Name: linked.LockName(held.Name), Mode: "W"}},
		Origin: r.suspectOrigin(x),
	}
	if held.Read {
		a.Locks[0].Mode = "R"
	}
	for _, f := range x.Path {
		frame := report.Frame{Func: linked.FuncName(f.Func), Pkg: r.Places.Own, Call: r.Places.Report(f.Call)}
		a.Path = append(a.Path, frame)
	}
	if own := &x.Steps[0]; own.Act == evidence.ActCalls {
		a.Path[len(a.Path)-1].Pkg = own.Name.Pkg
	}
	return a
}
