// This file is what the measuring wrapper notes about one run of a vet tool, and how a log of such notes is summed up.

// Package sample holds the measurements of vet tool runs.
package sample

import (
	"encoding/json"
	"errors"
	"io"
	"slices"
	"time"
)

// A Sample is one run of the tool on one package.
type Sample struct {
	Package   string        // id as go vet names it, "p" or "p [p.test]"
	FactsOnly bool          // a dependency: facts wanted, no diagnostics
	CPU       time.Duration // user and system time of the process
	MaxRSS    int64         // peak memory in the unit of getrusage: kilobytes on Linux
	Facts     int64         // bytes of facts written, without the types that the driver adds
	Own       int64         // bytes of Facts that are about the package's own functions, 0 when unknown
	Funcs     int           // own functions, 0 when unknown
	Hash      string        // digest of the facts, to compare two runs
}

// A Total sums up the runs of one go vet.
type Total struct {
	Runs   int           // packages the tool ran on
	CPU    time.Duration // of all processes
	MaxRSS int64         // largest of all processes
	P50    int64         // median of fact bytes a package
	P95    int64         // 95th percentile
	Max    int64         // largest
	Sum    int64         // all
	Own    int64         // all about own functions
	Funcs  int           // own functions of all packages
}

// Read reads a log, one JSON object a line.
func Read(r io.Reader) ([]Sample, error) {
	var samples []Sample
	for dec := json.NewDecoder(r); ; {
		var s Sample
		switch err := dec.Decode(&s); {
		case errors.Is(err, io.EOF):
			return samples, nil
		case err != nil:
			return nil, err
		}
		samples = append(samples, s)
	}
}

// Sum adds the samples up.
func Sum(samples []Sample) Total {
	t := Total{Runs: len(samples)}
	var facts []int64
	for _, s := range samples {
		t.CPU += s.CPU
		t.MaxRSS = max(t.MaxRSS, s.MaxRSS)
		t.Sum += s.Facts
		t.Own += s.Own
		t.Funcs += s.Funcs
		facts = append(facts, s.Facts)
	}
	slices.Sort(facts)
	t.P50, t.P95, t.Max = rank(facts, 50), rank(facts, 95), rank(facts, 100)
	return t
}

// rank returns the given percentile of a sorted list by the nearest-rank method, 0 for an empty list.
func rank(sorted []int64, percent int) int64 {
	if len(sorted) == 0 {
		return 0
	}
	return sorted[max(0, (percent*len(sorted)+99)/100-1)]
}

// Changed returns the packages whose facts differ between two logs of one tool, sorted; the facts of a package are to
// be the same bytes whenever they are computed from the same sources.
func Changed(a, b []Sample) []string {
	old, recent := hashes(a), hashes(b)
	var changed []string
	for k, h := range recent {
		if o, ok := old[k]; ok && !slices.Equal(o, h) {
			changed = append(changed, k.pkg)
		}
	}
	slices.Sort(changed)
	return slices.Compact(changed)
}

// hashes are the digests by package, sorted: go vet gives all variants of a package that tests of others need the one
// name.
func hashes(samples []Sample) map[key][]string {
	m := make(map[key][]string)
	for _, s := range samples {
		k := key{s.Package, s.FactsOnly}
		m[k] = append(m[k], s.Hash)
	}
	for _, list := range m {
		slices.Sort(list)
	}
	return m
}

// A key names what go vet runs the tool on.
type key struct {
	pkg       string // Sample.Package
	factsOnly bool   // Sample.FactsOnly
}
