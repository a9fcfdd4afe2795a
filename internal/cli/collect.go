// This file reads findings and summaries out of the objects of the stream (S2).

package cli

import (
	"encoding/json"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/syncvet/syncvet/internal/report"
)

// A diagnostic is what the x/tools drivers print for one, as far as we need it.
type diagnostic struct {
	Category string `json:"category"` // of ours report.SummaryCategory, or the rule
	Posn     string `json:"posn"`     // file:line:col
	Message  string `json:"message"`  // the headline; a whole summary as text where Category says so
	// the last place carries the evidence, the others are for people
	Related []struct {
		Message string `json:"message"` // what is there
	} `json:"related"`
	// repairs, of which there is one at most
	Fixes []struct {
		Message string        `json:"message"` // what it does
		Edits   []report.Edit `json:"edits"`   // what it changes
	} `json:"suggested_fixes"`
}

// object adds one object of the stream, package -> analyzer -> diagnostics, and tells how many packages are done. An
// object that is empty, as other tools print for packages without diagnostics, does not say which package it was about.
func (s *session) object(data []byte) int {
	var tree map[string]map[string]json.RawMessage
	if err := json.Unmarshal(data, &tree); err != nil {
		s.note(report.Note{Kind: "output", Text: fmt.Sprintf("cannot read the output of go vet: %v", err)})
		return len(s.seen)
	}
	for _, id := range slices.Sorted(maps.Keys(tree)) {
		pkg := packageOf(id)
		s.seen[pkg] = true
		for _, analyzer := range slices.Sorted(maps.Keys(tree[id])) {
			s.diagnostics(pkg, analyzer, tree[id][analyzer])
		}
	}
	return len(s.seen)
}

// packageOf is the import path that a package id of the go command belongs to: "p" for "p", "p [p.test]" and "p_test
// [p.test]".
func packageOf(id string) string {
	pkg, variant, ok := strings.Cut(id, " [")
	if !ok {
		return pkg
	}
	return strings.TrimSuffix(strings.TrimSuffix(variant, "]"), ".test")
}

// diagnostics adds what one analyzer says about one package: a list, or an object with an error.
func (s *session) diagnostics(pkg, analyzer string, data json.RawMessage) {
	var list []diagnostic
	if err := json.Unmarshal(data, &list); err != nil {
		var failure struct {
			Error string // why the analyzer has no diagnostics
		}
		if json.Unmarshal(data, &failure) != nil || failure.Error == "" {
			failure.Error = "unknown output " + string(data)
		}
		s.note(report.Note{Pkg: pkg, Kind: "error", Text: analyzer + ": " + failure.Error})
		return
	}
	for i := range list {
		s.diagnostic(&list[i])
	}
}

// diagnostic adds one diagnostic: a package's summary or a finding.
func (s *session) diagnostic(d *diagnostic) {
	if d.Category == report.SummaryCategory {
		if sum, ok := report.ParseSummary(d.Message); ok {
			s.totals.Add(sum)
			return
		}
	}
	if d.Category == report.BetweenCategory {
		if b, ok := report.ParseBetween(d.Message); ok {
			s.between = append(s.between, b)
			if b.Failed != nil {
				s.note(*b.Failed)
			}
			return
		}
	}
	if n := len(d.Related); n > 0 {
		if f, ok := report.ParseEvidence(d.Related[n-1].Message); ok {
			if len(d.Fixes) > 0 {
				f.Fix, f.Edits = append([]string{d.Fixes[0].Message + " (syncvet -fix does it)"}, f.Fix...), d.Fixes[0].Edits
			}
			s.findings = append(s.findings, f)
			return
		}
	}
	s.findings = append(s.findings, d.bare())
}

// bare is the finding that a diagnostic without evidence amounts to. Nothing reported is ever lost.
func (d *diagnostic) bare() *report.Finding {
	f := &report.Finding{
		Schema:     report.SchemaVersion,
		Rule:       d.Category,
		Level:      "error",
		Confidence: report.Medium,
		Message:    d.Message,
	}
	f.Pos = position(d.Posn)
	f.Variable.Name = d.Message
	f.ID = report.Fingerprint(f)
	return f
}

// position reads file:line:col.
func position(posn string) report.Pos {
	var p report.Pos
	file, rest := posn, ""
	for _, n := range []*int{&p.Col, &p.Line} {
		if i := strings.LastIndexByte(file, ':'); i >= 0 {
			file, rest = file[:i], file[i+1:]
			*n, _ = strconv.Atoi(rest)
		}
	}
	p.Dir, p.File = filepath.Dir(file), filepath.Base(file)
	return p
}

// note records something that makes a package incomplete.
func (s *session) note(n report.Note) {
	s.totals.Notes = append(s.totals.Notes, n)
	s.totals.Incomplete = append(s.totals.Incomplete, n.Pkg)
}
