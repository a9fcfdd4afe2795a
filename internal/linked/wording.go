// This file is the words that all checkers use: for functions, variables, locks and goroutines.

package linked

import (
	"fmt"
	"strings"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/evidence"
	"github.com/syncvet/syncvet/internal/link"
	"github.com/syncvet/syncvet/internal/report"
)

// SymbolName spells a variable's symbol: package name, then its name; locals have no package.
func SymbolName(s facts.Symbol) string {
	if s.Kind == facts.SymLocal || s.Pkg == "" {
		return s.Name
	}
	return report.PackageName(s.Pkg) + "." + s.Name
}

// FuncName spells a function as stack traces do: closures are F.func1, bound methods T.M-fm.
// What stands for the users of a type is "client of T".
func FuncName(s facts.Symbol) string {
	name := strings.TrimSuffix(strings.TrimSuffix(s.Name, "$root"), "$thunk")
	if t, ok := strings.CutSuffix(name, "$client"); ok {
		return "client of " + t
	}
	if method, ok := strings.CutSuffix(name, "$bound"); ok {
		name = method + "-fm"
	}
	return strings.ReplaceAll(unqualified(name), "$", ".func")
}

// unqualified drops the import path from the receiver of a method's name: "(*p/q.T).m" is "(*T).m".
func unqualified(method string) string {
	recv, rest, ok := strings.Cut(method, ").")
	dot := strings.LastIndexByte(recv, '.')
	if !ok || dot < 0 || strings.ContainsRune(recv, '[') {
		return method
	}
	return recv[:len(recv)-len(strings.TrimLeft(recv, "(*"))] + recv[dot+1:] + ")." + rest
}

// LockName spells a lock.
func LockName(s facts.Symbol) string {
	if s.Name == "" {
		return "a lock"
	}
	return SymbolName(s)
}

// Short is a position as text: base name and line.
func Short(p link.Position) string {
	return fmt.Sprintf("%s:%d", p.File.Name, p.Line)
}

// Confidences maps the engine's grades to the contract's.
var Confidences = map[evidence.Confidence]report.Confidence{
	evidence.High:   report.High,
	evidence.Medium: report.Medium,
	evidence.Low:    report.Low,
}

// rootKinds are the words for goroutines that are roots.
var rootKinds = map[evidence.RootKind]string{
	evidence.RootNone: "go", evidence.RootInit: "init", evidence.RootMain: "main", evidence.RootTest: "test",
	evidence.RootExported: "exported", evidence.RootClient: "client", evidence.RootUnseen: "callback",
}

// Origin describes a goroutine.
func (p *Places) Origin(g *evidence.Goroutine) report.Origin {
	o := report.Origin{
		Kind:     rootKinds[g.Kind],
		Name:     FuncName(g.Entry),
		Pos:      p.Report(g.Site),
		Parallel: g.Parallel,
		Chain:    p.Frames(g.Chain),
	}
	if g.Kind == evidence.RootClient {
		o.Name = strings.TrimSuffix(g.Entry.Name, "$client")
	}
	if g.Kind == evidence.RootUnseen {
		o.API = "code that is not seen"
	}
	if g.API != (facts.Symbol{}) {
		o.API = g.API.Pkg + "." + g.API.Name
		if g.Callback {
			o.Kind = "callback"
		}
	}
	return o
}

// Frames describes a call path. What no source stands for is not shown: what it calls is called where it is called
// itself.
func (p *Places) Frames(fs []evidence.Frame) []report.Frame {
	var out []report.Frame
	for k := 0; k < len(fs); k++ {
		at := fs[k].Call
		for k+1 < len(fs) && fs[k].Synthetic {
			if k++; len(out) == 0 {
				at = fs[k].Call
			}
		}
		if f := fs[k]; !f.Synthetic {
			out = append(out, report.Frame{Func: FuncName(f.Func), Pkg: f.Func.Pkg, Call: p.Report(at)})
		}
	}
	return out
}
