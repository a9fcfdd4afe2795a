// This file is what the output formats have in common: the interface, and the choice of one by name.

package report

import (
	"bufio"
	_ "embed" // the page's parts
	"io"
)

// Formats are the formats by name.
func Formats() map[string]Format {
	return map[string]Format{
		"text": writeText, "stack": each(stack), "json": writeJSON, "sarif": writeSARIF, "race": writeRace,
		"github": writeGitHub, "markdown": writeMarkdown, "junit": writeJUnit, "codeclimate": writeCodeClimate,
		"dot": writeDOT, "mermaid": writeMermaid, "html": writeHTML,
	}
}

// each is the format that writes findings one after the other.
func each(one func(w *bufio.Writer, v *View, f *Finding)) Format {
	return func(w io.Writer, v *View, findings []*Finding, _ *Totals) error {
		b := bufio.NewWriter(w)
		if v.Group == ByField || v.Group == ByObject {
			writeGroups(b, v, findings)
			return b.Flush()
		}
		for _, f := range findings {
			one(b, v, f)
		}
		return b.Flush()
	}
}
