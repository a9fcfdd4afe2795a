// This file reports the variables that a lock guards at most accesses (internal/guards), and which of them and of the
// races are told.

package racecheck

import (
	"fmt"
	"go/token"
	"maps"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/directive"
	"github.com/syncvet/syncvet/internal/evidence"
	"github.com/syncvet/syncvet/internal/fix"
	"github.com/syncvet/syncvet/internal/guards"
	"github.com/syncvet/syncvet/internal/linked"
	"github.com/syncvet/syncvet/internal/merge"
	"github.com/syncvet/syncvet/internal/report"
	"github.com/syncvet/syncvet/passes/access"
)

// told makes one list of inferred guards and races (internal/merge), reports the first, and gives the races that are
// told.
func (r *reporter) told(acc *access.Result, x *solution, sum *report.Summary) (races []evidence.Evidence) {
	list, used := infer(acc, sum)
	maps.Copy(r.Used, used)
	var claims []evidence.Evidence
	for k := range list {
		claims = append(claims, claimOf(&list[k]))
	}
	claims = append(claims, x.races...)
	for _, k := range merge.Told(claims, r.Opt.Weakest(), r.Opt.Without) {
		if k < len(list) {
			r.suspect(acc, &list[k], x.doubted[list[k].Name])
		} else {
			races = append(races, claims[k])
		}
	}
	return races
}

// claimOf is what a suspect is merged by.
func claimOf(s *guards.Suspect) evidence.Evidence {
	step := evidence.Step{Act: evidence.ActAccesses, Name: s.Name}
	return evidence.Evidence{
		Kind: evidence.Unguarded, Engine: evidence.ByName, Grade: suspicion(s), Name: s.Name,
		Ends: []evidence.End{{Steps: []evidence.Step{step}}},
	}
}

// suspicion is how certain a suspect is.
func suspicion(s *guards.Suspect) evidence.Confidence {
	if s.Likely {
		return evidence.Medium
	}
	return evidence.Low
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
	if f.Because = inferred(s, doubted); s.Promised || s.Lazy || s.Once {
		f.Guard = nil
	}
	if x := r.suspectFix(acc, s); x != "" {
		f.Fix = []string{x}
	}
	f.Ordering.Reason = r.suspectReason(s)
	f.Notes = notes(r.outcome(f, s.Name))
	f.ID = report.Fingerprint(f)
	f.Message = report.Headline(f)
	r.Emit(s.Outlier.Pos, f)
}

