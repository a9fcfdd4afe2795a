// This file is the format "github": workflow commands, which GitHub shows as annotations of a change; and "markdown", a
// table for the summary of a job, a comment or a mail.

package report

import (
	"bufio"
	_ "embed" // the page's parts
	"fmt"
	"io"
	"strings"

	"github.com/syncvet/syncvet/internal/ruledoc"
)

// githubCommands are the workflow commands by level.
var githubCommands = map[string]string{"error": "error", "warning": "warning", "hint": "notice"}

// writeGitHub writes one annotation a finding. GitHub shows the first ten of a level and step, so the strongest come
// first.
func writeGitHub(w io.Writer, v *View, findings []*Finding, _ *Totals) error {
	b := bufio.NewWriter(w)
	data := strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A")
	property := strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C")
	for _, f := range byStrength(findings) {
		lines := []string{f.Message}
		for _, e := range Evidence(f) {
			lines = append(lines, v.name(e.Pos)+": "+e.Message)
		}
		lines = append(lines, trailer(f))
		fmt.Fprintf(
			b,
			"::%s file=%s,line=%d,col=%d,title=%s::%s\n",
			githubCommands[f.Level],
			property.Replace(v.serviceFile(f.Pos)),
			f.Pos.Line,
			max(f.Pos.Col, 1),
			property.Replace(title(f)),
			data.Replace(strings.Join(lines, "\n")),
		)
	}
	return b.Flush()
}

// title is the title of a finding's rule, after its id.
func title(f *Finding) string {
	if r, ok := ruledoc.Lookup(f.Rule); ok {
		return r.ID + ": " + r.Title
	}
	return "syncvet"
}

// byStrength sorts findings by confidence, otherwise as they are.
func byStrength(in []*Finding) []*Finding {
	var out []*Finding
	for _, c := range []Confidence{High, Medium, Low} {
		for _, f := range in {
			if f.Confidence == c {
				out = append(out, f)
			}
		}
	}
	return out
}

// writeMarkdown writes a table of the findings, with the evidence of each below it.
func writeMarkdown(w io.Writer, v *View, findings []*Finding, totals *Totals) error {
	b := bufio.NewWriter(w)
	cell := strings.NewReplacer("|", `\|`, "<", "&lt;", "\n", " ")
	fmt.Fprintf(b, "### syncvet: %s in %s\n", count(len(findings), "finding"), count(totals.Packages, "package"))
	if n := len(totals.Incomplete) + len(totals.Skipped); n > 0 {
		fmt.Fprintf(b, "\n%s could not be analysed completely.\n", count(n, "package"))
	}
	if len(findings) > 0 {
		fmt.Fprint(b, "\n| where | what | confidence | rule | id |\n|---|---|---|---|---|\n")
	}
	for _, f := range byStrength(findings) {
		text := strings.TrimSuffix(f.Message, " ("+f.Rule+")")
		fmt.Fprintf(
			b,
			"| %s | %s | %s | [%s](%s) | `%s` |\n",
			v.name(f.Pos),
			cell.Replace(text),
			f.Confidence,
			f.Rule,
			ruledoc.URL(f.Rule),
			f.ID,
		)
	}
	for _, f := range byStrength(findings) {
		if lines := Evidence(f); len(lines) > 0 {
			fmt.Fprintf(b, "\n<details><summary>%s %s</summary>\n\n", v.name(f.Pos), cell.Replace(f.Message))
			for _, e := range lines {
				fmt.Fprintf(b, "- %s: %s\n", v.name(e.Pos), cell.Replace(e.Message))
			}
			fmt.Fprint(b, "\n</details>\n")
		}
	}
	return b.Flush()
}
