// This file words the figures.

package main

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"time"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/relink"
)

// writeTable prints what was measured on a package.
func writeTable(w io.Writer, s *subject, sys *relink.System, rows []row, notes []facts.Note, bytes uint64) {
	st := sys.Live.Stats()
	fmt.Fprintf(w, "### %s\n\n%d lines with all it imports; %d nodes, %d constraints, %d facts, %d statements.\n",
		s.path, s.lines, st.Nodes, st.Constraints, st.Facts, len(sys.Statements))
	fmt.Fprintf(w, "The live solver holds %d MB, the process %d MB with summaries and link.\n", st.Bytes>>20, bytes>>20)
	for _, n := range notes {
		fmt.Fprintf(w, "The link is incomplete: %s.\n", n.Text)
	}
	fmt.Fprintln(w, "\n| algorithm | statements | delete: mean | median | p99 | worst "+
		"| insert: mean | median | p99 | worst | wrong after | stale facts |")
	fmt.Fprintln(w, "|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|")
	for _, r := range rows {
		worst := short(slices.Max(r.deletes))
		if r.capped > 0 {
			worst = "> " + worst
		}
		fmt.Fprintf(w, "| %s | %d | %s | %s | %s | %s ", r.name, len(r.deletes), short(mean(r.deletes)),
			short(part(r.deletes, 0.5)), short(part(r.deletes, 0.99)), worst)
		if len(r.inserts) == 0 {
			fmt.Fprintln(w, "| | | | | | |")
			continue
		}
		fmt.Fprintf(w, "| %s | %s | %s | %s | %d | %d |\n", short(mean(r.inserts)), short(part(r.inserts, 0.5)),
			short(part(r.inserts, 0.99)), short(slices.Max(r.inserts)), r.wrong, r.stale)
	}
	fmt.Fprintln(w)
	for _, r := range rows {
		if r.elapsed > 0 {
			fmt.Fprintf(w, "%s: %s by the clock on the wall for all.\n", r.name, short(r.elapsed))
		}
	}
	one := rows[len(rows)-2]
	for _, r := range rows[:3] {
		fmt.Fprintf(w, "A deletion takes a %.0fth of \"%s\" on the mean.\n",
			float64(mean(r.deletes))/float64(mean(one.deletes)), r.name)
	}
	st = sys.Live.Stats()
	fmt.Fprintf(w, "Updates that started from scratch: %d of %d.\n\n", st.Relinks, st.Updates)
}

// writeUpdates prints what updates of whole programs took.
func writeUpdates(w io.Writer, s *subject, u updates) {
	fmt.Fprintf(w, "### %s: updates of the program\n\n"+
		"%d statements of the package deleted and added back; updates by what had to be done:", s.path, len(u.deletes))
	for step := relink.Unchanged; step <= relink.Relinked; step++ {
		fmt.Fprintf(w, " %s %d", step, u.steps[step])
		if step < relink.Relinked {
			fmt.Fprint(w, ",")
		}
	}
	fmt.Fprintln(w, ".")
	for _, cause := range slices.Sorted(maps.Keys(u.causes)) {
		fmt.Fprintf(w, "Linked anew because of %s: %d.\n", cause, u.causes[cause])
	}
	fmt.Fprintln(w, "\n| | new program | delete: mean | median | p99 | worst | insert: mean | median | p99 | worst |")
	fmt.Fprintln(w, "|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|")
	for k, name := range stages {
		of := func(costs []cost) (list []time.Duration) {
			for _, c := range costs {
				list = append(list, c[k])
			}
			return list
		}
		fmt.Fprintf(w, "| %s | %s ", name, short(part(of(u.fresh), 0.5)))
		for _, costs := range [][]cost{u.deletes, u.inserts} {
			if list := of(costs); len(list) > 0 {
				fmt.Fprintf(w, "| %s | %s | %s | %s ", short(mean(list)), short(part(list, 0.5)),
					short(part(list, 0.99)), short(slices.Max(list)))
			} else {
				fmt.Fprint(w, "| | | | ")
			}
		}
		fmt.Fprintln(w, "|")
	}
	fmt.Fprintln(w)
}

func mean(list []time.Duration) time.Duration {
	var sum time.Duration
	for _, d := range list {
		sum += d
	}
	return sum / time.Duration(len(list))
}

// part returns the element below which a part of the list lies.
func part(list []time.Duration, p float64) time.Duration {
	sorted := slices.Sorted(slices.Values(list))
	return sorted[min(int(p*float64(len(sorted))), len(sorted)-1)]
}

// short rounds to three digits or so.
func short(d time.Duration) string {
	switch {
	case d >= time.Second:
		return d.Round(10 * time.Millisecond).String()
	case d >= time.Millisecond:
		return d.Round(10 * time.Microsecond).String()
	}
	return d.Round(100 * time.Nanosecond).String()
}
