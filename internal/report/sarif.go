// This file is the format "sarif": SARIF 2.1.0, as code scanning services read it. A race is a code flow of two thread
// flows, one for each goroutine. Related locations are linked from the message, because most readers show no others.

package report

import (
	_ "embed" // the page's parts
	"encoding/json"
	"fmt"
	"io"
	"net/url"
	"path"
	"path/filepath"
	"strings"
	"unicode/utf16"

	"github.com/syncvet/syncvet/internal/ruledoc"
)

const (
	sarifSchema = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
	sarifRoot   = "%SRCROOT%"  // uriBaseId of names relative to the repository, in GitHub's spelling
	sarifPrint  = "syncvet/v1" // key of the fingerprint
)

// sarifLevels are the levels in SARIF's words; sarifRanks are confidences from 0 to 100.
var (
	sarifLevels = map[string]string{"error": "error", "warning": "warning", "hint": "note"}
	sarifRanks  = map[Confidence]float64{High: 90, Medium: 60, Low: 20}
)

// writeSARIF writes one log with one run.
func writeSARIF(w io.Writer, v *View, findings []*Finding, totals *Totals) error {
	run := sarifRun{
		Tool: sarifTool{
			sarifDriver{Name: "syncvet", Version: v.Version, URI: ruledoc.ProjectURL, Rules: sarifRules()},
		},
		Invocations: []sarifInvocation{sarifOutcome(totals)},
		ColumnKind:  "utf16CodeUnits",
		Results:     []sarifResult{},
	}
	if root := firstOf(v.Root, v.Cwd); root != "" {
		run.BaseIDs = map[string]sarifArtifact{sarifRoot: {URI: fileURL(root) + "/"}}
	}
	index := map[string]int{}
	for i, r := range run.Tool.Driver.Rules {
		index[r.ID] = i
	}
	for _, f := range findings {
		run.Results = append(run.Results, sarifFinding(v, f, index))
	}
	return encodeSARIF(w, &sarifLog{Schema: sarifSchema, Version: "2.1.0", Runs: []sarifRun{run}})
}

// encodeSARIF writes a log.
func encodeSARIF(w io.Writer, log *sarifLog) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", " ")
	return enc.Encode(log)
}

// sarifRules describes all rules, found or not, so that results refer to them by number.
func sarifRules() []sarifRule {
	var out []sarifRule
	for _, r := range ruledoc.Rules() {
		var text strings.Builder
		r.Write(&text)
		out = append(out, sarifRule{
			ID: r.ID, Short: sarifText{Text: r.Title}, Full: sarifText{Text: r.Why},
			Help: sarifText{Text: text.String(), Markdown: r.Page()}, HelpURI: ruledoc.URL(r.ID),
			Default: sarifConfig{Level: "error"},
			Properties: map[string]any{
				"precision":        "high",
				"problem.severity": "error",
				"tags":             []string{"concurrency", "reliability"},
			},
		})
	}
	return out
}

// sarifOutcome reports whether everything was analysed, and why not.
func sarifOutcome(t *Totals) sarifInvocation {
	inv := sarifInvocation{Successful: len(t.Skipped) == 0 && len(t.Incomplete) == 0}
	add := func(text string) {
		inv.Notifications = append(inv.Notifications, sarifNotification{Level: "warning", Message: sarifText{Text: text}})
	}
	for _, pkg := range t.Skipped {
		add("not analysed, because it or a package that it imports does not build: " + pkg)
	}
	for _, n := range t.Notes {
		add(fmt.Sprintf("%s: %s: %s", n.Pkg, n.Kind, n.Text))
	}
	return inv
}

