// This file holds syncvet to its limits: size of facts, the same bytes in every run, memory, processor time, and
// nothing gone wrong inside.
//
//	go test ./bench              a few packages of std with all they import
//	go test ./bench -args -full  std and cmd/go with their tests, and the tool that only builds SSA for comparison

package main

import (
	"flag"
	"slices"
	"testing"
	"time"

	"github.com/syncvet/syncvet/bench/sample"
	"github.com/syncvet/syncvet/bench/trial"
	_ "github.com/syncvet/syncvet/racecheck" // is in the tool that is built here: changes must not leave the test cached
)

var full = flag.Bool("full", false, "check the limits on std and cmd/go, processor time and memory included")

// The limits.
const (
	maxP95     = 200_000 // bytes: 95th percentile of a package's facts
	maxCarry   = 10      // all facts, in multiples of the bytes about own functions
	maxCPU     = 3       // tool processor time, in multiples of the floor's
	maxRSS     = 300_000 // kB: peak memory of one process
	maxFailure = 1000    // own functions for each contained panic or exceeded budget, at least
)

// TestGates runs syncvet twice, cold.
func TestGates(t *testing.T) {
	if testing.Short() {
		t.Skip("analyses a part of std twice")
	}
	t.Chdir("..")
	b, err := trial.New(t.TempDir(), tools()...)
	if err != nil {
		t.Fatal(err)
	}
	c, err := findCorpus("std")
	if err != nil {
		t.Fatal(err)
	}
	if !*full {
		c.Patterns = []string{"encoding/json", "log/slog", "net/textproto", "os/exec"}
	}
	floor, ours := tools()[0], tools()[1]
	first := runCold(t, b, c, ours)
	second := runCold(t, b, c, ours)
	if changed := sample.Changed(first.Samples, second.Samples); len(changed) > 0 {
		t.Errorf("facts are not the same bytes in two runs: %v", changed)
	}
	checkFacts(t, first)
	if *full {
		checkCost(t, runCold(t, b, c, floor), first, second)
	}
}

// runCold runs a tool once, cold.
func runCold(t *testing.T, b *trial.Bench, c *trial.Corpus, tool trial.Tool) trial.Result {
	t.Helper()
	r, err := b.Vet(c, tool, b.Salt(), false)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// checkFacts checks sizes and failures.
func checkFacts(t *testing.T, r trial.Result) {
	total := sample.Sum(r.Samples)
	t.Logf("%d packages, %d functions; facts: p50 %d, p95 %d, max %d, all %d, own units %d bytes",
		total.Runs, total.Funcs, total.P50, total.P95, total.Max, total.Sum, total.Own)
	if total.Runs == 0 || total.Funcs == 0 {
		t.Fatal("nothing was analysed")
	}
	if total.P95 > maxP95 {
		t.Errorf("95th percentile of facts: %d bytes, limit %d", total.P95, maxP95)
	}
	if total.Sum > maxCarry*total.Own {
		t.Errorf("all facts: %d bytes, more than %d times the %d of own units", total.Sum, maxCarry, total.Own)
	}
	failed := 0
	for _, n := range r.Notes() {
		t.Logf("note: %s: %s: %s", n.Pkg, n.Kind, n.Text)
		if n.Kind == "panic" {
			t.Error("a panic was contained")
		}
		failed++
	}
	if failed*maxFailure > total.Funcs {
		t.Errorf("%d failures in %d functions", failed, total.Funcs)
	}
}

// checkCost checks processor time and memory. Other load on the machine slows all runs, but not all alike: the better
// of two counts.
func checkCost(t *testing.T, floor, first, second trial.Result) {
	base, cpu := sample.Sum(floor.Samples).CPU, min(sample.Sum(first.Samples).CPU, sample.Sum(second.Samples).CPU)
	t.Logf("processor time: %.1f s, floor %.1f s, ratio %.2f", cpu.Seconds(), base.Seconds(), cpu.Seconds()/base.Seconds())
	if cpu > maxCPU*base {
		t.Errorf(
			"processor time: %v, more than %d times the floor's %v",
			cpu.Round(time.Millisecond),
			maxCPU,
			base.Round(time.Millisecond),
		)
	}
	large := slices.DeleteFunc(slices.Clone(first.Samples), func(s sample.Sample) bool { return s.MaxRSS <= maxRSS })
	for _, s := range large {
		t.Errorf("%s: %d kB of memory, limit %d", s.Package, s.MaxRSS, maxRSS)
	}
}
