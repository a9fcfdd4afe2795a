// This file is how findings are to be shown, and where the source of a place can be read.

package report

import (
	_ "embed" // the page's parts
	"io"
	"path"
	"path/filepath"
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

// A Format writes a report.
type Format func(w io.Writer, v *View, findings []*Finding, totals *Totals) error

// A Condition is an expression of the source that holds where a place is reached.
type Condition struct {
	Text string // on one line; negated where the place lies on the false branch
	Line int    // in the file of the place
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

// Below names a file relative to the repository, with slashes, if it lies there.
func (v *View) Below(p Pos) (string, bool) {
	name, root := p.Abs(), firstOf(v.Root, v.Cwd)
	if name == "" || root == "" {
		return "", false
	}
	rel, err := filepath.Rel(root, name)
	return filepath.ToSlash(rel), err == nil && filepath.IsLocal(rel)
}

// serviceFile names a file for services that know the repository: relative to it, else absolute, else by import path.
func (v *View) serviceFile(p Pos) string {
	if name, ok := v.Below(p); ok {
		return name
	}
	if name := p.Abs(); name != "" {
		return filepath.ToSlash(name)
	}
	return path.Join(trimVariant(p.Pkg), p.File)
}

// firstOf is the first text that is not empty.
func firstOf(a, b string) string {
	if a != "" {
		return a
	}
	return b
}
