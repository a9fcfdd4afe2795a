// This file runs the tools in turn and collects the figures.

package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"time"

	"github.com/syncvet/syncvet/bench/sample"
	"github.com/syncvet/syncvet/internal/conformance"
	"github.com/syncvet/syncvet/internal/report"
)

// A bench is the built tools.
type bench struct {
	dir   string // temporary directory: tools and logs
	salts int    // number of salts used so far; a fresh one makes the next run cold
}

// A tool is one of the two contestants.
type tool struct {
	name  string   // floor or syncvet, also its file name
	pkg   string   // import path
	flags []string // flags of its analyzers
}

// tools lists the contestants, the floor first.
func tools() []tool {
	return []tool{
		{"floor", "./bench/floor", nil},
		{"syncvet", "./cmd/syncvet", []string{"-racecheck.evidence"}},
	}
}

// A result is one run of go vet.
type result struct {
	tool    string          // tool's name
	warm    bool            // nothing had changed since the run before
	wall    time.Duration   // of go vet as a whole
	samples []sample.Sample // runs of the tool
	notes   []report.Note   // what went wrong inside it
}

// newBench builds the tools into dir.
func newBench(dir string) (*bench, error) {
	b := &bench{dir: dir}
	for _, t := range append(tools(), tool{"measure", "./bench/measure", nil}) {
		cmd := exec.Command("go", "build", "-o", b.path(t.name), t.pkg)
		if out, err := cmd.CombinedOutput(); err != nil {
			return nil, fmt.Errorf("%s: %w\n%s", t.pkg, err, out)
		}
	}
	return b, nil
}

// path returns the file of the named tool.
func (b *bench) path(name string) string { return filepath.Join(b.dir, name+".exe") }

// measure runs both tools on the corpus, in turn. A first run, not counted, leaves the compiler's export data in the cache.
func (b *bench) measure(c *corpus, rounds int) ([]result, error) {
	if _, err := b.vet(c, tools()[0], b.salt(), false); err != nil {
		return nil, err
	}
	var results []result
	for range rounds {
		for _, t := range tools() {
			salt := b.salt()
			for _, warm := range []bool{false, true} {
				r, err := b.vet(c, t, salt, warm)
				if err != nil {
					return nil, err
				}
				results = append(results, r)
			}
		}
	}
	return results, nil
}

// salt returns a salt never used before, in this run or any other.
func (b *bench) salt() string {
	b.salts++
	return strconv.FormatInt(time.Now().UnixNano(), 36) + "." + strconv.Itoa(b.salts)
}

// vet runs go vet once.
func (b *bench) vet(c *corpus, t tool, salt string, warm bool) (result, error) {
	log := filepath.Join(b.dir, "log")
	if err := os.WriteFile(log, nil, 0o666); err != nil {
		return result{}, err
	}
	env := append(os.Environ(), "GOFLAGS=", "GOWORK=off", "MEASURE_TOOL="+b.path(t.name), "MEASURE_SALT="+salt, "MEASURE_LOG="+log)
	start := time.Now()
	diags, err := conformance.Vet(c.dir, env, b.path("measure"), slices.Concat(t.flags, c.patterns)...)
	if err != nil {
		return result{}, fmt.Errorf("%s on %s: %w", t.name, c.name, err)
	}
	r := result{tool: t.name, warm: warm, wall: time.Since(start), notes: notes(diags)}
	f, err := os.Open(log)
	if err != nil {
		return result{}, err
	}
	defer f.Close()
	r.samples, err = sample.Read(f)
	return r, err
}

// notes are what the packages' summaries say went wrong, each once.
func notes(diags []conformance.Diagnostic) []report.Note {
	var list []report.Note
	for i := range diags {
		if sum, ok := report.ParseSummary(diags[i].Message); ok && diags[i].IsSummary() {
			for _, n := range sum.Notes {
				if !slices.Contains(list, n) {
					list = append(list, n)
				}
			}
		}
	}
	return list
}
