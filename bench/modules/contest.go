//go:build unix

// This file runs the tools on one module, collects the figures and words them.

package main

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/syncvet/syncvet/bench/sample"
	"github.com/syncvet/syncvet/bench/trial"
)

// staticcheck is what is measured beside us; the version is pinned like the modules.
const staticcheck = "honnef.co/go/tools/cmd/staticcheck@v0.8.2"

// A contest is the built tools.
type contest struct {
	dir    string       // temporary directory
	bench  *trial.Bench // runs vet tools
	floor  trial.Tool   // also leaves export data in the cache before all others run
	tools  []string     // names of the tools to run, the floor first
	caches int          // caches of staticcheck used so far
}

// A row is one tool on one module.
type row struct {
	module, tool string          // names
	cold, warm   time.Duration   // processor time
	peak         int64           // memory of the largest process of the cold run, kB
	packages     int             // that the module's reports are about; 0 unknown
	incomplete   int             // of these, packages with a note of their own
	own, foreign int64           // instances of the module's functions, and of others
	findings     int             // diagnostics
	samples      []sample.Sample // of the cold run's processes; nil for staticcheck
}

// newContest builds the tools.
func newContest(dir string, o *options) (*contest, error) {
	c := &contest{dir: dir, tools: o.tools, floor: trial.Tool{Name: "floor", Pkg: "./bench/floor"}}
	ours := trial.Tool{Name: "syncvet", Pkg: "./cmd/syncvet"}
	if o.syncvet != "" {
		path, err := filepath.Abs(o.syncvet)
		if err != nil {
			return nil, err
		}
		ours.Pkg = path
	}
	for _, name := range o.tools {
		if !slices.Contains([]string{"floor", "staticcheck", "syncvet"}, name) {
			return nil, fmt.Errorf("no tool %q; there are floor, staticcheck and syncvet", name)
		}
	}
	if slices.Contains(o.tools, "staticcheck") {
		cmd := exec.Command("go", "install", staticcheck)
		cmd.Env = append(os.Environ(), "GOBIN="+dir, "GOFLAGS=", "GOWORK=off")
		if out, err := cmd.CombinedOutput(); err != nil {
			return nil, fmt.Errorf("%s: %w\n%s", staticcheck, err, out)
		}
	}
	var err error
	c.bench, err = trial.New(dir, c.floor, ours)
	return c, err
}

// measure runs the tools on a module, each cold and then warm.
func (c *contest) measure(m *trial.Corpus) ([]row, error) {
	if _, err := c.bench.Vet(m, c.floor, c.bench.Salt(), false); err != nil {
		return nil, err
	}
	var rows []row
	for _, name := range c.tools {
		run := c.vet
		if name == "staticcheck" {
			run = c.staticcheck
		}
		r, err := run(m, name)
		if err != nil {
			return nil, err
		}
		rows = append(rows, r)
	}
	return rows, nil
}

// vet measures a vet tool.
func (c *contest) vet(m *trial.Corpus, name string) (row, error) {
	t, salt := c.floor, c.bench.Salt()
	if name != t.Name {
		t = trial.Tool{Name: name, Flags: []string{"-racecheck.evidence"}}
	}
	cold, err := c.bench.Vet(m, t, salt, false)
	if err != nil {
		return row{}, err
	}
	warm, err := c.bench.Vet(m, t, salt, true)
	if err != nil {
		return row{}, err
	}
	total := sample.Sum(cold.Samples)
	r := row{module: m.Name, tool: name, cold: total.CPU, warm: sample.Sum(warm.Samples).CPU, peak: total.MaxRSS,
		packages: len(cold.Summaries), findings: cold.Findings, samples: cold.Samples}
	for _, sum := range cold.Summaries {
		for _, n := range sum.Notes {
			if n.Pkg == sum.Pkg {
				r.incomplete++
				break
			}
		}
		r.own += sum.Counters["contexts.own"]
		r.foreign += sum.Counters["contexts"] - sum.Counters["contexts.own"]
	}
	return r, nil
}

// staticcheck measures staticcheck, with a cache of its own for each cold run.
func (c *contest) staticcheck(m *trial.Corpus, name string) (row, error) {
	c.caches++
	cache := filepath.Join(c.dir, fmt.Sprintf("staticcheck%d", c.caches))
	r := row{module: m.Name, tool: name}
	for _, cpu := range []*time.Duration{&r.cold, &r.warm} {
		cmd := exec.Command(filepath.Join(c.dir, name), m.Patterns...)
		cmd.Dir, cmd.Env = m.Dir, slices.Concat(os.Environ(), []string{"GOWORK=off", "STATICCHECK_CACHE=" + cache}, m.Env)
		var stderr bytes.Buffer
		cmd.Stderr = &stderr
		out, err := cmd.Output()
		// 1: it has found something
		if exit := (*exec.ExitError)(nil); err != nil && (!errors.As(err, &exit) || exit.ExitCode() != 1) {
			return row{}, fmt.Errorf("staticcheck on %s: %w\n%s", m.Name, err, stderr.String())
		}
		r.findings = bytes.Count(out, []byte("\n"))
		*cpu = cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
		r.peak = max(r.peak, int64(cmd.ProcessState.SysUsage().(*syscall.Rusage).Maxrss))
	}
	return r, os.RemoveAll(cache)
}

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
