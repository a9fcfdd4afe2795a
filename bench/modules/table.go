//go:build unix

// This file words the figures.

package main

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/syncvet/syncvet/bench/sample"
)

func writeHead(w io.Writer) {
	fmt.Fprintln(
		w,
		"| module | tool | CPU cold, s | warm, s | peak of one process, MB | packages | incomplete "+
			"| instances own | foreign | findings |",
	)
	fmt.Fprintln(w, "|---|---|--:|--:|--:|--:|--:|--:|--:|--:|")
}

func writeRow(w io.Writer, r *row) {
	fmt.Fprintf(w, "| %s | %s | %.1f | %.1f | %d |", r.module, r.tool, r.cold.Seconds(), r.warm.Seconds(), r.peak/1024)
	switch {
	case r.packages > 0:
		fmt.Fprintf(w, " %d | %d | %d | %d | %d |\n", r.packages, r.incomplete, r.own, r.foreign, r.findings)
	case r.tool == "staticcheck":
		fmt.Fprintf(w, " | | | | %d |\n", r.findings)
	default:
		fmt.Fprintln(w, " | | | | |")
	}
}

// writeTotals says what syncvet's cold runs cost beside the other tools', over all modules, and whose functions it
// linked.
func writeTotals(w io.Writer, rows []row) {
	cpu := map[string]time.Duration{}
	var own, foreign int64
	for _, r := range rows {
		cpu[r.tool] += r.cold
		own, foreign = own+r.own, foreign+r.foreign
	}
	fmt.Fprintln(w)
	for _, t := range []string{"floor", "staticcheck"} {
		if cpu[t] > 0 && cpu["syncvet"] > 0 {
			fmt.Fprintf(
				w,
				"All modules, cold: syncvet %.1f s, %.2f times %s's %.1f s.\n",
				cpu["syncvet"].Seconds(),
				cpu["syncvet"].Seconds()/cpu[t].Seconds(),
				t,
				cpu[t].Seconds(),
			)
		}
	}
	if own+foreign > 0 {
		fmt.Fprintf(w, "Instances of the modules' own functions: %d of %d, %d %%.\n", own, own+foreign, 100*own/(own+foreign))
	}
}

// dearest is how many packages are named.
const dearest = 8

// writeDearest names the packages that cost syncvet most, module by module.
func writeDearest(w io.Writer, rows []row) {
	for _, r := range rows {
		if r.tool != "syncvet" {
			continue
		}
		list := slices.Clone(r.samples)
		slices.SortStableFunc(list, func(a, b sample.Sample) int {
			return cmp.Or(cmp.Compare(b.CPU, a.CPU), cmp.Compare(a.Package, b.Package))
		})
		var names []string
		for _, s := range list[:min(dearest, len(list))] {
			names = append(names, fmt.Sprintf("%s %.2f s %d MB", s.Package, s.CPU.Seconds(), s.MaxRSS/1024))
		}
		fmt.Fprintf(w, "\n%s, dearest packages: %s.\n", r.module, strings.Join(names, ", "))
	}
}
