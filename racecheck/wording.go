// This file words what a race is about: the variable, the accesses and the goroutines.

package racecheck

import (
	"fmt"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/evidence"
	"github.com/syncvet/syncvet/internal/linked"
	"github.com/syncvet/syncvet/internal/report"
)

// kindNames are the words for access kinds.
var kindNames = map[facts.AccessKind]string{
	facts.Read: "read", facts.Write: "write", facts.AtomicRead: "atomic read", facts.AtomicWrite: "atomic write",
	facts.MapRead: "map read", facts.MapWrite: "map write", facts.AppendWrite: "append", facts.AppendOver: "append",
}

// kindName words how an access touches its variable.
func kindName(a *facts.Access) string {
	switch {
	case a.Var != facts.VarChan:
		return kindNames[a.Kind]
	case a.Kind.Writes():
		return "close"
	}
	return "send"
}

// variable names what is raced on. The end with the better name decides.
func variable(r *evidence.Evidence, decl report.Pos) report.Variable {
	e := &r.Ends[0]
	if e.Last().Name == (facts.Symbol{}) ||
		e.Last().Access.Var == facts.VarPointee && r.Ends[1].Last().Access.Var != facts.VarPointee {
		e = &r.Ends[1]
	}
	name := linked.SymbolName(e.Last().Name)
	v := report.Variable{Name: name, Pkg: e.Last().Name.Pkg, Decl: decl, Object: linked.SymbolName(r.Static)}
	if name == "" {
		name = "memory"
	}
	switch e.Last().Access.Var {
	case facts.VarMap:
		v.Kind, v.Name = "map", "map "+name
	case facts.VarSlice:
		v.Kind, v.Name = "slice", "element of "+name
	case facts.VarChan:
		v.Kind, v.Name = "channel", "channel "+name
	case facts.VarCaptured:
		v.Kind, v.Name = "captured", fmt.Sprintf("local %q of %s", name, outermost(r))
	case facts.VarGlobal:
		v.Kind, v.Name = "global", name
	case facts.VarField:
		v.Kind, v.Name = "field", name
	default:
		v.Kind, v.Name = "pointee", "what "+name+" points to"
	}
	return v
}

// outermost names the function that declares a captured variable: the one both ends are nested in.
func outermost(r *evidence.Evidence) string {
	return linked.FuncName(facts.Symbol{Name: r.Ends[0].Last().Func.Declared().Name})
}

// access describes one end.
func (r *reporter) access(e *evidence.End) report.Access {
	a := report.Access{
		Pos:    r.Places.Report(e.Last().Pos),
		Kind:   kindName(&e.Last().Access),
		Expr:   e.Last().Name.Name,
		Func:   linked.FuncName(e.Last().Func),
		Path:   r.Places.Frames(e.Path),
		Origin: r.Places.Origin(&e.Goroutine),
	}
	for _, h := range e.Held {
		mode := "W"
		switch {
		case h.Read:
			mode = "R"
		case h.Once:
			mode = report.InOnce
		}
		name := linked.LockName(h.Name)
		if h.Once && h.Name.Name == "" {
			name = "that runs it"
		}
		a.Locks = append(a.Locks, report.Lock{Name: name, Mode: mode, Pos: r.Places.Report(h.Pos)})
	}
	return a
}
