// This file reports the variables that a lock guards at most accesses (internal/guards), and which of them and of the
// races are told.

package racecheck

import (
	"fmt"
	"maps"
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
	"github.com/syncvet/syncvet/internal/pooled"
	"github.com/syncvet/syncvet/internal/races"
	"github.com/syncvet/syncvet/internal/report"
	"github.com/syncvet/syncvet/passes/access"
)

// claims are what is told of a package besides inferred guards.
type claims struct {
	races      []evidence.Evidence // pairs of accesses that nothing orders
	reused     []evidence.Evidence // memory that somebody has when it is put back into a pool
	violations []evidence.Evidence // uses that may come before what they need
	stale      []evidence.Evidence // decisions that are stale
}

// told makes one list of all claims (internal/merge), reports inferred guards, and gives the others that are told.
// Violations of atomicity and order are among them if they are asked for.
func (r *reporter) told(acc *access.Result, x *solution, atomic bool, sum *report.Summary) (c claims) {
	found := infer(acc, r.Opt.Without, sum)
	maps.Copy(r.Used, found.Used)
	for k, rule := range guards.Rules() {
		if len(found.Decisions) > k && found.Decisions[k] > 0 {
			sum.Counters["rule."+rule.ID] = int64(found.Decisions[k])
		}
	}
	list := slices.Concat(found.Suspects, x.races, pooled.Find(acc.Spawn.Locks.Flow))
	if atomic {
		list = slices.Concat(list, x.violations, atomicity(acc, sum))
	}
	for k := range list {
		list[k].Ask(r.Opt.Witness)
	}
	if w := r.Opt.Witness; w != nil {
		told := r.Directives()
		shown := slices.DeleteFunc(w.ShownRaces(), func(y evidence.Evidence) bool {
			return r.notShown(&y, x.elsewhere, told)
		})
		list = append(list, evidence.Further(list, shown, max(r.Opt.Weakest(), evidence.Medium))...)
	}
	for _, k := range merge.Told(list, r.Opt.Weakest(), r.Opt.Without) {
		switch e := list[k]; e.Kind {
		case evidence.Race:
			c.races = append(c.races, e)
		case evidence.Reused:
			c.reused = append(c.reused, e)
		case evidence.NilBeforeUse, evidence.UseBeforeSet:
			c.violations = append(c.violations, e)
		case evidence.StaleCheck:
			c.stale = append(c.stale, e)
		default:
			r.suspect(&e, x.doubted[e.Name])
		}
	}
	return c
}

// infer contains a panic: the package has no suspects then, and says so.
func infer(acc *access.Result, without string, sum *report.Summary) (found guards.Result) {
	defer func() {
		if e := recover(); e != nil {
			found = guards.Result{}
			sum.Notes = append(
				sum.Notes,
				report.Note{Pkg: sum.Pkg, Kind: "panic", Text: fmt.Sprintf("guard: %v\n%s", e, debug.Stack())},
			)
		}
	}()
	return guards.Infer(acc, without)
}

// suspect reports one. Of a doubted one goroutines that use the variable are in view, but what they do with it is of
// low confidence.
func (r *reporter) suspect(s *evidence.Evidence, doubted bool) {
	at := s.At()
	f := &report.Finding{
		Schema: report.SchemaVersion, Rule: guards.RuleID(s), Level: "error", Confidence: linked.Confidences[s.Grade],
		Pos:      r.Places.Report(at),
		Variable: suspectVariable(s), Others: len(s.Unlocked), Doubts: suspectDoubts(s), Run: s.Run,
		Accesses: [2]report.Access{r.suspectEnd(&s.Ends[0]), r.suspectEnd(&s.Ends[1])},
		Guard:    &report.Guard{Name: linked.SymbolName(s.Guard), Held: s.Held, Total: s.Total},
	}
	f.Pairs = r.suspectPairs(s, f)
	if f.Because = inferred(s, doubted); s.Promised || s.Lazy || s.Once {
		f.Guard = nil
	}
	if x := r.suspectFix(s); x != "" {
		f.Fix = []string{x}
	}
	f.Ordering.Reason = suspectReason(s)
	f.Notes = notes(r.outcome(f, s.Name))
	f.ID = report.Fingerprint(f)
	f.Message = report.Headline(f)
	r.Emit(r.Places.Pos(at), f)
}

// suspectDoubts says why a suspect is not certain, but that callers are assumed: Because says so.
func suspectDoubts(s *evidence.Evidence) (list []report.Doubt) {
	for _, d := range s.Doubts {
		if d != evidence.DoubtCallers {
			list = append(list, report.Doubt{ID: d.ID, Text: d.Title})
		}
	}
	return list
}

