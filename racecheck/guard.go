// This file reports the variables that a lock guards at most accesses (internal/guards), unless a race on them is
// reported already.

package racecheck

import (
	"cmp"
	"fmt"
	"go/token"
	"maps"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/directive"
	"github.com/syncvet/syncvet/internal/explain"
	"github.com/syncvet/syncvet/internal/guards"
	"github.com/syncvet/syncvet/internal/link"
	"github.com/syncvet/syncvet/internal/linked"
	"github.com/syncvet/syncvet/internal/report"
	"github.com/syncvet/syncvet/passes/access"
)

// suspects infers guards and reports the accesses without them, unless a race on the variable is reported that is as
// certain. It gives the variables that it reports. Which these are does not depend on what else is shown.
func (r *reporter) suspects(
	acc *access.Result,
	x *solution,
	sum *report.Summary,
) (reported map[facts.Symbol]explain.Confidence) {
	raced := map[facts.Symbol]explain.Confidence{}
	for i := range x.races {
		for k := range x.races[i].Ends {
			if name := x.races[i].Ends[k].Name; !x.races[i].Meant {
				raced[name] = min(cmp.Or(raced[name], explain.Low), x.races[i].Confidence)
			}
		}
	}
	list, used := infer(acc, sum)
	maps.Copy(r.Used, used)
	reported = map[facts.Symbol]explain.Confidence{}
	for _, s := range list {
		c := suspicion(&s)
		if c <= r.Opt.Weakest() && reported[s.Name] == 0 && (raced[s.Name] == 0 || c < raced[s.Name]) {
			reported[s.Name] = c
			r.suspect(acc, &s, x.doubted[s.Name])
		}
	}
	return reported
}

// suspicion is how certain a suspect is.
func suspicion(s *guards.Suspect) explain.Confidence {
	if s.Likely {
		return explain.Medium
	}
	return explain.Low
}

// infer contains a panic: the package has no suspects then, and says so.
func infer(acc *access.Result, sum *report.Summary) (list []guards.Suspect, used map[directive.Key]bool) {
	defer func() {
		if e := recover(); e != nil {
			list = nil
			sum.Notes = append(
				sum.Notes,
				report.Note{Pkg: sum.Pkg, Kind: "panic", Text: fmt.Sprintf("guard: %v\n%s", e, debug.Stack())},
			)
		}
	}()
	return guards.Infer(acc)
}

// noneOverlap ends the sentences about protection that is there without anybody in view who needs it.
const noneOverlap = "no callers that overlap are in the analysed code"

// suspect reports one. Of a doubted one goroutines that use the variable are in view, but what they do with it is of
// low confidence.
func (r *reporter) suspect(acc *access.Result, s *guards.Suspect, doubted bool) {
	f := &report.Finding{
		Schema: report.SchemaVersion, Rule: s.Rule(), Level: "error", Confidence: report.Low, Pos: r.at(s.Outlier.Pos),
		Variable: suspectVariable(
			s,
		), Others: len(s.Unlocked), Accesses: [2]report.Access{r.suspectEnd(acc, &s.Outlier), r.suspectEnd(acc, &s.Other)},
		Guard: &report.Guard{Name: linked.SymbolName(s.Guard), Held: s.Held, Total: s.Total},
	}
	if s.Likely {
		f.Confidence = report.Medium
	}
	f.Pairs = r.suspectPairs(acc, s, f)
	f.Because = "inferred from the lock, which nobody needs for one goroutine; " + noneOverlap
	switch {
	case s.Promised:
		f.Guard, f.Because = nil, becauses[link.ByPromise]
	case s.Lazy:
		f.Guard = nil
	case s.Guard == (facts.Symbol{}):
		f.Because = "inferred from the atomic accesses, which nobody needs for one goroutine; " + noneOverlap
	}
	if doubted {
		f.Because = "inferred from the lock; the goroutines in the analysed code are not known to use the variable" +
			" at the same time"
	}
	if x := suspectFix(s); x != "" {
		f.Fix = []string{x}
	}
	f.Ordering.Reason = suspectReason(s) + r.elsewhere(s)
	f.ID = report.Fingerprint(f)
	f.Message = report.Headline(f)
	r.Emit(s.Outlier.Pos, f)
}

// suspectVariable names the variable.
func suspectVariable(s *guards.Suspect) report.Variable {
	v := report.Variable{Name: linked.SymbolName(s.Name), Pkg: s.Name.Pkg, Kind: "field"}
	switch s.Var {
	case facts.VarMap:
		v.Kind, v.Name = "map", "map "+v.Name
	case facts.VarSlice:
		v.Kind, v.Name = "slice", "element of "+v.Name
	case facts.VarGlobal:
		v.Kind = "global"
	}
	if t, _, ok := strings.Cut(s.Name.Name, "."); ok {
		v.Object = "any " + linked.SymbolName(facts.Symbol{Kind: facts.SymType, Pkg: s.Name.Pkg, Name: t})
	}
	return v
}

// at gives a place of the package analysed in the form findings have.
func (r *reporter) at(pos token.Pos) report.Pos {
	if !pos.IsValid() {
		return report.Pos{}
	}
	p := r.Pass.Fset.Position(pos)
	return report.Pos{
		Pkg:  r.Places.Own,
		File: filepath.Base(p.Filename),
		Dir:  filepath.Dir(p.Filename),
		Line: p.Line,
		Col:  p.Column,
	}
}

