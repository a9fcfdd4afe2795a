// This file compares a run with findings that are known: those of a baseline file, or of an earlier revision.

package cli

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/syncvet/syncvet/internal/report"
	"github.com/syncvet/syncvet/internal/together"
)

// compare writes or reads what is known, as the command line says, and marks the findings of the run.
func (s *session) compare() error {
	switch {
	case s.opt.baseline == "write":
		return s.writeBaseline()
	case s.opt.baseline == "check":
		data, err := os.ReadFile(s.baselineFile())
		if errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("there is no baseline %s: write one with -baseline write", s.display(s.baselineFile()))
		} else if err != nil {
			return err
		}
		b, err := report.ReadBaseline(data)
		if err != nil {
			return fmt.Errorf("%s: %w", s.display(s.baselineFile()), err)
		}
		s.match(b, "baseline")
	case s.opt.newFrom != "":
		return s.compareRevision()
	case s.opt.patch != "":
		return s.comparePatch()
	}
	return nil
}

// baselineFile is the file that the command line names, or the default one.
func (s *session) baselineFile() string {
	if s.opt.baselineFile != "" {
		return s.opt.baselineFile
	}
	root := repository(s.cwd)
	if root == "" {
		root = s.cwd
	}
	for dir := s.cwd; strings.HasPrefix(dir, root); dir = filepath.Dir(dir) {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			root = dir
			break
		}
	}
	return filepath.Join(root, defaultBaseline)
}

// display names a file for a person in the working directory.
func (s *session) display(name string) string {
	if rel, err := filepath.Rel(s.cwd, name); err == nil && filepath.IsLocal(rel) {
		return rel
	}
	return name
}

// writeBaseline makes all findings known. What an earlier baseline says about packages that were not analysed now
// stays.
func (s *session) writeBaseline() error {
	name := s.baselineFile()
	b := report.NewBaseline(s.findings)
	if data, err := os.ReadFile(name); err == nil {
		old, err := report.ReadBaseline(data)
		if err != nil {
			return fmt.Errorf("%s: %w", s.display(name), err)
		}
		for _, k := range old.Findings {
			if !s.looked(&k) {
				b.Findings = append(b.Findings, k)
			}
		}
		b.Sort()
	}
	if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
		return err
	}
	if err := os.WriteFile(name, b.Encode(), 0o666); err != nil {
		return err
	}
	for _, f := range s.findings {
		f.Baseline = report.StateKnown
	}
	fmt.Fprintf(s.stderr, "syncvet: baseline %s: %d known\n", s.display(name), len(b.Findings))
	return nil
}

// match marks the findings of the run, and says how many are new against what is known, and which of those are gone.
func (s *session) match(b *report.Baseline, what string) {
	gone := b.Match(s.findings)
	gone = slices.DeleteFunc(gone, func(k report.Known) bool { return !s.looked(&k) })
	fresh := len(s.fresh())
	text := fmt.Sprintf("%d known, %d new, %d fixed", len(s.findings)-fresh, fresh, len(gone))
	if len(gone) > 0 && s.opt.baseline != "" {
		text += " (remove them with -baseline write)"
	}
	fmt.Fprintf(s.stderr, "syncvet: %s: %s\n", what, text)
	for _, k := range gone {
		fmt.Fprintf(s.stderr, "syncvet: fixed: %s %s on %s in %s\n", k.ID, k.Rule, k.Variable, k.Pkg)
	}
}

// looked reports whether the run would show a known finding if it were still there.
func (s *session) looked(k *report.Known) bool {
	grades := []string{"high", "medium", "low"}
	weakest := slices.Index(grades, s.opt.confidence)
	return s.seen[k.Pkg] && !slices.Contains(s.totals.Incomplete, k.Pkg) &&
		slices.Index(grades, string(k.Confidence)) <= weakest &&
		(s.opt.tests || !k.Tests) &&
		(s.opt.atomicity || !strings.HasPrefix(k.Rule, "AV"))
}

// fresh are the findings that are not known.
func (s *session) fresh() []*report.Finding {
	var out []*report.Finding
	for _, f := range s.findings {
		if f.Baseline != report.StateKnown {
			out = append(out, f)
		}
	}
	return out
}

// listed are the findings that the format shows: those that have a place for the state show known ones, too. Those that
// list the others of a finding show only the one that stands for them.
func (s *session) listed() []*report.Finding {
	grouped := s.opt.view != "" && s.opt.view != report.BySite
	switch s.opt.format {
	case "json", "html":
		return s.findings
	case "sarif":
		return together.Leads(s.findings)
	case "text", "github", "markdown", "codeclimate", "junit":
		if !grouped {
			return together.Leads(s.fresh())
		}
	}
	return s.fresh()
}
