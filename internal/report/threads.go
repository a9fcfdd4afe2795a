// This file renders findings that are about goroutines rather than accesses: deadlocks, leaks, misuse.

package report

import (
	"bufio"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"
)

// threadTitle names the i-th goroutine of a finding.
func threadTitle(f *Finding, i int) string {
	if len(f.Threads) == 1 {
		return "goroutine"
	}
	return fmt.Sprintf("goroutine %d", i+1)
}

// known tells whether anything is known about where a goroutine starts.
func (o *Origin) known() bool { return o.Kind != "" }

// textThreads writes the goroutines of a finding, then in which order they get there, then why that blocks.
func textThreads(w *bufio.Writer, v *View, f *Finding) {
	home := f.home()
	for _, r := range f.Rows {
		row(w, r.Head, v.spell(f, r.Text))
	}
	for i := range f.Threads {
		t := &f.Threads[i]
		head := threadTitle(f, i)
		row(w, head, goroutineText(&t.Origin, t.way(), home, v.name))
		for _, s := range f.telling(t) {
			textStep(w, v, f, &s)
		}
		if way, n := t.way(), len(t.Callers)+len(t.Path); n > 1 {
			row(w, "", "called from:")
			textFrames(w, v, f, steps(way[:n-1], way[n-1].Call), way[n-1].Call, false)
		}
		if len(t.Origin.Chain) > 0 && t.Origin.Pos.known() {
			row(w, "", "started from:")
			textFrames(w, v, f, steps(t.Origin.Chain, t.Origin.Pos), t.Origin.Pos, false)
		}
	}
	for i, s := range f.Trace {
		if len(f.Threads) == 1 {
			break // its steps are in order already
		}
		head := ""
		if i == 0 {
			head = "in order"
		}
		row(w, head, fmt.Sprintf("%d. %s %s at %s", i+1, threadTitle(f, s.Thread), s.Text, v.name(s.Pos)))
	}
	textTail(w, v, f)
}

// telling are the steps of a goroutine that its reader needs: without locks that are given back again before the end, if
// no other goroutine is told of.
func (f *Finding) telling(t *Thread) []Step {
	var list []Step
	for k, s := range t.Steps {
		_, lock, locks := strings.Cut(s.Text, "locks ")
		back := func(s Step) bool { return s.Text == "unlocks "+lock || s.Text == "read-unlocks "+lock }
		if len(f.Threads) == 1 && locks && (back(s) || slices.ContainsFunc(t.Steps[k:], back)) {
			continue
		}
		list = append(list, s)
	}
	return list
}

// textStep writes a step with its source; what it does stands behind.
func textStep(w *bufio.Writer, v *View, f *Finding, s *Step) {
	line := fmt.Sprintf("      %s  %s", v.name(s.Pos), qualify(s.Func, s.Pos.Pkg, f.home()))
	end := "  <<<<< " + s.Text
	if src := v.source(s.Pos); src != "" {
		line = fitTo(line+"  { "+goesOn(src), textWidth-utf8.RuneCountInString(end)-2) + " }"
	}
	writeLine(w, line+end)
}

// stepText is a step in one line.
func stepText(v *View, f *Finding, s *Step) string {
	return fmt.Sprintf("%s  %s  %s", v.name(s.Pos), qualify(s.Func, s.Pos.Pkg, f.home()), s.Text)
}

// stackThreads writes one stack for each goroutine, with the source text of the lines.
func stackThreads(w *bufio.Writer, v *View, f *Finding) {
	fmt.Fprintf(w, "%s\nWARNING: %s\n", fence, f.Message)
	for i := range f.Threads {
		t := &f.Threads[i]
		title := capital(threadTitle(f, i))
		if t.Origin.known() {
			title += ", " + originKind(&t.Origin, t.way(), f.abroad())
		}
		fmt.Fprintf(w, "%s:\n", title)
		for _, s := range t.Steps {
			stackSteps(w, v, f, []step{{fn: s.Func, pkg: s.Pos.Pkg, at: s.Pos}}, true)
			fmt.Fprintf(w, "    %s\n", s.Text)
		}
		if way, n := t.way(), len(t.Callers)+len(t.Path); n > 1 {
			fmt.Fprintf(w, "  called from:\n")
			stackSteps(w, v, f, steps(way[:n-1], way[n-1].Call), false)
		}
		stackOrigin(w, v, f, &t.Origin, "Goroutine")
	}
	for i, s := range f.Trace {
		fmt.Fprintf(w, "Step %d, %s: %s\n", i+1, threadTitle(f, s.Thread), stepText(v, f, &s))
	}
	for _, r := range f.Rows {
		fmt.Fprintf(w, "%s: %s\n", capital(r.Head), r.Text)
	}
	for _, n := range f.Notes {
		fmt.Fprintf(w, "Note: %s\n", n)
	}
	fmt.Fprintf(w, "%s\n%s\n", capital(trailer(f)), fence)
}

// threadLines lists the places of a finding's goroutines: each step, the path and the start of each goroutine.
func threadLines(f *Finding) []RelatedLine {
	home := f.home()
	name := func(p Pos) string { return near(p, f.Pos) }
	var out []RelatedLine
	for i := range f.Threads {
		t := &f.Threads[i]
		for _, s := range t.Steps {
			out = append(out, RelatedLine{s.Pos, threadTitle(f, i) + " " + s.Text + " in " + qualify(s.Func, s.Pos.Pkg, home)})
		}
		last := t.Steps[len(t.Steps)-1].Pos
		text := threadTitle(f, i)
		way := t.way()
		if t.Origin.known() {
			text += ": " + goroutineText(&t.Origin, way, home, name)
		}
		if len(way) > 1 {
			text += ", path " + route(way, home, name)
		}
		if t.Origin.known() && t.Origin.Kind != AnyCaller || len(way) > 1 {
			out = append(out, RelatedLine{firstKnown(t.Origin.Pos, last), text})
		}
	}
	for _, r := range f.Rows {
		out = append(out, RelatedLine{f.Pos, r.Head + ": " + r.Text})
	}
	return out
}
