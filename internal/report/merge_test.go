// This file tests the joining of runs.

package report

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
)

// shard is a run on some packages, in a format, read back.
func shard(t *testing.T, format string, findings []*Finding, totals *Totals) *Run {
	t.Helper()
	var b bytes.Buffer
	if err := Formats()[format](&b, &View{}, findings, totals); err != nil {
		t.Fatal(err)
	}
	r, err := ReadRun(b.Bytes())
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// numbered is a finding on the nth variable.
func numbered(n int) *Finding {
	pos := Pos{Pkg: "example.com/p", File: "p.go", Line: n, Col: 1}
	f := &Finding{
		Schema:     SchemaVersion,
		Rule:       "RC1001",
		Level:      "error",
		Confidence: High,
		Pos:        pos,
		Variable:   Variable{Name: fmt.Sprint("p.v", n), Kind: "global"},
	}
	f.Accesses[0], f.Accesses[1] = Access{Pos: pos, Kind: "write", Func: "f"}, Access{Pos: pos, Kind: "write", Func: "f"}
	f.ID, f.Message = Fingerprint(f), Headline(f)
	return f
}

// TestMerge joins two shards that both found one thing, and checks that the order of the files does not matter.
func TestMerge(t *testing.T) {
	one, two, both := numbered(1), numbered(2), numbered(3)
	totals := func(pkg string, n int64) *Totals {
		return &Totals{
			Schema:   SchemaVersion,
			Packages: 2,
			Names:    []string{"p/both", pkg},
			Skipped:  []string{pkg},
			Counters: map[string]int64{"units": n, "rss.peak.kb": n},
		}
	}
	for _, format := range []string{"json", "sarif"} {
		a := shard(t, format, []*Finding{one, both}, totals("p/a", 5))
		b := shard(t, format, []*Finding{both, two}, totals("p/b", 7))
		for _, runs := range [][]*Run{{a, b}, {b, a}} {
			m, err := Merge(runs)
			if err != nil {
				t.Fatal(err)
			}
			if m.SARIF() != (format == "sarif") {
				t.Errorf("%s: SARIF() = %v", format, m.SARIF())
			}
			if m.SARIF() {
				checkLog(t, m, one, two, both)
				continue
			}
			if len(m.Findings) != 3 || m.Findings[0].ID != one.ID || m.Findings[1].ID != two.ID || m.Findings[2].ID != both.ID {
				t.Errorf("findings %+v", m.Findings)
			}
			if c := m.Totals.Counters; m.Totals.Packages != 3 || len(m.Totals.Skipped) != 2 || c["units"] != 12 ||
				c["rss.peak.kb"] != 7 ||
				m.Totals.Findings != 3 {
				t.Errorf("totals %+v", m.Totals)
			}
		}
		if _, err := Merge([]*Run{
			a,
			shard(t, map[string]string{"json": "sarif", "sarif": "json"}[format], nil, &Totals{}),
		}); err == nil {
			t.Error("JSON and SARIF are joined")
		}
	}
}

// checkLog checks a joined log: one run, each finding once with the number of its rule, both outcomes.
func checkLog(t *testing.T, m *Run, want ...*Finding) {
	t.Helper()
	var b bytes.Buffer
	if err := m.WriteSARIF(&b); err != nil {
		t.Fatal(err)
	}
	var log sarifLog
	if err := json.Unmarshal(b.Bytes(), &log); err != nil || len(log.Runs) != 1 {
		t.Fatalf("%v, %d runs", err, len(log.Runs))
	}
	run := &log.Runs[0]
	if len(run.Results) != len(want) || len(run.Invocations) != 2 {
		t.Fatalf("%d results, %d outcomes", len(run.Results), len(run.Invocations))
	}
	for _, f := range want {
		found := false
		for _, r := range run.Results {
			found = found || r.Fingerprints[sarifPrint] == f.ID && run.Tool.Driver.Rules[r.RuleIndex].ID == f.Rule
		}
		if !found {
			t.Errorf("%s is missing", f.ID)
		}
	}
}

// TestReadRunErrors checks that what is no whole run is not taken for one without findings.
func TestReadRunErrors(t *testing.T) {
	for text, word := range map[string]string{
		"": "no summary", `{"schema":1,"id":"abc"}`: "no summary", `{"schema":9,"summary":{}}`: "schema 9",
		"a finding": "invalid",
		`{"$schema":"` + sarifSchema + `","runs":[]}`: "without a run",
	} {
		if _, err := ReadRun([]byte(text)); err == nil || !strings.Contains(err.Error(), word) {
			t.Errorf("%q: error %v does not say %q", text, err, word)
		}
	}
}
