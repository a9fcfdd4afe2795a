// This file is the settings of .syncvet.yaml: defaults of flags, and what the front leaves out or grades otherwise. The section models is read by the
// passes (internal/models).

package cli

import (
	"bytes"
	"errors"
	"flag"
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
)

// settings are the keys of the file. Flags win over those that have the name of one.
type settings struct {
	Confidence *string           `yaml:"confidence"`
	Fail       *string           `yaml:"fail"`
	Tags       *string           `yaml:"tags"`
	Tests      *bool             `yaml:"tests"`
	Deps       *bool             `yaml:"deps"`
	Atomicity  *bool             `yaml:"atomicity"`
	Generated  *bool             `yaml:"generated"`
	Exclude    exclusions        `yaml:"exclude"`
	Levels     map[string]string `yaml:"levels"` // level by pattern of rules
	Models     yaml.Node         `yaml:"models"` // for others

	file string // "" if there is none
}

// exclusions are findings that are not wanted.
type exclusions struct {
	Rules []string `yaml:"rules"` // patterns: RC1004, AV*
	Paths []string `yaml:"paths"` // patterns relative to the file's folder: internal/gen/**, **/*.pb.go
}

// readSettings reads the file that holds for a directory, and checks it.
func readSettings(dir string) (*settings, error) {
	s := &settings{file: models.Find(dir)}
	if s.file == "" {
		return s, nil
	}
	data, err := os.ReadFile(s.file)
	if err != nil {
		return nil, err
	}
	dec := yaml.NewDecoder(bytes.NewReader(data))
	dec.KnownFields(true)
	if err := dec.Decode(s); err != nil && !errors.Is(err, io.EOF) {
		return nil, fmt.Errorf("%s: %w", s.file, err)
	}
	return s, s.check()
}

// check reports patterns and levels that mean nothing.
func (s *settings) check() error {
	for _, pattern := range append(slices.Sorted(maps.Keys(s.Levels)), s.Exclude.Rules...) {
		if !slices.ContainsFunc(report.Rules(), func(r report.Rule) bool { return matches(pattern, r.ID) }) {
			return fmt.Errorf("%s: there is no rule %s", s.file, pattern)
		}
	}
	for rule, level := range s.Levels {
		if !slices.Contains(levels, level) {
			return fmt.Errorf("%s: level %q of %s: want one of %s", s.file, level, rule, strings.Join(levels, ", "))
		}
	}
	for _, pattern := range s.Exclude.Paths {
		if _, err := path.Match(pattern, ""); err != nil {
			return fmt.Errorf("%s: %q: %w", s.file, pattern, err)
		}
	}
	return nil
}

// defaults sets the flags that the command line does not.
func (s *settings) defaults(fs *flag.FlagSet) error {
	given := map[string]bool{}
	fs.Visit(func(f *flag.Flag) { given[f.Name] = true })
	set := func(name string, value any) error {
		if given[name] {
			return nil
		}
		if err := fs.Set(name, fmt.Sprint(value)); err != nil {
			return fmt.Errorf("%s: %s: %w", s.file, name, err)
		}
		return nil
	}
	var errs []error
	for name, value := range map[string]*string{"confidence": s.Confidence, "fail": s.Fail, "tags": s.Tags} {
		if value != nil {
			errs = append(errs, set(name, *value))
		}
	}
	for name, value := range map[string]*bool{"tests": s.Tests, "deps": s.Deps, "atomicity": s.Atomicity, "generated": s.Generated} {
		if value != nil {
			errs = append(errs, set(name, *value))
		}
	}
	return errors.Join(errs...)
}

// matches matches a name against a pattern without slashes.
func matches(pattern, name string) bool {
	ok, err := path.Match(pattern, name)
	return ok && err == nil
}

// apply grades a finding as the file says, and reports whether it is wanted. A finding is left out for its path only if all of its accesses, or of
// the steps of its goroutines, lie in paths that are left out: one end elsewhere concerns somebody.
func (s *settings) apply(f *report.Finding) bool {
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
func (s *settings) excluded(p report.Pos) bool {
	rel, err := filepath.Rel(filepath.Dir(s.file), p.Abs())
	if err != nil || p.Abs() == "" || !filepath.IsLocal(rel) {
		return false
	}
	name := strings.Split(filepath.ToSlash(rel), "/")
	return slices.ContainsFunc(s.Exclude.Paths, func(pattern string) bool { return matchPath(strings.Split(pattern, "/"), name) })
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
