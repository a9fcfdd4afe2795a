// The formats of services are read back with the readers of their languages.

package report

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"regexp"
	"strings"
	"testing"
)

// rendered is what a format writes of the samples.
func rendered(t *testing.T, format string, findings []*Finding) []byte {
	t.Helper()
	var out bytes.Buffer
	v := &View{Cwd: "/src/racedemo", Root: "/src"}
	if err := Formats()[format](&out, v, findings, &Totals{Packages: 3}); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// TestGitHub reads workflow commands as the runner does: properties and data unescaped, one line each.
func TestGitHub(t *testing.T) {
	findings := samples()
	findings[2].Message = "100% of a,b: c\nd (RC1001)"
	lines := strings.Split(strings.TrimSpace(string(rendered(t, "github", findings))), "\n")
	if len(lines) != len(findings) {
		t.Fatalf("%d lines of %d findings", len(lines), len(findings))
	}
	command := regexp.MustCompile(
		`^::(error|warning|notice) file=([^,:]+),line=(\d+),col=(\d+),title=([^,:]+(?:%3A[^,:]*)?)::(.*)$`,
	)
	unescape := strings.NewReplacer("%25", "%", "%0A", "\n", "%0D", "\r", "%3A", ":", "%2C", ",")
	for _, line := range lines {
		if !command.MatchString(line) {
			t.Errorf("not a workflow command: %s", line)
		}
	}
	m := command.FindStringSubmatch(lines[2])
	if m[1] != "error" || m[2] != "racedemo/cache.go" || m[3] != "18" ||
		!strings.HasPrefix(unescape.Replace(m[6]), findings[2].Message+"\n") {
		t.Errorf("got %q", m)
	}
	if title := unescape.Replace(m[5]); title != "RC1001: data race on a field or package-level variable" {
		t.Errorf("title %q", title)
	}
}

// TestJUnit reads the report as XML: every finding is one failure, and no findings are one test that passes.
func TestJUnit(t *testing.T) {
	findings := samples()
	var got junitSuites
	if err := xml.Unmarshal(rendered(t, "junit", findings), &got); err != nil {
		t.Fatal(err)
	}
	failures := 0
	for _, s := range got.Suites {
		if s.Tests != len(s.Cases) || s.Failures != len(s.Cases) {
			t.Errorf("%s: %d tests, %d failures, %d cases", s.Name, s.Tests, s.Failures, len(s.Cases))
		}
		for _, c := range s.Cases {
			if failures++; c.Failure == nil || c.Failure.Message == "" {
				t.Errorf("%s did not fail", c.Class)
			}
		}
	}
	if failures != len(findings) {
		t.Errorf("%d failures of %d findings", failures, len(findings))
	}
	got = junitSuites{}
	if err := xml.Unmarshal(rendered(t, "junit", nil), &got); err != nil || len(got.Suites) != 1 ||
		got.Suites[0].Tests != 1 ||
		got.Suites[0].Failures != 0 {
		t.Errorf("no findings: %+v, %v", got, err)
	}
}

// TestCodeClimate checks what GitLab requires of an issue, and that no findings are an empty array.
func TestCodeClimate(t *testing.T) {
	findings := samples()
	var got []climateIssue
	if err := json.Unmarshal(rendered(t, "codeclimate", findings), &got); err != nil || len(got) != len(findings) {
		t.Fatalf("%d issues, %v", len(got), err)
	}
	for i, is := range got {
		if is.Description == "" || is.Check != findings[i].Rule || is.Fingerprint != findings[i].ID ||
			is.Location.Path == "" ||
			is.Location.Lines.Begin < 1 ||
			!strings.Contains("info minor major critical blocker", is.Severity) {
			t.Errorf("%+v", is)
		}
	}
	if out := strings.TrimSpace(string(rendered(t, "codeclimate", nil))); out != "[]" {
		t.Errorf("no findings: %s", out)
	}
}

// TestLockGraph checks what leads to what: the two halves of a cycle, what is released before, and what is held for
// long.
func TestLockGraph(t *testing.T) {
	v := &View{}
	g := lockGraph(v, []*Finding{lockCycle(), partlyLocked(), lockCycle()})
	if len(g.nodes) != 2 || len(g.edges) != 2 || g.edges[0].held != g.edges[1].wanted ||
		g.edges[0].wanted != g.edges[1].held ||
		!g.edges[0].waits {
		t.Errorf("%+v", g)
	}
	f := lockCycle()
	f.Threads = f.Threads[:1]
	f.Threads[0].Steps = []Step{
		{Op: OpLock, Object: "a"},
		{Op: OpRLock, Object: "b"},
		{Op: OpUnlock, Object: "a"},
		{Text: "starts f"},
		{Op: OpWait, Object: "c"},
	}
	var got []string
	for _, e := range threadEdges(v, f, &f.Threads[0]) {
		got = append(got, e.held+e.wanted)
	}
	if strings.Join(got, " ") != "ab bc" {
		t.Errorf("edges %v", got)
	}
}

// TestGraphQuotes checks that names with quotes and brackets stay names.
func TestGraphQuotes(t *testing.T) {
	if got := dotQuote(`map["a"]\`); got != `"map[\"a\"]\\"` {
		t.Error(got)
	}
	if got := mermaidQuote(`map["a"] #1`); got != `"map[#quot;a#quot;] #35;1"` {
		t.Error(got)
	}
}

// TestMarkdown checks that the table has a row a finding, and no cell breaks it.
func TestMarkdown(t *testing.T) {
	findings := samples()
	findings[0].Message = "a|b <c> (RC1003)"
	text := string(rendered(t, "markdown", findings))
	rows := regexp.MustCompile(`(?m)^\| .* \| .* \| (high|medium|low) \| \[\w+\]\(https://\S+\) \| .[0-9a-f]+. \|$`).
		FindAllString(text, -1)
	if len(rows) != len(findings) || !strings.Contains(text, `a\|b &lt;c>`) {
		t.Errorf("%d rows of %d findings\n%s", len(rows), len(findings), text)
	}
}