// sarifFinding is one result.
func sarifFinding(v *View, f *Finding, index map[string]int) sarifResult {
	r := sarifResult{
		RuleID: f.Rule, RuleIndex: -1, Level: sarifLevels[f.Level], Rank: sarifRanks[f.Confidence],
		Locations:     []sarifLocation{sarifAt(v, f.Pos, "")},
		Fingerprints:  map[string]string{sarifPrint: f.ID},
		BaselineState: f.Baseline,
		Properties:    map[string]any{"confidence": f.Confidence, "variable": f.Variable.Name},
	}
	if i, ok := index[f.Rule]; ok {
		r.RuleIndex = i
	}
	var text strings.Builder
	text.WriteString(sarifEscape(f.Message))
	for i, line := range Evidence(f) {
		loc := sarifAt(v, line.Pos, line.Message)
		loc.ID = i + 1
		r.Related = append(r.Related, loc)
		fmt.Fprintf(&text, "\n[%s](%d): %s", sarifEscape(v.name(line.Pos)), loc.ID, sarifEscape(line.Message))
	}
	r.Message.Text = text.String()
	if flow := sarifFlow(v, f); len(flow.Threads) > 0 {
		r.CodeFlows = []sarifCodeFlow{flow}
	}
	return r
}

// sarifEscape keeps brackets from being read as links (3.11.6).
func sarifEscape(s string) string {
	return strings.NewReplacer(`\`, `\\`, "[", `\[`, "]", `\]`).Replace(s)
}

// sarifFlow is one thread flow for each goroutine. Of a trace, the order of the steps is known.
func sarifFlow(v *View, f *Finding) sarifCodeFlow {
	var flow sarifCodeFlow
	for i, t := range trails(f) {
		th := sarifThreadFlow{ID: t.name, Message: sarifText{Text: firstOf(t.kind, "any caller")}}
		for _, s := range t.stops {
			fs := sarifFlowStop{Location: sarifAt(v, s.at, s.text), Level: s.depth, Importance: "important"}
			if s.fn != "" {
				fs.Location.Logical = []sarifLogical{{Name: qualify(s.fn, s.pkg, f.abroad()), Kind: "function"}}
			}
			fs.Order = traceOrder(f, i, s.at)
			th.Stops = append(th.Stops, fs)
		}
		if n := len(th.Stops); n > 0 {
			th.Stops[n-1].Importance = "essential"
			flow.Threads = append(flow.Threads, th)
		}
	}
	return flow
}

// traceOrder is when goroutine i does what stands at a place, 0 when that is not known or does not matter.
func traceOrder(f *Finding, i int, at Pos) int {
	for k, s := range f.Trace {
		if s.Thread == i && s.Pos == at {
			return k + 1
		}
	}
	return 0
}

// sarifAt is a place with what is there. Of a place that is not known only the message remains.
func sarifAt(v *View, p Pos, message string) sarifLocation {
	var loc sarifLocation
	if message != "" {
		loc.Message = &sarifText{Text: message}
	}
	if !p.known() {
		return loc
	}
	loc.Physical = &sarifPhysical{
		Artifact: sarifFile(v, p),
		Region:   &sarifRegion{StartLine: p.Line, StartColumn: v.utf16Col(p)},
	}
	return loc
}

// sarifFile names a file: relative to the repository, by an absolute URL, or by import path where no directory is
// known.
func sarifFile(v *View, p Pos) sarifArtifact {
	if name, ok := v.Below(p); ok {
		return sarifArtifact{URI: (&url.URL{Path: name}).EscapedPath(), BaseID: sarifRoot}
	}
	if name := p.Abs(); name != "" {
		return sarifArtifact{URI: fileURL(name)}
	}
	return sarifArtifact{URI: (&url.URL{Path: path.Join(trimVariant(p.Pkg), p.File)}).EscapedPath()}
}

// fileURL is an absolute file name as a URL.
func fileURL(name string) string {
	name = filepath.ToSlash(name)
	if !strings.HasPrefix(name, "/") {
		name = "/" + name // C:/dir
	}
	return (&url.URL{Scheme: "file", Path: name}).String()
}

// utf16Col is the column in UTF-16 code units; the byte column if the line is not known, 0 if no column is.
func (v *View) utf16Col(p Pos) int {
	line := v.raw(p)
	if p.Col < 1 || p.Col-1 > len(line) {
		return p.Col
	}
	return len(utf16.Encode([]rune(line[:p.Col-1]))) + 1
}