// rootWords are the origin kinds of roots.
var rootWords = map[guards.RootKind]string{
	guards.Caller:    "exported",
	guards.Goroutine: "go",
	guards.Callback:  "callback",
	guards.Single:    "init",
}

// suspectEnd describes one end.
func (r *reporter) suspectEnd(acc *access.Result, x *guards.Access) report.Access {
	a := report.Access{Pos: r.at(x.Pos), Kind: kindNames[x.Kind], Func: linked.FuncName(acc.Source.FuncSymbol(x.Func))}
	if x.Leak {
		a.Kind = "return to callers, who read it"
	}
	for _, l := range x.Locks {
		mode := "W"
		if l.Read {
			mode = "R"
		}
		a.Locks = append(a.Locks, report.Lock{Name: linked.LockName(l.Name), Mode: mode})
	}
	for _, s := range x.Path {
		a.Path = append(
			a.Path,
			report.Frame{Func: linked.FuncName(acc.Source.FuncSymbol(s.Func)), Pkg: r.Places.Own, Call: r.at(s.Call)},
		)
	}
	a.Origin = report.Origin{Kind: rootWords[x.Root.Kind], Name: a.Path[0].Func, Pos: r.at(x.Root.Pos)}
	if x.Root.Kind == guards.Callback {
		a.Origin.API = "code that is not seen"
	}
	return a
}

// suspectPairs are the pairs that a suspect with several accesses without the guard stands for: each of these and the
// one that holds it.
func (r *reporter) suspectPairs(acc *access.Result, s *guards.Suspect, f *report.Finding) []report.Pair {
	if len(s.Unlocked) == 0 {
		return nil
	}
	ends := []report.Access{f.Accesses[0]}
	for k := range s.Unlocked {
		if s.Unlocked[k].Func != nil {
			ends = append(ends, r.suspectEnd(acc, &s.Unlocked[k]))
		}
	}
	var pairs []report.Pair
	for _, x := range ends {
		y := f.Accesses[1]
		pairs = append(
			pairs,
			report.Pair{
				Paths: [2][]report.Frame{x.Path, y.Path},
				Kinds: [2]string{x.Kind, y.Kind},
				At:    [2]report.Pos{x.Pos, y.Pos},
			},
		)
	}
	return pairs
}

// suspectReason says what the evidence is.
func suspectReason(s *guards.Suspect) string {
	switch {
	case s.Promised:
		return "the type is documented to be safe for concurrent use, and no lock is held here"
	case s.Guard == (facts.Symbol{}):
		return "the other accesses go through sync/atomic, which orders nothing for a plain one"
	case s.Declared != 0 && s.Held == 0:
		return fmt.Sprintf(
			"line %d says that %s guards the variable, and it is not held here",
			s.Declared,
			linked.SymbolName(s.Guard),
		)
	case s.Declared != 0:
		return fmt.Sprintf(
			"line %d says that %s guards the variable; it does at %d of %d accesses, and is not held here",
			s.Declared,
			linked.SymbolName(s.Guard),
			s.Held,
			s.Total,
		)
	case s.Lazy:
		return fmt.Sprintf(
			"two callers may both find the variable unset; %s guards other fields here, this one nothing",
			linked.SymbolName(s.Guard),
		)
	case s.Shared:
		return fmt.Sprintf(
			"%s is held for reading only, which does not exclude others who do the same",
			linked.SymbolName(s.Guard),
		)
	}
	if s.Held == 0 {
		return linked.SymbolName(s.Guard) + " is held where callers get at the variable, and is not held here"
	}
	text := "%s guards the variable at %d of %d accesses, and is not held here"
	if 2*s.Held < s.Total {
		text = "%s is held where callers get at the variable, at %d of %d accesses, and is not held here"
	}
	return fmt.Sprintf(
		text,
		linked.SymbolName(s.Guard),
		s.Held,
		s.Total,
	)
}

// suspectFix says what the other accesses do; empty if there is nothing that they all do.
func suspectFix(s *guards.Suspect) string {
	switch lock := linked.SymbolName(s.Guard); {
	case s.Promised || s.Lazy:
		return ""
	case s.Guard == (facts.Symbol{}):
		return "use sync/atomic here, too"
	case s.Shared:
		return "take " + lock + " with Lock, not with RLock, where the variable is written"
	default:
		return "hold " + lock + " here, too"
	}
}

// elsewhereMax is how many further accesses are named.
const elsewhereMax = 6

// elsewhere names the other accesses without the guard.
func (r *reporter) elsewhere(s *guards.Suspect) string {
	text := ""
	var places []string // each line once
	for _, x := range s.Unlocked {
		p := r.at(x.Pos)
		if at := fmt.Sprintf("%s:%d", p.File, p.Line); !slices.Contains(places, at) {
			places = append(places, at)
		}
	}
	for i, at := range places[:min(len(places), elsewhereMax)] {
		text += [2]string{", nor at ", ", "}[min(i, 1)] + at
	}
	if more := len(places) - elsewhereMax; more > 0 {
		text += fmt.Sprintf(" and %d more", more)
	}
	return text
}
