// This file renders findings that are about goroutines rather than accesses: deadlocks, leaks, misuse.

package report

import (
	"bufio"
	"fmt"
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
	home := f.Pos.Pkg
	width := len("started by")
	for i := range f.Threads {
		width = max(width, len(threadTitle(f, i)))
	}
	for _, r := range f.Rows {
		width = max(width, len(r.Head))
	}
	row := func(head, body string) { fmt.Fprintf(w, "  %-*s  %s\n", width, head, body) }
	for i := range f.Threads {
		t := &f.Threads[i]
		head := threadTitle(f, i)
		for _, s := range t.Steps {
			row(head, stepText(v, f, &s))
			head = ""
		}
		if len(t.Path) > 1 {
			row("", "path "+route(t.Path, home, v.name))
		}
		if t.Origin.known() {
			row("", "runs in "+goroutineText(&t.Origin, t.Path, home, v.name))
		}
		if len(t.Origin.Chain) > 1 {
			row("", "started by "+route(t.Origin.Chain, home, v.name))
		}
	}
	for i, s := range f.Trace {
		head := ""
		if i == 0 {
			head = "step by step"
		}
		row(head, fmt.Sprintf("%d. %s: %s", i+1, threadTitle(f, s.Thread), stepText(v, f, &s)))
	}
	for _, r := range f.Rows {
		row(r.Head, r.Text)
	}
	for _, n := range f.Notes {
		row("note", n)
	}
	for _, x := range f.Fix {
		row("fix", x)
	}
	fmt.Fprintf(w, "  %s\n\n", trailer(f))
}

// stepText is a step in one line.
func stepText(v *View, f *Finding, s *Step) string {
	return fmt.Sprintf("%s  %s  %s", v.name(s.Pos), qualify(s.Func, s.Pos.Pkg, f.Pos.Pkg), s.Text)
}

// stackThreads writes one stack for each goroutine, with the source text of the lines.
func stackThreads(w *bufio.Writer, v *View, f *Finding) {
	fmt.Fprintf(w, "%s\nWARNING: %s\n", fence, f.Message)
	for i := range f.Threads {
		t := &f.Threads[i]
		title := capital(threadTitle(f, i))
		if t.Origin.known() {
			title += ", " + originKind(&t.Origin, t.Path, "")
		}
		fmt.Fprintf(w, "%s:\n", title)
		for _, s := range t.Steps {
			stackSteps(w, v, f, []step{{fn: s.Func, pkg: s.Pos.Pkg, at: s.Pos}}, true)
			fmt.Fprintf(w, "    %s\n", s.Text)
		}
		if n := len(t.Path); n > 1 {
			fmt.Fprintf(w, "  called from:\n")
			stackSteps(w, v, f, steps(t.Path[:n-1], t.Path[n-1].Call), false)
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
	home := f.Pos.Pkg
	name := func(p Pos) string { return near(p, f.Pos) }
	var out []RelatedLine
	for i := range f.Threads {
		t := &f.Threads[i]
		for _, s := range t.Steps {
			out = append(out, RelatedLine{s.Pos, threadTitle(f, i) + " " + s.Text + " in " + qualify(s.Func, s.Pos.Pkg, home)})
		}
		last := t.Steps[len(t.Steps)-1].Pos
		text := threadTitle(f, i)
		if t.Origin.known() {
			text += ": " + goroutineText(&t.Origin, t.Path, home, name)
		}
		if len(t.Path) > 1 {
			text += ", path " + route(t.Path, home, name)
		}
		if t.Origin.known() || len(t.Path) > 1 {
			out = append(out, RelatedLine{firstKnown(t.Origin.Pos, last), text})
		}
	}
	for _, r := range f.Rows {
		out = append(out, RelatedLine{f.Pos, r.Head + ": " + r.Text})
	}
	return out
}
