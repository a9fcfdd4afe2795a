// This file is the format "text": a headline and an indented block. The block's lines do not look like file:line: to the
// matchers that turn compiler output into annotations: a finding is one annotation.

package report

import (
	"bufio"
	"fmt"
	"strings"
)

// text writes one finding.
func text(w *bufio.Writer, v *View, f *Finding) {
	fmt.Fprintf(w, "%s:%d: %s\n", v.name(f.Pos), max(f.Pos.Col, 1), f.Message)
	if f.aboutComment() {
		fmt.Fprintf(w, "  %s\n\n", trailer(f))
		return
	}
	if len(f.Threads) > 0 {
		textThreads(w, v, f)
		return
	}
	heads := [2]string{what(f, &f.Accesses[0]), what(f, &f.Accesses[1])}
	width := max(len(heads[0]), len(heads[1]), len("    started by"))
	row := func(head, body string) { fmt.Fprintf(w, "  %-*s  %s\n", width, head, body) }
	textAccess(w, v, f, &f.Accesses[0], heads[0], width)
	if f.self() {
		row(f.Accesses[1].Kind, sameAccess)
	} else {
		textAccess(w, v, f, &f.Accesses[1], heads[1], width)
	}
	if f.Because != "" {
		row("reported", "because "+f.Because)
	}
	if f.Ordering.Reason != "" {
		row(missing(f), f.Ordering.Reason)
	}
	for _, n := range f.Ordering.Nearest {
		row("near", n)
	}
	if f.Others > 0 {
		row("also", others(f.Others))
	}
	if v.Pairs {
		for k := range f.Pairs {
			row(fmt.Sprintf("pair %d", k+1), f.Pairs[k].text(f.Pos.Pkg, v.name))
		}
	}
	for _, n := range f.Notes {
		row("note", n)
	}
	for _, x := range f.Fix {
		row("fix", x)
	}
	fmt.Fprintf(w, "  %s\n\n", trailer(f))
}

// textAccess writes one access with its path and goroutine.
func textAccess(w *bufio.Writer, v *View, f *Finding, a *Access, head string, width int) {
	home := f.Pos.Pkg
	fmt.Fprintf(w, "  %-*s  %s  %s  %s\n", width, head, v.name(a.Pos), qualify(a.Func, a.Pos.Pkg, home), locksText(a.Locks, v.name))
	row := func(head, body string) { fmt.Fprintf(w, "      %-*s  %s\n", width-4, head, body) }
	if len(a.Path) > 1 {
		row("path", route(a.Path, home, v.name))
	}
	row("runs in", originText(a, home, v.name))
	if len(a.Origin.Chain) > 1 {
		row("started by", route(a.Origin.Chain, home, v.name))
	}
}

// text shows the two call paths of a pair.
func (p *Pair) text(home string, name func(Pos) string) string {
	side := func(k int) string {
		return route(p.Paths[k], home, name) + ": " + p.Kinds[k] + " at " + name(p.At[k])
	}
	return side(0) + " | " + side(1)
}

// others says how many further pairs the finding stands for.
func others(n int) string {
	if n == 1 {
		return "1 more pair of accesses with the same cause"
	}
	return fmt.Sprintf("%d more pairs of accesses with the same cause", n)
}

// trailer is the last line of a finding.
func trailer(f *Finding) string {
	return strings.Join([]string{
		f.Level, "confidence " + string(f.Confidence), "explain: syncvet explain " + f.Rule, "id " + f.ID,
	}, " · ")
}
