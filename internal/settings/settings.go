// Package settings reads the settings of .syncvet.yaml: what is shown of a package, and at which level. They hold in
// every host, since the checkers ask for them where they report; the front reads those of its working directory
// besides, for what belongs to a run and not to a package: fail and tags. The section models is read by
// internal/models.
//
// What a flag says comes before what the file says. A file with a mistake in its settings has none: the front refuses
// it, a checker reports it (SV0003).
package settings

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"go.yaml.in/yaml/v4"

	"github.com/syncvet/syncvet/internal/models"
	"github.com/syncvet/syncvet/internal/report"
	"github.com/syncvet/syncvet/internal/ruledoc"
)

// Levels are the levels of findings from strong to weak.
func Levels() []string { return []string{"error", "warning", "hint"} }

// Confidences are the confidences from strong to weak.
func Confidences() []string {
	return []string{string(report.High), string(report.Medium), string(report.Low)}
}

// Settings are the keys of the file. The zero value is no file.
type Settings struct {
	Confidence *string           `yaml:"confidence"` // lowest one shown; nil: the file does not say
	Fail       *string           `yaml:"fail"`       // lowest level that makes the exit code 1
	Tags       *string           `yaml:"tags"`       // build tags
	Tests      *bool             `yaml:"tests"`      // show what needs test code
	Runs       *bool             `yaml:"runs"`       // run tests and main functions in an interpreter
	Deps       *bool             `yaml:"deps"`       // show what lies wholly in dependencies
	Atomicity  *bool             `yaml:"atomicity"`  // show AV5001 to AV5003
	Generated  *bool             `yaml:"generated"`  // show what lies in generated code only
	Exclude    Exclusions        `yaml:"exclude"`    // what is not shown
	Levels     map[string]string `yaml:"levels"`     // level by pattern of rules
	Models     yaml.Node         `yaml:"models"`     // for others

	File string `yaml:"-"` // absolute name; empty if there is none
}

// Exclusions are findings that are not wanted.
type Exclusions struct {
	Rules []string `yaml:"rules"` // patterns: RC1004, AV*
	Paths []string `yaml:"paths"` // patterns relative to the file's folder: internal/gen/**, **/*.pb.go
}

// Find reads the file that holds for a directory. An error names the file and its first mistake.
func Find(dir string) (*Settings, error) {
	name := models.Find(dir)
	if name == "" {
		return &Settings{}, nil
	}
	return read(name, true)
}

// Read reads a file whose syntax and keys others complain about. With an error the settings are empty.
func Read(name string) (*Settings, error) {
	s, err := read(name, false)
	if err != nil {
		return &Settings{}, err
	}
	return s, nil
}

// read reads a file; a strict reader complains about all of it.
func read(name string, strict bool) (*Settings, error) {
	data, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	if !strict && yaml.Unmarshal(data, new(yaml.Node)) != nil {
		return &Settings{}, nil
	}
	s := &Settings{File: name}
	dec := yaml.NewDecoder(bytes.NewReader(data))
	dec.KnownFields(strict)
	if err := dec.Decode(s); err != nil && !errors.Is(err, io.EOF) {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	if err := s.check(); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return s, nil
}

// check reports values, patterns and levels that mean nothing.
func (s *Settings) check() error {
	if c := s.Confidence; c != nil && !slices.Contains(Confidences(), *c) {
		return fmt.Errorf("confidence: %q: want one of %s", *c, strings.Join(Confidences(), ", "))
	}
	if f := s.Fail; f != nil && *f != "none" && !slices.Contains(Levels(), *f) {
		return fmt.Errorf("fail: %q: want one of %s, none", *f, strings.Join(Levels(), ", "))
	}
	for _, pattern := range append(slices.Sorted(maps.Keys(s.Levels)), s.Exclude.Rules...) {
		if !slices.ContainsFunc(ruledoc.Rules(), func(r ruledoc.Rule) bool { return matches(pattern, r.ID) }) {
			return fmt.Errorf("there is no rule %s", pattern)
		}
	}
	for _, rule := range slices.Sorted(maps.Keys(s.Levels)) {
		if level := s.Levels[rule]; !slices.Contains(Levels(), level) {
			return fmt.Errorf("level %q of %s: want one of %s", level, rule, strings.Join(Levels(), ", "))
		}
	}
	for _, pattern := range s.Exclude.Paths {
		if _, err := path.Match(pattern, ""); err != nil {
			return fmt.Errorf("%q: %w", pattern, err)
		}
	}
	return nil
}

// matches matches a name against a pattern without slashes.
func matches(pattern, name string) bool {
	ok, err := path.Match(pattern, name)
	return ok && err == nil
}

// Apply grades a finding as the file says, and reports whether it is wanted. A finding is left out for its path only if
// all of its accesses, or of the steps of its goroutines, lie in paths that are left out: one end elsewhere concerns
// somebody.
func (s *Settings) Apply(f *report.Finding) bool {
	for _, pattern := range slices.Sorted(maps.Keys(s.Levels)) {
		if matches(pattern, f.Rule) {
			f.Level = s.Levels[pattern]
		}
	}
	if slices.ContainsFunc(s.Exclude.Rules, func(p string) bool { return matches(p, f.Rule) }) {
		return false
	}
	return len(s.Exclude.Paths) == 0 || slices.ContainsFunc(f.Ends(), func(p report.Pos) bool { return !s.excluded(p) })
}

// excluded reports whether a place lies in a path that is left out.
func (s *Settings) excluded(p report.Pos) bool {
	rel, err := filepath.Rel(filepath.Dir(s.File), p.Abs())
	if err != nil || p.Abs() == "" || !filepath.IsLocal(rel) {
		return false
	}
	name := strings.Split(filepath.ToSlash(rel), "/")
	return slices.ContainsFunc(s.Exclude.Paths, func(pattern string) bool {
		return matchPath(strings.Split(pattern, "/"), name)
	})
}

// matchPath matches a path element by element; ** stands for any number of them.
func matchPath(pattern, name []string) bool {
	switch {
	case len(pattern) == 0:
		return len(name) == 0
	case pattern[0] == "**":
		return matchPath(pattern[1:], name) || len(name) > 0 && matchPath(pattern, name[1:])
	}
	return len(name) > 0 && matches(pattern[0], name[0]) && matchPath(pattern[1:], name[1:])
}