// inferred says how far callers that overlap are assumed: what makes them likely stands in the headline and the reason.
// Of a doubted one goroutines that use the variable are in view.
func inferred(s *evidence.Evidence, doubted bool) string {
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

// whatOf is the variable itself, or what kind of container it holds.
func whatOf(s *evidence.Evidence) facts.VarKind { return s.Ends[0].Last().Access.Var }

// suspectVariable names the variable.
func suspectVariable(s *evidence.Evidence) report.Variable {
	v := report.Variable{Name: linked.SymbolName(s.Name), Pkg: s.Name.Pkg, Kind: "field"}
	switch whatOf(s) {
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

// guardedReturn is the word for what gives callers a part of a variable without its lock.
const guardedReturn = "return to callers, who read it"

// guardedTwin is the word for what gives a map to another object, which guards it with a lock of its own.
const guardedTwin = "sharing with a new object"

// rootWords are the origin kinds of roots.
var rootWords = map[evidence.RootKind]string{
	evidence.RootExported: "exported",
	evidence.RootNone:     "go",
	evidence.RootUnseen:   "callback",
	evidence.RootInit:     "init",
}

// suspectEnd describes one end.
func (r *reporter) suspectEnd(x *evidence.End) report.Access {
	last := x.Last()
	a := report.Access{Pos: r.Places.Report(last.Pos), Kind: kindNames[last.Access.Kind], Func: linked.FuncName(last.Func)}
	switch {
	case x.Twin:
		a.Kind = guardedTwin
	case x.Leak:
		a.Kind = guardedReturn
	}
	for _, l := range x.Held {
		mode := "W"
		if l.Read {
			mode = "R"
		}
		a.Locks = append(a.Locks, report.Lock{
			Name: linked.LockName(l.Name), Mode: mode, Pos: r.Places.Report(l.Pos), Other: l.Other,
		})
	}
	for _, s := range x.Path {
		a.Path = append(
			a.Path,
			report.Frame{Func: linked.FuncName(s.Func), Pkg: r.Places.Own, Call: r.Places.Report(s.Call)},
		)
	}
	a.Origin = r.suspectOrigin(x)
	return a
}

// suspectOrigin is who makes an access: whoever calls a function, or a goroutine of the package.
func (r *reporter) suspectOrigin(x *evidence.End) report.Origin {
	g := &x.Goroutine
	o := report.Origin{Kind: rootWords[g.Kind], Name: linked.FuncName(x.Path[0].Func), Pos: r.Places.Report(g.Site)}
	if g.Kind == evidence.RootUnseen {
		o.API = "code that is not seen"
	}
	return o
}

// suspectPairs are the pairs that a suspect with several accesses without the guard stands for: each of these and the
// one that holds it.
func (r *reporter) suspectPairs(s *evidence.Evidence, f *report.Finding) []report.Pair {
	if len(s.Unlocked) == 0 {
		return nil
	}
	ends := []report.Access{f.Accesses[0]}
	for k := range s.Unlocked {
		if len(s.Unlocked[k].Path) > 0 {
			ends = append(ends, r.suspectEnd(&s.Unlocked[k]))
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
func suspectReason(s *evidence.Evidence) string {
	lock := linked.SymbolName(s.Guard)
	x, y := s.Ends[0].Last(), s.Ends[1].Last()
	other := fmt.Sprintf("the %s at %s", kindNames[y.Access.Kind], linked.Short(y.Pos))
	if y.Pos == x.Pos {
		other = "the same " + kindNames[y.Access.Kind]
	}
	here := fmt.Sprintf(" held at line %d", x.Pos.Line)
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
			elsewhere(s, "; so do the accesses at ")
	case s.Declared != 0:
		return fmt.Sprintf("line %d says that %s guards the variable, and it is not%s%s",
			s.Declared, lock, here, elsewhere(s, ", nor at "))
	}
	if s.Ends[0].Twin {
		return fmt.Sprintf("the object made at line %d has a lock of its own for the map: it does not keep out %s%s",
			x.Pos.Line, other, elsewhere(s, "; and "+lock+" is not held at "))
	}
	text := other + " may happen at the same time: " + lock + " is not" + here + elsewhere(s, ", nor at ")
	if ofAnother(s) {
		text += fmt.Sprintf("; what is held at %s is that of another object", linked.Short(s.Ends[1].Last().Pos))
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
func ofAnother(s *evidence.Evidence) bool {
	return slices.ContainsFunc(s.Ends[1].Held, func(l evidence.HeldLock) bool { return l.Name == s.Guard && l.Other })
}

// suspectFix says what helps.
func (r *reporter) suspectFix(s *evidence.Evidence) string {
	lock := linked.SymbolName(s.Guard)
	switch {
	case s.Promised:
		return r.promised(s)
	case s.Once:
		return "run " + lock + " before the read at " + linked.Short(s.At()) + ", too"
	case s.Lazy:
		return "hold one lock from the test to the write, or use a sync.Once"
	case s.Guard == (facts.Symbol{}):
		text := "use sync/atomic at " + linked.Short(s.At()) + ", too"
		if also := r.free(s); len(also) > 0 {
			text += "; likewise at " + places(linked.Short(s.At()), also)
		}
		return text
	case s.Shared:
		return "take " + lock + " with Lock, not with RLock, " + taken(s)
	}
	if s.Ends[0].Twin {
		return fmt.Sprintf("copy the map at %s, or let both objects have one lock, by a pointer", linked.Short(s.At()))
	}
	if ofAnother(s) {
		typ := owner(linked.SymbolName(s.Name))
		return fmt.Sprintf("hold the lock of the %s accessed at both: at %s it is that of another %s",
			typ, linked.Short(s.Ends[1].Last().Pos), typ)
	}
	var path []callStep
	for _, p := range s.Ends[0].Path {
		c := callStep{fn: linked.FuncName(p.Func)}
		if p.Call.Line != 0 {
			c.at = linked.Short(p.Call)
		}
		path = append(path, c)
	}
	if len(s.Asleep) > 0 {
		return r.apart(s, lock)
	}
	h := holding{lock: lock, at: linked.Short(s.At()), path: path, under: s.Under[0], also: r.free(s)}
	for _, p := range s.Callers {
		h.callers = append(h.callers, linked.Short(p))
	}
	if !s.Ends[0].Last().Access.Kind.Writes() {
		h.reads = sharedLock(r.Pass.Pkg, lock)
	}
	if s.Ends[0].Last().Access.Kind == facts.Read {
		h.care = fix.Hold(r.Pass, r.Places.Report(s.At()), r.Places.Find)
	}
	if fix.Closes(r.Pass, r.Places.Report(s.At()), r.Places.Find) {
		return h.closing(linked.Short(s.Ends[1].Last().Pos))
	}
	return h.text()
}

// promised is the advice for a variable that no lock is held for anywhere.
func (r *reporter) promised(s *evidence.Evidence) string {
	at, other := linked.Short(s.At()), linked.Short(s.Ends[1].Last().Pos)
	both := " at " + at + " and " + other
	if at == other {
		both = " at " + at
	}
	text := "declare a mutex beside it and hold it" + both
	switch t := declaredType(r.Pass.Pkg, r.Places.Own, s.Name); {
	case whatOf(s) == facts.VarMap:
		return text + ", or make it a sync.Map"
	case t != nil && atomicType(t) != "" && whatOf(s) != facts.VarSlice:
		return "make it an " + atomicType(t) + ", or " + text
	}
	return text
}

// free are the other places without the guard at which it can be taken: nobody enters their functions with it held. A
// finding of production code names none in tests.
func (r *reporter) free(s *evidence.Evidence) []string {
	home := r.Places.Report(s.At())
	var list []string
	for _, x := range s.Unlocked {
		p := r.Places.Report(x.Last().Pos)
		at := linked.Short(x.Last().Pos)
		here := p.Line == home.Line && p.File == home.File
		if !x.Entered && !here && (home.InTest() || !p.InTest()) && !slices.Contains(list, at) {
			list = append(list, at)
		}
	}
	return list
}

// taken says where the guard is taken under which a variable is written, as far as that is known.
func taken(s *evidence.Evidence) string {
	for _, l := range s.Ends[0].Held {
		if l.Name == s.Guard && l.Pos.Line != 0 {
			return fmt.Sprintf("at %s, since line %d writes", linked.Short(l.Pos), s.At().Line)
		}
	}
	return "where the variable is written"
}

// sleepWords are the words for waits.
var sleepWords = map[facts.EventOp]string{
	facts.EventRecv: "receive", facts.EventSend: "send", facts.EventWait: "Wait",
}

// apart is the advice to guard a variable by a lock of its own, since the guard is also held during a wait.
func (r *reporter) apart(s *evidence.Evidence, lock string) string {
	text := "declare a mutex for it alone and hold it at all of its accesses"
	if t := declaredType(r.Pass.Pkg, r.Places.Own, s.Name); t != nil && atomicType(t) != "" && whatOf(s) != facts.VarMap &&
		whatOf(s) != facts.VarSlice {
		text = "make it an " + atomicType(t) + ", or " + text
	}
	return fmt.Sprintf("%s; not %s at %s: it is held during the %s at %s, "+
		"which would not end if who ends it waited for the lock",
		text, lock, linked.Short(s.At()), sleepWords[s.Asleep[0].Event.Op], linked.Short(s.Asleep[0].Event.Pos))
}

// elsewhere names the other accesses without the guard behind some words: those in the file of this one by their lines.
func elsewhere(s *evidence.Evidence, words string) string {
	home := s.At()
	var places []string // each line once
	for _, x := range s.Unlocked {
		p := x.Last().Pos
		at := linked.Short(p)
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

// notShown reports whether a race that runs show is left out: both ends are in generated code, another package tells
// it, or a directive covers it.
func (r *reporter) notShown(
	x *evidence.Evidence, elsewhere map[evidence.Places]bool, told *directive.Table,
) bool {
	if !r.Opt.Generated && x.Ends[0].Flags&x.Ends[1].Flags&facts.Generated != 0 {
		return true
	}
	for at := range elsewhere {
		if slices.ContainsFunc(x.Places, at.SameLines) {
			return true
		}
	}
	return r.Covers(told, races.RuleID(&x.Ends[0].Last().Access, &x.Ends[1].Last().Access), x)
}
