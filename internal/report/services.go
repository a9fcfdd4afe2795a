// This file is the formats "junit" and "codeclimate": what test report viewers and GitLab read, with the fields that
// golangci-lint fills.

package report

import (
	"bufio"
	"encoding/json"
	"encoding/xml"
	"fmt"
	"io"
	"strings"
)

// junitSuites is the root of a JUnit report.
type junitSuites struct {
	XMLName xml.Name     `xml:"testsuites"` // never set: it only names the element
	Suites  []junitSuite `xml:"testsuite"`  // one for each file with findings; without findings one that passes
}

// A junitSuite is a file with findings.
type junitSuite struct {
	Name     string      `xml:"name,attr"`     // of the file, as services that know the repository write it
	Tests    int         `xml:"tests,attr"`    // number of Cases
	Errors   int         `xml:"errors,attr"`   // always 0: readers want the attribute
	Failures int         `xml:"failures,attr"` // number of Cases that failed: all, or 0 without findings
	Cases    []junitCase `xml:"testcase"`      // its findings, in their order
}

// A junitCase is a finding, or a file without any.
type junitCase struct {
	Name    string        `xml:"name,attr"`         // the rule; "no findings" where there are none
	Class   string        `xml:"classname,attr"`    // file:line:column, which viewers show as the place
	Failure *junitFailure `xml:"failure,omitempty"` // nil for the case that stands for no findings
}

// A junitFailure is what a finding says.
type junitFailure struct {
	Message string `xml:"message,attr"` // the headline
	Type    string `xml:"type,attr"`    // Finding.Level
	Text    string `xml:",cdata"`       // the finding as the text format prints it
}

// writeJUnit writes one suite a file, one failed case a finding.
func writeJUnit(w io.Writer, v *View, findings []*Finding, _ *Totals) error {
	var out junitSuites
	at := map[string]int{}
	for _, f := range findings {
		name := v.serviceFile(f.Pos)
		i, ok := at[name]
		if !ok {
			i = len(out.Suites)
			at[name] = i
			out.Suites = append(out.Suites, junitSuite{Name: name})
		}
		var block strings.Builder
		b := bufio.NewWriter(&block)
		text(b, v, f)
		b.Flush()
		s := &out.Suites[i]
		s.Tests, s.Failures = s.Tests+1, s.Failures+1
		s.Cases = append(s.Cases, junitCase{
			Name: f.Rule, Class: fmt.Sprintf("%s:%d:%d", name, f.Pos.Line, max(f.Pos.Col, 1)),
			Failure: &junitFailure{Message: f.Message, Type: f.Level, Text: "\n" + block.String()},
		})
	}
	if len(findings) == 0 { // a report without tests counts as failed with some readers
		out.Suites = []junitSuite{{Name: "syncvet", Tests: 1, Cases: []junitCase{{Name: "no findings", Class: "syncvet"}}}}
	}
	data, err := xml.MarshalIndent(out, "", "  ")
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(w, "%s%s\n", xml.Header, data)
	return err
}

// A climateIssue is a finding as GitLab's code quality reports have it.
type climateIssue struct {
	Type        string          `json:"type"`                      // always "issue"
	Check       string          `json:"check_name"`                // the rule
	Description string          `json:"description"`               // the headline
	Content     *climateContent `json:"content,omitempty"`         // the evidence; nil if there is none
	Categories  []string        `json:"categories"`                // always "Bug Risk"
	Severity    string          `json:"severity"`                  // a word of climateSeverities
	Fingerprint string          `json:"fingerprint"`               // Finding.ID: by it GitLab recognises an issue again
	Location    climatePlace    `json:"location"`                  // where it is reported
	Others      []climatePlace  `json:"other_locations,omitempty"` // the places of the evidence
}

// climateContent is a text in Markdown.
type climateContent struct {
	Body string `json:"body"` // a list, one place a line
}

// A climatePlace is a file and a line.
type climatePlace struct {
	// relative to the repository, or absolute, or by import path where no directory is known
	Path  string       `json:"path"`
	Lines climateLines `json:"lines"` // only the first is known
}

type climateLines struct {
	Begin int `json:"begin"` // 1-based
}

// climateSeverities are the severities by level.
var climateSeverities = map[string]string{"error": "critical", "warning": "major", "hint": "minor"}

// writeCodeClimate writes one array of issues.
func writeCodeClimate(w io.Writer, v *View, findings []*Finding, _ *Totals) error {
	out := []climateIssue{}
	place := func(p Pos) climatePlace { return climatePlace{v.serviceFile(p), climateLines{p.Line}} }
	for _, f := range findings {
		is := climateIssue{
			Type: "issue", Check: f.Rule, Description: f.Message, Categories: []string{"Bug Risk"},
			Severity:    climateSeverities[f.Level],
			Fingerprint: f.ID, Location: place(f.Pos),
		}
		body := ""
		for _, e := range Evidence(f) {
			body += "- " + v.name(e.Pos) + ": " + e.Message + "\n"
			if e.Pos.known() {
				is.Others = append(is.Others, place(e.Pos))
			}
		}
		if body != "" {
			is.Content = &climateContent{body}
		}
		out = append(out, is)
	}
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", " ")
	return enc.Encode(out)
}
