// This file is the format "stack": two stacks per finding, one line per frame with the source text, as runtime
// detectors print them, for readers used to those and for long paths.

package report

import (
	"bufio"
	_ "embed" // the page's parts
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/syncvet/syncvet/internal/ruledoc"
)

// fence stands above and below a finding, as in the output of the race detector.
const fence = "=================="

// shout is what is wrong, in capital letters.
func shout(f *Finding) string {
	switch f.Rule {
	case ruledoc.CheckThenAct:
		return "ATOMICITY VIOLATION"
	case ruledoc.NilEvent, ruledoc.Unset:
		return "ORDER VIOLATION"
	}
	return "DATA RACE"
}

// stack writes one finding.
func stack(w *bufio.Writer, v *View, f *Finding) {
	if f.aboutComment() {
		text(w, v, f)
		return
	}
	if len(f.Threads) > 0 {
		stackThreads(w, v, f)
		return
	}
	fmt.Fprintln(w, fence)
	stackText(w, "", "WARNING: %s on %s (%s)", shout(f), f.Variable.Name, f.Rule)
	stackAccess(w, v, f, &f.Accesses[0], "")
	if f.self() {
		stackText(w, "", "Not ordered with the %s", sameAccess)
		stackOrigin(w, v, f, &f.Accesses[0].Origin, "Goroutine")
	} else {
		stackAccess(w, v, f, &f.Accesses[1], "Not ordered with ")
		stackOrigin(w, v, f, &f.Accesses[0].Origin, "Goroutine of the first")
		stackOrigin(w, v, f, &f.Accesses[1].Origin, "Goroutine of the second")
	}
	if f.Ordering.Reason != "" {
		stackText(w, "", "Not ordered: %s", v.spell(f, f.Ordering.Reason))
	}
	if text := assumes(f); text != "" {
		stackText(w, "", "Assumes: %s", text)
	}
	for _, n := range f.Notes {
		stackText(w, "", "Note: %s", v.spell(f, n))
	}
	for _, x := range f.Fix {
		stackText(w, "", "Fix: %s", v.spell(f, x))
	}
	stackText(w, "", "%s", capital(trailer(f)))
	fmt.Fprintln(w, fence)
}

// stackAccess writes one access and its stack.
func stackAccess(w *bufio.Writer, v *View, f *Finding, a *Access, title string) {
	stackText(
		w,
		"",
		"%s by %s, %s:",
		capital(title+what(f, a)),
		originKind(&a.Origin, a.Path, f.abroad()),
		locksText(a.Locks, v.name),
	)
	stackSteps(w, v, f, steps(a.Path, a.Pos), true)
}

// stackOrigin writes how a goroutine started, unless it is a root.
func stackOrigin(w *bufio.Writer, v *View, f *Finding, o *Origin, which string) {
	if !o.Pos.known() {
		return
	}
	verb := "started"
	if o.Kind == "callback" {
		verb = "registered"
	}
	several := ""
	if o.Parallel {
		several = " (several may run at once)"
	}
	stackText(w, "", "%s%s %s at:", which, several, verb)
	if len(o.Chain) == 0 {
		stackSteps(w, v, f, []step{{at: o.Pos}}, false)
		return
	}
	stackSteps(w, v, f, steps(o.Chain, o.Pos), false)
}

// stackSteps writes frames innermost first; mark points at the innermost one.
func stackSteps(w *bufio.Writer, v *View, f *Finding, path []step, mark bool) {
	path = fold(path, f.home())
	slices.Reverse(path)
	for i, s := range path {
		if s.folded > 0 {
			fmt.Fprintf(w, "  %s\n", s.foldText())
			continue
		}
		line := "  " + v.name(s.at)
		if s.fn != "" {
			line += " " + qualify(s.fn, s.pkg, f.abroad())
		}
		end := ""
		if mark && i == 0 {
			end = " <<<<<"
		}
		writeLine(w, withSource(line, " ", v.source(s.at), end))
	}
}

// stackText writes what is no frame, broken at blanks where it is too long.
func stackText(w io.Writer, indent, format string, args ...any) {
	for i, part := range wrap(fmt.Sprintf(format, args...), textWidth-len(indent)-len(hanging)) {
		if i > 0 {
			part = hanging + part
		}
		writeLine(w, indent+part)
	}
}

// hanging stands before a line that goes on with the one above.
const hanging = "    "

// capital makes the first letter a capital.
func capital(s string) string {
	if s == "" {
		return s
	}
	return strings.ToUpper(s[:1]) + s[1:]
}

// stackThreads writes one stack for each goroutine, with the source text of the lines.
func stackThreads(w *bufio.Writer, v *View, f *Finding) {
	fmt.Fprintln(w, fence)
	stackText(w, "", "WARNING: %s", v.spell(f, f.Message))
	for i := range f.Threads {
		t := &f.Threads[i]
		title := capital(threadTitle(f, i))
		if t.Origin.known() {
			title += ", " + originKind(&t.Origin, t.way(), f.abroad())
		}
		stackText(w, "", "%s:", title)
		for _, s := range t.Steps {
			stackSteps(w, v, f, []step{{fn: s.Func, pkg: s.Pos.Pkg, at: s.Pos}}, true)
			stackText(w, "    ", "%s", s.Text)
		}
		if way, n := t.way(), len(t.Callers)+len(t.Path); n > 1 {
			fmt.Fprintf(w, "  called from:\n")
			stackSteps(w, v, f, steps(way[:n-1], way[n-1].Call), false)
		}
		stackOrigin(w, v, f, &t.Origin, "Goroutine")
	}
	for i, s := range f.Trace {
		stackText(w, "", "Step %d, %s: %s", i+1, threadTitle(f, s.Thread), stepText(v, f, &s))
	}
	for _, r := range f.Rows {
		stackText(w, "", "%s: %s", capital(r.Head), v.spell(f, r.Text))
	}
	if text := assumes(f); text != "" {
		stackText(w, "", "Assumes: %s", text)
	}
	for _, n := range f.Notes {
		stackText(w, "", "Note: %s", v.spell(f, n))
	}
	stackText(w, "", "%s", capital(trailer(f)))
	fmt.Fprintln(w, fence)
}
