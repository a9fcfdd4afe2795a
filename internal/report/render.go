// This file is what the output formats have in common: the interface, and the choice of one by name.

package report

import (
	"bufio"
	"io"
	"strings"
)

// A View is who reads the report and from where.
type View struct {
	Cwd    string           // working directory, absolute; "" names all places by import path
	Group  string           // BySite, ByField or ByObject; "" is BySite
	Pairs  bool             // list the call paths of all pairs that findings hold
	Source func(Pos) string // the source line at a position as it stands there, "" when unknown; nil knows none

	// the conditions of its own function under which a position is reached, innermost first; nil knows none
	Conditions func(Pos) []Condition

	Color   bool   // the reader is a terminal that shows colours
	Person  bool   // the reader is a terminal: that nothing was found is said, too
	Version string // of the program, "" when unknown
	Root    string // the repository that services know files relative to, absolute; "" is Cwd
}

// raw is the line at p.
func (v *View) raw(p Pos) string {
	if v.Source == nil || !p.known() {
		return ""
	}
	return v.Source(p)
}

// source is the line at p without indentation.
func (v *View) source(p Pos) string { return strings.TrimSpace(v.raw(p)) }

// name names a place.
func (v *View) name(p Pos) string { return DisplayPos(p, v.Cwd) }

// A Format writes a report.
type Format func(w io.Writer, v *View, findings []*Finding, totals *Totals) error

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
