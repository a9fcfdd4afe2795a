// This file is the format "race": data races in the layout of the race detector, byte for byte, so that what reads its
// output reads ours. The variable's name stands in place of an address. Findings that are no data races follow in the
// format "stack", which such readers skip.

package report

import (
	"bufio"
	"fmt"
	"io"
	"slices"
	"strings"
)

// writeRace writes the data races, how many there are, then all other findings.
func writeRace(w io.Writer, v *View, findings []*Finding, _ *Totals) error {
	b := bufio.NewWriter(w)
	races := 0
	var others []*Finding
	for _, f := range findings {
		if !f.isRace() {
			others = append(others, f)
			continue
		}
		races++
		raceBlock(b, v, f)
	}
	if races > 0 {
		fmt.Fprintf(b, "Found %d data race(s)\n", races)
	}
	for _, f := range others {
		stack(b, v, f)
	}
	return b.Flush()
}

// isRace reports whether a finding is a data race with two known ends.
func (f *Finding) isRace() bool { return strings.HasPrefix(f.Rule, "RC") && f.Accesses[0].Kind != "" }

// raceBlock writes one race: the write first, as the race detector usually has it.
func raceBlock(w *bufio.Writer, v *View, f *Finding) {
	ends := []*Access{&f.Accesses[0], &f.Accesses[1]}
	if !ends[0].Writes() {
		slices.Reverse(ends)
	}
	mains := mainPackages(f)
	fmt.Fprintf(w, "%s\nWARNING: DATA RACE\n", fence)
	for i, a := range ends {
		fmt.Fprintf(w, "%s at %s by %s:\n", raceKind(a, i == 0), oneLine(f.Variable.Name), raceGoroutine(a, i))
		raceStack(w, v, steps(a.Path, a.Pos), mains)
		fmt.Fprintln(w)
	}
	first := true
	for i, a := range ends {
		if a.Origin.Kind == "main" {
			continue
		}
		if !first {
			fmt.Fprintln(w)
		}
		first = false
		fmt.Fprintf(w, "%s (running) created at:\n", capital(raceGoroutine(a, i)))
		raceStart(w, v, &a.Origin, mains)
	}
	fmt.Fprintln(w, fence)
}

// raceStart writes where a goroutine starts. Roots have no such place: the race detector has a line for that.
func raceStart(w *bufio.Writer, v *View, o *Origin, mains map[string]bool) {
	switch {
	case !o.Pos.known():
		fmt.Fprintln(w, "  [failed to restore the stack]")
	case len(o.Chain) == 0:
		raceStack(w, v, []step{{fn: "_", pkg: o.Pos.Pkg, at: o.Pos}}, mains)
	default:
		raceStack(w, v, steps(o.Chain, o.Pos), mains)
	}
}

// raceKind is a kind of access in the race detector's words.
func raceKind(a *Access, first bool) string {
	text := "read"
	if a.Writes() {
		text = "write"
	}
	if strings.HasPrefix(a.Kind, "atomic") {
		text = "atomic " + text
	}
	if !first {
		text = "previous " + text
	}
	return capital(text)
}

// raceGoroutine names the goroutine of the i-th end. The race detector numbers them; the main goroutine is number 1.
func raceGoroutine(a *Access, i int) string {
	if a.Origin.Kind == "main" {
		return "main goroutine"
	}
	return fmt.Sprintf("goroutine %d", i+2)
}

// raceStack writes frames, the innermost first, two lines each.
func raceStack(w *bufio.Writer, v *View, path []step, mains map[string]bool) {
	for _, s := range slices.Backward(path) {
		pkg := trimVariant(s.pkg)
		if mains[pkg] {
			pkg = "main"
		}
		file := s.at.Abs()
		if file == "" {
			file = v.serviceFile(s.at)
		}
		fmt.Fprintf(w, "  %s()\n      %s:%d +0x0\n", strings.TrimPrefix(pkg+"."+s.fn, "."), file, s.at.Line)
	}
}

// mainPackages are the packages that are known to be called main: those whose function main is where a goroutine
// begins.
func mainPackages(f *Finding) map[string]bool {
	out := map[string]bool{}
	for i := range f.Accesses {
		a := &f.Accesses[i]
		for _, path := range [][]Frame{a.Path, a.Origin.Chain} {
			if len(path) > 0 && path[0].Func == "main" {
				out[trimVariant(path[0].Pkg)] = true
			}
		}
	}
	return out
}
