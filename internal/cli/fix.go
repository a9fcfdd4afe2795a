// This file applies the repairs that come with findings (-fix).

package cli

import (
	"bytes"
	"cmp"
	"fmt"
	"go/format"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"slices"

	"github.com/syncvet/syncvet/internal/report"
)

// applyFixes writes the repairs of all findings into the files, and takes those findings out of the report. A repair
// that meets another one is left for the next run.
func (s *session) applyFixes() error {
	taken := map[string][]report.Edit{} // by file
	var rest []*report.Finding
	later, done := 0, 0
	for _, f := range s.findings {
		switch {
		case len(f.Edits) == 0 || f.Baseline == report.StateKnown:
			rest = append(rest, f)
		case slices.ContainsFunc(f.Edits, func(e report.Edit) bool { return meets(taken[e.File], f.Edits, e) }):
			rest = append(rest, f)
			later++
		default:
			done++
			for _, e := range f.Edits {
				if !slices.Contains(taken[e.File], e) {
					taken[e.File] = append(taken[e.File], e)
				}
			}
		}
	}
	for name, edits := range taken {
		if err := rewrite(name, edits); err != nil {
			return err
		}
	}
	if done+later > 0 {
		fmt.Fprintf(s.stderr, "syncvet: repaired %d findings in %d files", done, len(taken))
		if later > 0 {
			fmt.Fprintf(s.stderr, "; %d more meet these: run again", later)
		}
		fmt.Fprintln(s.stderr)
	}
	s.findings = rest
	s.totals.Findings = len(rest)
	return nil
}

// meets reports whether an edit overlaps one of others without being the same.
func meets(others, own []report.Edit, e report.Edit) bool {
	return slices.ContainsFunc(others, func(o report.Edit) bool {
		return o != e && o.Start <= e.End && e.Start <= o.End && !slices.Contains(own, o)
	})
}

// rewrite applies edits to a file, and formats it.
func rewrite(name string, edits []report.Edit) error {
	data, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	slices.SortFunc(edits, func(a, b report.Edit) int { return cmp.Or(a.Start-b.Start, a.End-b.End) })
	var out bytes.Buffer
	at := 0
	for _, e := range edits {
		if e.Start < at || e.End > len(data) {
			return fmt.Errorf("%s: edits do not fit: the file has changed", filepath.Base(name))
		}
		out.Write(data[at:e.Start])
		out.WriteString(e.New)
		at = e.End
	}
	out.Write(data[at:])
	var text []byte
	_, err = parser.ParseFile(token.NewFileSet(), name, out.Bytes(), parser.SkipObjectResolution)
	if err == nil {
		text, err = format.Source(out.Bytes())
	}
	if err != nil {
		return fmt.Errorf("%s: a repair does not parse, nothing is written: %w", filepath.Base(name), err)
	}
	info, err := os.Stat(name)
	if err != nil {
		return err
	}
	return os.WriteFile(name, text, info.Mode().Perm())
}
