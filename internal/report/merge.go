// This file joins what several runs have said, as machines do that share the packages of one repository.

package report

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
)

// A Run is what one run wrote with -f json or -f sarif.
type Run struct {
	Findings []*Finding // in the order of the file
	Totals   Totals     // the last line of the file; of SARIF zero

	sarif *sarifLog // nil unless it was SARIF, which has no Findings and Totals
}

// ReadRun reads what a run wrote with -f json or -f sarif.
func ReadRun(data []byte) (*Run, error) {
	var log sarifLog
	if json.Unmarshal(data, &log) == nil && log.Schema == sarifSchema {
		if len(log.Runs) == 0 {
			return nil, errors.New("a SARIF log without a run")
		}
		return &Run{sarif: &log}, nil
	}
	r := &Run{}
	complete := false
	for dec := json.NewDecoder(bytes.NewReader(data)); ; {
		var line struct {
			Finding
			Summary *Totals `json:"summary"` // set in the line that ends a run, nil in all others
		}
		switch err := dec.Decode(&line); {
		case errors.Is(err, io.EOF) && complete:
			return r, nil
		case errors.Is(err, io.EOF):
			return nil, errors.New("no summary at the end: the run was cut short, or this is not what -f json or -f sarif wrote")
		case err != nil:
			return nil, err
		case line.Schema != SchemaVersion:
			return nil, fmt.Errorf("schema %d, want %d", line.Schema, SchemaVersion)
		case line.Summary != nil:
			r.Totals, complete = *line.Summary, true
		case line.ID != "":
			r.Findings = append(r.Findings, &line.Finding)
		}
	}
}

// Merge joins runs: each finding once. All runs must be of one form; if that is SARIF, only WriteSARIF knows what to do
// with the result.
func Merge(runs []*Run) (*Run, error) {
	out := &Run{Totals: Totals{Schema: SchemaVersion, Counters: map[string]int64{}}}
	for i, r := range runs {
		if (r.sarif != nil) != (runs[0].sarif != nil) {
			return nil, errors.New("some files are JSON, others SARIF")
		}
		if r.sarif != nil {
			out.mergeSARIF(r, i == 0)
			continue
		}
		out.Findings = append(out.Findings, r.Findings...)
		out.Totals.Join(&r.Totals)
	}
	out.Findings = Dedup(out.Findings)
	out.Totals.Sort()
	out.Totals.Findings = len(out.Findings)
	return out, nil
}

// Join adds the totals of another run. Packages that both have looked at count once, if the runs name them.
func (t *Totals) Join(u *Totals) {
	nameless := t.Packages + u.Packages - len(t.Names) - len(u.Names)
	t.Names = append(t.Names, u.Names...)
	slices.Sort(t.Names)
	t.Names = slices.Compact(t.Names)
	t.Packages = nameless + len(t.Names)
	t.Skipped, t.Incomplete, t.Notes = append(
		t.Skipped,
		u.Skipped...), append(
		t.Incomplete,
		u.Incomplete...), append(
		t.Notes,
		u.Notes...)
	t.Millis, t.CPUMillis, t.PeakKB = max(t.Millis, u.Millis), t.CPUMillis+u.CPUMillis, max(t.PeakKB, u.PeakKB)
	t.add(u.Counters)
}

// mergeSARIF adds the results of another log to the run of the first one.
func (r *Run) mergeSARIF(other *Run, first bool) {
	if first {
		log := *other.sarif
		log.Runs = []sarifRun{log.Runs[0]}
		log.Runs[0].Results, log.Runs[0].Invocations = []sarifResult{}, nil
		r.sarif = &log
	}
	to := &r.sarif.Runs[0]
	for i := range other.sarif.Runs {
		from := &other.sarif.Runs[i]
		to.Invocations = append(to.Invocations, from.Invocations...)
		for _, x := range from.Results {
			same := func(y sarifResult) bool {
				return y.RuleID == x.RuleID && y.Fingerprints[sarifPrint] == x.Fingerprints[sarifPrint]
			}
			if !slices.ContainsFunc(to.Results, same) {
				x.RuleIndex = slices.IndexFunc(to.Tool.Driver.Rules, func(r sarifRule) bool { return r.ID == x.RuleID })
				to.Results = append(to.Results, x)
			}
		}
	}
}

// SARIF reports whether the runs were SARIF logs.
func (r *Run) SARIF() bool { return r.sarif != nil }

// WriteSARIF writes the joined log.
func (r *Run) WriteSARIF(w io.Writer) error { return encodeSARIF(w, r.sarif) }
