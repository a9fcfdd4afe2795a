// This file builds the tools and runs them under go vet.

// Package trial runs vet tools under the measuring wrapper (folder measure): processor time, peak memory and facts of
// each of the tool's processes.
package trial

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

// A Bench is the built tools.
type Bench struct {
	dir   string // temporary directory: tools and logs
	salts int    // number of salts used so far; a fresh one makes the next run cold
}

// A Tool is a vet tool of this module.
type Tool struct {
	Name  string   // also its file name
	Pkg   string   // import path, or the path of a file that is built already
	Flags []string // flags of its analyzers
}

// A Corpus is a set of packages and the directory to name them from.
type Corpus struct {
	Name     string   // as on the command line
	Dir      string   // directory go vet runs in
	Patterns []string // packages, with their tests
	Env      []string // beside the caller's environment
}

// A Result is one run of go vet.
type Result struct {
	Tool      string           // tool's name
	Warm      bool             // nothing had changed since the run before
	Wall      time.Duration    // of go vet as a whole
	Samples   []sample.Sample  // runs of the tool
	Summaries []report.Summary // what racecheck says of each package
	Findings  int              // diagnostics that are no summaries
}

// New builds the tools, and the wrapper, into dir. The command runs in the module's root.
func New(dir string, tools ...Tool) (*Bench, error) {
	b := &Bench{dir: dir}
	for _, t := range append(tools, Tool{"measure", "./bench/measure", nil}) {
		if filepath.IsAbs(t.Pkg) {
			if err := os.Symlink(t.Pkg, b.path(t.Name)); err != nil {
				return nil, err
			}
			continue
		}
		cmd := exec.Command("go", "build", "-o", b.path(t.Name), t.Pkg)
		if out, err := cmd.CombinedOutput(); err != nil {
			return nil, fmt.Errorf("%s: %w\n%s", t.Pkg, err, out)
		}
	}
	return b, nil
}

// path returns the file of the named tool.
func (b *Bench) path(name string) string { return filepath.Join(b.dir, name+".exe") }

// Salt returns a salt never used before, in this run or any other.
func (b *Bench) Salt() string {
	b.salts++
	return strconv.FormatInt(time.Now().UnixNano(), 36) + "." + strconv.Itoa(b.salts)
}

// Vet runs go vet once. With a salt that is new the tool finds no facts, with that of the run before it finds all.
func (b *Bench) Vet(c *Corpus, t Tool, salt string, warm bool) (Result, error) {
	log := filepath.Join(b.dir, "log")
	if err := os.WriteFile(log, nil, 0o666); err != nil {
		return Result{}, err
	}
	env := append(
		os.Environ(),
		"GOFLAGS=",
		"GOWORK=off",
		"MEASURE_TOOL="+b.path(t.Name),
		"MEASURE_SALT="+salt,
		"MEASURE_LOG="+log,
	)
	start := time.Now()
	diags, err := conformance.Vet(c.Dir, append(env, c.Env...), b.path("measure"), slices.Concat(t.Flags, c.Patterns)...)
	if err != nil {
		return Result{}, fmt.Errorf("%s on %s: %w", t.Name, c.Name, err)
	}
	r := Result{Tool: t.Name, Warm: warm, Wall: time.Since(start)}
	for i := range diags {
		switch sum, ok := report.ParseSummary(diags[i].Message); {
		case !diags[i].IsSummary():
			r.Findings++
		case ok && diags[i].Analyzer == "racecheck":
			r.Summaries = append(r.Summaries, *sum)
		}
	}
	f, err := os.Open(log)
	if err != nil {
		return Result{}, err
	}
	defer f.Close()
	r.Samples, err = sample.Read(f)
	return r, err
}

// Notes are what the packages' summaries say went wrong, each once.
func (r *Result) Notes() []report.Note {
	var list []report.Note
	for _, sum := range r.Summaries {
		for _, n := range sum.Notes {
			if !slices.Contains(list, n) {
				list = append(list, n)
			}
		}
	}
	return list
}
