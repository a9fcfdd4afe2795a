// This file analyses packages for several platforms and sets of build tags, and joins what is found by fingerprint.

package cli

import (
	"fmt"
	"slices"
	"strings"

	"github.com/syncvet/syncvet/internal/report"
	"github.com/syncvet/syncvet/internal/ruledoc"
)

// parseMatrix reads builds separated by commas: GOOS/GOARCH or GOOS/GOARCH/TAG+TAG, where each part may be empty.
func parseMatrix(text string) ([]build, error) {
	var out []build
	for _, name := range strings.Split(text, ",") {
		parts := strings.Split(strings.TrimSpace(name), "/")
		if len(parts) < 2 || len(parts) > 3 {
			return nil, fmt.Errorf("-matrix: %q is not GOOS/GOARCH or GOOS/GOARCH/TAG+TAG", name)
		}
		b := build{name: strings.TrimSpace(name), goos: parts[0], goarch: parts[1]}
		if len(parts) == 3 {
			b.tags = strings.ReplaceAll(parts[2], "+", ",")
		}
		out = append(out, b)
	}
	return out, nil
}

// analyseMatrix analyses the packages for each build. A finding says on which builds it is seen, unless on all. A
// directive that leaves out nothing must do so on all.
func (s *session) analyseMatrix() error {
	builds, err := parseMatrix(s.opt.matrix)
	if err != nil {
		return err
	}
	on := map[string][]string{} // builds by fingerprint
	var all []*report.Finding
	for _, b := range builds {
		opt := *s.opt
		opt.build = b
		opt.tags = strings.Trim(s.opt.tags+","+b.tags, ",")
		part := &session{opt: &opt, self: s.self, cwd: s.cwd, stderr: s.stderr, start: s.start, seen: map[string]bool{}}
		if err := part.analyse(); err != nil {
			return fmt.Errorf("%s: %w", b.name, err)
		}
		for _, f := range part.findings {
			on[f.ID] = append(on[f.ID], b.name)
			all = append(all, f)
		}
		for pkg := range part.seen {
			s.seen[pkg] = true
		}
		s.broken = s.broken || part.broken
		s.totals.Join(&part.totals)
	}
	for _, f := range report.Dedup(all) {
		if n := len(on[f.ID]); n < len(builds) {
			if f.Rule == ruledoc.Stale {
				continue
			}
			f.Builds = slices.Clone(on[f.ID])
			f.Notes = append(slices.Clone(f.Notes), "only on "+strings.Join(f.Builds, ", "))
		}
		s.findings = append(s.findings, f)
	}
	s.totals.Sort()
	s.totals.Findings = len(s.findings)
	return nil
}