// inferred says how far callers that overlap are assumed: what makes them likely stands in the headline and the reason.
// Of a doubted one goroutines that use the variable are in view.
func inferred(s *guards.Suspect, doubted bool) string {
	switch {
	case s.Promised:
		t, _, _ := strings.Cut(s.Name.Name, ".")
		name := linked.SymbolName(facts.Symbol{Kind: facts.SymType, Pkg: s.Name.Pkg, Name: t})
		return fmt.Sprintf(assumed[evidence.ByPromise], name)
	case doubted:
		return "goroutines in the code use the variable, but are not known to do so at once; those of any user may"
	}
	return "nobody in the code does so at once; any user may"
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

// guardedReturn is the word for what gives callers a part of a variable without its lock.
const guardedReturn = "return to callers, who read it"

// guardedTwin is the word for what gives a map to another object, which guards it with a lock of its own.
const guardedTwin = "sharing with a new object"

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
	switch {
	case x.Twin:
		a.Kind = guardedTwin
	case x.Leak:
		a.Kind = guardedReturn
	}
	for _, l := range x.Locks {
		mode := "W"
		if l.Read {
			mode = "R"
		}
		a.Locks = append(a.Locks, report.Lock{Name: linked.LockName(l.Name), Mode: mode, Pos: r.at(l.At), Other: l.Other})
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

// suspectReason says what may happen.
func (r *reporter) suspectReason(s *guards.Suspect) string {
	lock := linked.SymbolName(s.Guard)
	other := fmt.Sprintf("the %s at %s", kindNames[s.Other.Kind], r.short(s.Other.Pos))
	if s.Other.Pos == s.Outlier.Pos {
		other = "the same " + kindNames[s.Other.Kind]
	}
	here := fmt.Sprintf(" held at line %d", r.at(s.Outlier.Pos).Line)
	switch {
	case s.Promised:
		return other + ", by another caller, may happen at the same time: no lock is" + here
	case s.Guard == (facts.Symbol{}):
		return other + " orders nothing for a plain access, which may happen at the same time"
	case s.Lazy:
		return "two callers may both find the variable unset: nothing is" + here + " (" + lock + " guards other fields)"
	case s.Once:
		return fmt.Sprintf("%s may be run by another caller at the same time: here nobody has made sure that it was, as %s",
			lock, readers(s.Held))
	case s.Shared:
		return lock + " is held for reading only, which keeps out no one who does the same" +
			r.elsewhere(s, "; so do the accesses at ")
	case s.Declared != 0:
		return fmt.Sprintf("line %d says that %s guards the variable, and it is not%s%s",
			s.Declared, lock, here, r.elsewhere(s, ", nor at "))
	}
	if s.Outlier.Twin {
		return fmt.Sprintf("the object made at line %d has a lock of its own for the map: it does not keep out %s%s",
			r.at(s.Outlier.Pos).Line, other, r.elsewhere(s, "; and "+lock+" is not held at "))
	}
	text := other + " may happen at the same time: " + lock + " is not" + here + r.elsewhere(s, ", nor at ")
	if ofAnother(s) {
		text += fmt.Sprintf("; what is held at %s is that of another object", r.short(s.Other.Pos))
	}
	return text
}

// readers words how many functions read a variable behind a Once.
func readers(n int) string {
	if n == 1 {
		return "another function that reads the variable has"
	}
	return fmt.Sprintf("%d other functions that read the variable have", n)
}

// ofAnother reports whether the guard that is held at the other access is that of another object than the one accessed.
func ofAnother(s *guards.Suspect) bool {
	return slices.ContainsFunc(s.Other.Locks, func(l guards.Lock) bool { return l.Name == s.Guard && l.Other })
}

// short is a place of the package analysed as text: base name and line.
func (r *reporter) short(pos token.Pos) string {
	p := r.at(pos)
	return fmt.Sprintf("%s:%d", p.File, p.Line)
}

// suspectFix says what helps.
func (r *reporter) suspectFix(acc *access.Result, s *guards.Suspect) string {
	lock := linked.SymbolName(s.Guard)
	switch {
	case s.Promised:
		return r.promised(s)
	case s.Once:
		return "run " + lock + " before the read at " + r.short(s.Outlier.Pos) + ", too"
	case s.Lazy:
		return "hold one lock from the test to the write, or use a sync.Once"
	case s.Guard == (facts.Symbol{}):
		text := "use sync/atomic at " + r.short(s.Outlier.Pos) + ", too"
		if also := r.free(s); len(also) > 0 {
			text += "; likewise at " + places(r.short(s.Outlier.Pos), also)
		}
		return text
	case s.Shared:
		return "take " + lock + " with Lock, not with RLock, " + r.taken(s)
	}
	if s.Outlier.Twin {
		return fmt.Sprintf("copy the map at %s, or let both objects have one lock, by a pointer", r.short(s.Outlier.Pos))
	}
	if ofAnother(s) {
		typ := owner(linked.SymbolName(s.Name))
		return fmt.Sprintf("hold the lock of the %s accessed at both: at %s it is that of another %s",
			typ, r.short(s.Other.Pos), typ)
	}
	var path []callStep
	for _, p := range s.Outlier.Path {
		c := callStep{fn: linked.FuncName(acc.Source.FuncSymbol(p.Func))}
		if p.Call.IsValid() {
			c.at = r.short(p.Call)
		}
		path = append(path, c)
	}
	if s.Asleep != nil {
		return r.apart(s, lock)
	}
	h := holding{lock: lock, at: r.short(s.Outlier.Pos), path: path, under: s.Under, also: r.free(s)}
	for _, p := range s.Callers {
		h.callers = append(h.callers, r.short(p))
	}
	if !s.Outlier.Kind.Writes() {
		h.reads = sharedLock(r.Pass.Pkg, lock)
	}
	if s.Outlier.Kind == facts.Read {
		h.care = fix.Hold(r.Pass, r.at(s.Outlier.Pos), r.Places.Find)
	}
	if fix.Closes(r.Pass, r.at(s.Outlier.Pos), r.Places.Find) {
		return h.closing(r.short(s.Other.Pos))
	}
	return h.text()
}

// promised is the advice for a variable that no lock is held for anywhere.
func (r *reporter) promised(s *guards.Suspect) string {
	at, other := r.short(s.Outlier.Pos), r.short(s.Other.Pos)
	both := " at " + at + " and " + other
	if at == other {
		both = " at " + at
	}
	text := "declare a mutex beside it and hold it" + both
	switch t := declaredType(r.Pass.Pkg, r.Places.Own, s.Name); {
	case s.Var == facts.VarMap:
		return text + ", or make it a sync.Map"
	case t != nil && atomicType(t) != "" && s.Var != facts.VarSlice:
		return "make it an " + atomicType(t) + ", or " + text
	}
	return text
}

// free are the other places without the guard at which it can be taken: nobody enters their functions with it held. A
// finding of production code names none in tests.
func (r *reporter) free(s *guards.Suspect) []string {
	home := r.at(s.Outlier.Pos)
	var list []string
	for _, x := range s.Unlocked {
		p := r.at(x.Pos)
		at := r.short(x.Pos)
		here := p.Line == home.Line && p.File == home.File
		if !x.Entered && !here && (home.InTest() || !p.InTest()) && !slices.Contains(list, at) {
			list = append(list, at)
		}
	}
	return list
}

// taken says where the guard is taken under which a variable is written, as far as that is known.
func (r *reporter) taken(s *guards.Suspect) string {
	for _, l := range s.Outlier.Locks {
		if l.Name == s.Guard && l.At.IsValid() {
			return fmt.Sprintf("at %s, since line %d writes", r.short(l.At), r.at(s.Outlier.Pos).Line)
		}
	}
	return "where the variable is written"
}

// sleepWords are the words for waits.
var sleepWords = map[facts.EventOp]string{
	facts.EventRecv: "receive", facts.EventSend: "send", facts.EventWait: "Wait",
}

// apart is the advice to guard a variable by a lock of its own, since the guard is also held during a wait.
func (r *reporter) apart(s *guards.Suspect, lock string) string {
	text := "declare a mutex for it alone and hold it at all of its accesses"
	if t := declaredType(r.Pass.Pkg, r.Places.Own, s.Name); t != nil && atomicType(t) != "" && s.Var != facts.VarMap &&
		s.Var != facts.VarSlice {
		text = "make it an " + atomicType(t) + ", or " + text
	}
	return fmt.Sprintf("%s; not %s at %s: it is held during the %s at %s, "+
		"which would not end if who ends it waited for the lock",
		text, lock, r.short(s.Outlier.Pos), sleepWords[s.Asleep.What], r.short(s.Asleep.Pos))
}

// elsewhere names the other accesses without the guard behind some words: those in the file of this one by their lines.
func (r *reporter) elsewhere(s *guards.Suspect, words string) string {
	home := r.at(s.Outlier.Pos)
	var places []string // each line once
	for _, x := range s.Unlocked {
		p := r.at(x.Pos)
		at := fmt.Sprintf("%s:%d", p.File, p.Line)
		if p.File == home.File {
			at = fmt.Sprint(p.Line)
		}
		if !slices.Contains(places, at) && p.Line != home.Line {
			places = append(places, at)
		}
	}
	if len(places) == 0 {
		return ""
	}
	text := words
	if !strings.Contains(places[0], ":") {
		text += "line "
	}
	text += strings.Join(places[:min(len(places), elsewhereMax)], ", ")
	if more := len(places) - elsewhereMax; more > 0 {
		text += fmt.Sprintf(" and %d more", more)
	}
	return text
}
