// This file is the evidence channel: findings and summaries as single lines inside diagnostics.

package report

import (
	"encoding/json"
	"strings"
)

const (
	// SummaryCategory is the category of the diagnostic that carries a package's Summary.
	SummaryCategory = "syncvet-summary"

	evidencePrefix = "evidence: " // opens the message of the related place that carries a Finding
)

// EvidenceLine is the message of the related place that carries f.
func EvidenceLine(f *Finding) string { return evidencePrefix + marshal(f) }

// ParseEvidence reads an EvidenceLine. If the line is none, or was written by another version, ok is false.
func ParseEvidence(line string) (f *Finding, ok bool) {
	text, ok := strings.CutPrefix(line, evidencePrefix)
	if !ok {
		return nil, false
	}
	f = new(Finding)
	if err := json.Unmarshal([]byte(text), f); err != nil || f.Schema != SchemaVersion {
		return nil, false
	}
	return f, true
}

// SummaryLine is the message of the diagnostic that carries s.
func SummaryLine(s *Summary) string { return marshal(s) }

// ParseSummary reads a SummaryLine. If it was written by another version, ok is false.
func ParseSummary(line string) (s *Summary, ok bool) {
	s = new(Summary)
	if err := json.Unmarshal([]byte(line), s); err != nil || s.Schema != SchemaVersion {
		return nil, false
	}
	return s, true
}

// marshal is the JSON of a Finding or Summary, which hold nothing that has no JSON form.
func marshal(v any) string {
	data, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return string(data)
}
