// This file words the figures.

package main

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/syncvet/syncvet/bench/sample"
	"github.com/syncvet/syncvet/bench/trial"
)

// writeTable prints all runs on a corpus and what they come to.
func writeTable(w io.Writer, c *trial.Corpus, results []trial.Result) {
	fmt.Fprintf(w, "### %s (`go vet %s`)\n\n", c.Name, strings.Join(c.Patterns, " "))
	fmt.Fprintln(
		w,
		"| tool | facts | packages run | tool CPU, s | wall, s | peak of one process, MB "+
			"| facts: p50, kB | p95, kB | max, kB | total, MB | own units, MB |",
	)
	fmt.Fprintln(w, "|---|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|")
	for _, r := range results {
		t := sample.Sum(r.Samples)
		fmt.Fprintf(
			w,
			"| %s | %s | %d | %.1f | %.1f | %d | %.1f | %.1f | %.1f | %.2f | %.2f |\n",
			r.Tool,
			state(r),
			t.Runs,
			t.CPU.Seconds(),
			r.Wall.Seconds(),
			t.MaxRSS/1024,
			kilo(t.P50),
			kilo(t.P95),
			kilo(t.Max),
			kilo(t.Sum)/1000,
			kilo(t.Own)/1000,
		)
	}
	floor, ours := medianCPU(results, "floor"), medianCPU(results, "syncvet")
	fmt.Fprintf(
		w,
		"\nMedian tool CPU, cold: floor %.1f s, syncvet %.1f s, ratio %.2f.\n",
		floor.Seconds(),
		ours.Seconds(),
		ours.Seconds()/floor.Seconds(),
	)
	writeChanged(w, results)
	writeDearest(w, results)
}

// state words whether facts were cached.
func state(r trial.Result) string {
	if r.Warm {
		return "warm"
	}
	return "cold"
}

// kilo converts bytes.
func kilo(bytes int64) float64 { return float64(bytes) / 1000 }

// medianCPU returns the median processor time of the tool's cold runs.
func medianCPU(results []trial.Result, tool string) time.Duration {
	var times []time.Duration
	for _, r := range cold(results, tool) {
		times = append(times, sample.Sum(r.Samples).CPU)
	}
	if len(times) == 0 {
		return 0
	}
	slices.Sort(times)
	return times[len(times)/2]
}

// cold returns the tool's cold runs.
func cold(results []trial.Result, tool string) []trial.Result {
	var out []trial.Result
	for _, r := range results {
		if r.Tool == tool && !r.Warm {
			out = append(out, r)
		}
	}
	return out
}

// writeChanged reports whether all cold runs of syncvet wrote the same facts.
func writeChanged(w io.Writer, results []trial.Result) {
	runs := cold(results, "syncvet")
	if len(runs) < 2 {
		return
	}
	for _, r := range runs[1:] {
		if changed := sample.Changed(runs[0].Samples, r.Samples); len(changed) > 0 {
			fmt.Fprintf(w, "\nFacts not the same bytes in every run: %s.\n", strings.Join(changed, ", "))
			return
		}
	}
	fmt.Fprintf(w, "\nFacts: the same bytes in all %d cold runs.\n", len(runs))
}

// writeDearest names the packages that cost syncvet most in its last cold run.
func writeDearest(w io.Writer, results []trial.Result) {
	runs := cold(results, "syncvet")
	if len(runs) == 0 {
		return
	}
	samples := runs[len(runs)-1].Samples
	fmt.Fprintln(w, "\n| dearest packages by | |\n|---|---|")
	for _, by := range []struct {
		title string                     // heading
		cost  func(sample.Sample) int64  // what to sort by
		text  func(sample.Sample) string // the figure
	}{
		{
			"CPU",
			func(s sample.Sample) int64 { return int64(s.CPU) },
			func(s sample.Sample) string { return fmt.Sprintf("%.2f s", s.CPU.Seconds()) },
		},
		{
			"peak memory",
			func(s sample.Sample) int64 { return s.MaxRSS },
			func(s sample.Sample) string { return fmt.Sprintf("%d MB", s.MaxRSS/1024) },
		},
		{
			"fact bytes",
			func(s sample.Sample) int64 { return s.Facts },
			func(s sample.Sample) string { return fmt.Sprintf("%.0f kB", kilo(s.Facts)) },
		},
	} {
		slices.SortStableFunc(samples, func(a, b sample.Sample) int {
			if c := by.cost(b) - by.cost(a); c != 0 {
				return int(max(-1, min(1, c)))
			}
			return strings.Compare(a.Package, b.Package)
		})
		var names []string
		for _, s := range samples[:min(5, len(samples))] {
			names = append(names, s.Package+" "+by.text(s))
		}
		fmt.Fprintf(w, "| %s | %s |\n", by.title, strings.Join(names, ", "))
	}
	fmt.Fprintln(w)
}
