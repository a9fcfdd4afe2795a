// This file selects the findings that a patch concerns: those that name a line which it adds, and those with an access
// or step in a function that it removes lines from, as when a Lock goes.

package cli

import (
	"bufio"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io"
	"os"
	"regexp"
	"strconv"
	"strings"

	"github.com/syncvet/syncvet/internal/report"
)

// A changed is what a patch does to one file, in lines of the file as it is afterwards.
type changed struct {
	added   map[int]bool // lines that are new
	removed []int        // the lines that follow what was removed
}

// hunk opens a part of a unified diff: "@@ -3,4 +3,5 @@".
var hunk = regexp.MustCompile(`^@@ -\d+(?:,(\d+))? \+(\d+)(?:,(\d+))? @@`)

// parsePatch reads a unified diff, as git diff and diff -u write it, by file.
func parsePatch(r io.Reader) (map[string]*changed, error) {
	files := map[string]*changed{}
	var file *changed
	line, before, after := 0, 0, 0 // the next line, and how many lines of the hunk are left
	in := bufio.NewScanner(r)
	in.Buffer(nil, 1<<24)
	for in.Scan() {
		text := in.Text()
		switch {
		case before > 0 || after > 0:
			switch {
			case strings.HasPrefix(text, "+"):
				if file != nil {
					file.added[line] = true
				}
				line, after = line+1, after-1
			case strings.HasPrefix(text, "-"):
				if file != nil {
					file.removed = append(file.removed, line)
				}
				before--
			case strings.HasPrefix(text, `\`): // no newline at end of file
			default:
				line, before, after = line+1, before-1, after-1
			}
		case strings.HasPrefix(text, "+++ "):
			name, _, _ := strings.Cut(text[4:], "\t")
			if file = nil; name != "/dev/null" {
				file = &changed{added: map[int]bool{}}
				files[strings.TrimPrefix(strings.TrimPrefix(name, "b/"), "./")] = file
			}
		case hunk.MatchString(text):
			m := hunk.FindStringSubmatch(text)
			before, after = number(m[1]), number(m[3])
			line, _ = strconv.Atoi(m[2])
			if after == 0 {
				line++ // "+5,0" stands behind line 5
			}
		}
	}
	if len(files) == 0 && in.Err() == nil {
		return nil, fmt.Errorf("-diff: no unified diff")
	}
	return files, in.Err()
}

// number is the length of a hunk; 1 if it is left out.
func number(s string) int {
	if s == "" {
		return 1
	}
	n, _ := strconv.Atoi(s)
	return n
}

// comparePatch marks the findings that the patch of the command line does not concern.
func (s *session) comparePatch() error {
	in := io.Reader(os.Stdin)
	if s.opt.patch != "-" {
		f, err := os.Open(s.opt.patch)
		if err != nil {
			return err
		}
		defer f.Close()
		in = f
	}
	files, err := parsePatch(in)
	if err != nil {
		return err
	}
	view := s.view()
	concerned := 0
	for _, f := range s.findings {
		f.Baseline = report.StateKnown
		if concerns(view, files, f) {
			f.Baseline = report.StateNew
			concerned++
		}
	}
	fmt.Fprintf(s.stderr, "syncvet: patch: concerns %d of %d findings\n", concerned, len(s.findings))
	return nil
}

// concerns reports whether a patch concerns a finding.
func concerns(v *report.View, files map[string]*changed, f *report.Finding) bool {
	of := func(p report.Pos) *changed {
		name, ok := v.Below(p)
		if !ok {
			return nil
		}
		return files[name]
	}
	for _, p := range f.Places() {
		if c := of(p); c != nil && c.added[p.Line] {
			return true
		}
	}
	for _, p := range f.Ends() {
		if c := of(p); c != nil && len(c.removed) > 0 {
			if first, last := function(p); c.removedIn(first, last) {
				return true
			}
		}
	}
	return false
}

// removedIn reports whether lines were removed between two others.
func (c *changed) removedIn(first, last int) bool {
	for _, n := range c.removed {
		if first < n && n <= last {
			return true
		}
	}
	return false
}

// function gives the first and last line of the function that a place lies in; zeros if there is none.
func function(p report.Pos) (first, last int) {
	fset := token.NewFileSet()
	file, _ := parser.ParseFile(fset, p.Abs(), nil, parser.SkipObjectResolution)
	if file == nil {
		return 0, 0
	}
	for _, d := range file.Decls {
		if fn, ok := d.(*ast.FuncDecl); ok {
			first, last := fset.Position(fn.Pos()).Line, fset.Position(fn.End()).Line
			if first <= p.Line && p.Line <= last {
				return first, last
			}
		}
	}
	return 0, 0
}
